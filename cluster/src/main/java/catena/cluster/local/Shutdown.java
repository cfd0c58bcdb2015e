// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.config.ClassArchive;
import catena.cluster.config.ServerJars;
import catena.cluster.network.HostNetwork;
import catena.cluster.process.Cleanup;
import catena.cluster.process.OrphanProcesses;
import catena.cluster.process.Signals;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.Limit;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Ends servers: in an orderly way where they can still be asked, and by force where not. */
final class Shutdown extends ServerSteps {
  private static final Duration ASK_LIMIT = Duration.ofSeconds(45);

  /** A tserver that was written to at full speed took 30 to 45 s and more, on a busy machine. */
  private static final Duration HANDOVER_LIMIT = Duration.ofMinutes(2);

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  Shutdown(ClusterFiles files, ClusterRecord cluster, ServerJars jars, Consumer<String> notes) {
    super(files, cluster, jars, notes);
  }

  /**
   * Makes archives of the classes that two servers have loaded, if there are none yet, so that
   * later servers begin in less time. Without one they begin as these did: that it cannot be made
   * is reported, and no failure.
   */
  void keepClasses() throws InterruptedException {
    keepClasses(jars.hadoopArchive(), cluster.spec().ids(Role.NAMENODE));
    if (jars.accumuloArchive().isPresent()) {
      keepClasses(jars.accumuloArchive().get(), cluster.spec().ids(Role.TSERVER));
    }
  }

  private void keepClasses(ClassArchive archive, List<ServerId> servers)
      throws InterruptedException {
    try {
      if (!archive.isMissing() || servers.isEmpty() || !running(servers.subList(0, 1))) {
        return;
      }
      Optional<Long> java = pids.alive(servers.get(0)).map(ServerProcess::pid).filter(this::isJava);
      if (java.isPresent()) {
        notes.accept("keeping classes of " + servers.get(0) + " for later starts, once");
        archive.make(java.get(), launcher);
      }
    } catch (IOException e) {
      notes.accept("later servers load their classes anew: " + e.getMessage());
    }
  }

  private boolean isJava(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().command())
        .filter(command -> command.endsWith("/java"))
        .isPresent();
  }

  /** Ends every server, those first that need the others. */
  void all() throws IOException, InterruptedException {
    heal();
    if (running(cluster.spec().ids())) {
      notes.accept("asking Accumulo to stop");
      ask(commands.admin("stopAll"), () -> true);
    }
    end(ids(Role.Stack.ACCUMULO::equals));
    end(ids(Role.Stack.ZOOKEEPER::equals));
    end(ids(Role.Stack.HADOOP::equals));
    end(ids(Role.Stack.KERBEROS::equals));
    atOnce();
  }

  /**
   * Kills what is left, also what no pid file names, and removes what it ran on.
   *
   * @throws IOException the first thing that could not be done; all others are
   */
  void atOnce() throws IOException, InterruptedException {
    Cleanup cleanup = new Cleanup();
    cleanup.attempt(this::killNamed);
    cleanup.attempt(this::killStrays);
    emptyTemporary();
    cleanup.attempt(this::release);
    cleanup.end();
  }

  private void killNamed() throws IOException, InterruptedException {
    Signals.kill(pids.processes(cluster.spec().ids()));
    for (ServerId id : cluster.spec().ids()) {
      pids.forget(id);
    }
  }

  private void killStrays() throws IOException, InterruptedException {
    List<ServerProcess> strays = OrphanProcesses.find(files);
    if (!strays.isEmpty()) {
      notes.accept("killing " + strays.size() + " processes that no pid file names");
      Signals.kill(strays);
    }
  }

  /** No process uses it any more; what cannot be removed does no harm. */
  private void emptyTemporary() {
    try {
      if (Files.isDirectory(files.temporary())) {
        MoreFiles.deleteDirectoryContents(files.temporary(), RecursiveDeleteOption.ALLOW_INSECURE);
      }
    } catch (IOException e) {
      notes.accept(files.temporary() + " was not emptied: " + e.getMessage());
    }
  }

  /** Servers that are cut off cannot be asked to stop and hand over; they are ended anyway. */
  private void heal() throws InterruptedException {
    try {
      Optional<HostNetwork> network = HostNetwork.of(cluster);
      if (network.isPresent()) {
        network.get().healAll();
      }
    } catch (IOException e) {
      notes.accept("the network was not healed: " + e.getMessage());
    }
  }

  /** Ends one server; a tserver hands its tablets over first if its manager can see to it. */
  void one(ServerId id) throws IOException, InterruptedException {
    Optional<ServerProcess> process = pids.alive(id);
    if (process.isPresent() && id.role() == Role.TSERVER && manageable(id)) {
      String address = cluster.host(id) + ":" + process.get().ports().get("client");
      ask(commands.admin("stop", address), () -> !Signals.alive(process.get()));
    }
    end(List.of(id));
    pids.forget(id);
  }

  private boolean manageable(ServerId id) throws IOException {
    return pids.processes(cluster.spec().ids(Role.TSERVER)).size() > 1 // one takes its tablets
        && running(List.of(id))
        && running(cluster.spec().ids(Role.ZOOKEEPER))
        && running(cluster.spec().ids(Role.MANAGER));
  }

  private boolean running(List<ServerId> ids) throws IOException {
    for (ServerId id : ids) {
      if (pids.state(id) != ServerState.RUNNING) {
        return false;
      }
    }
    return true;
  }

  /** Accumulo 2.1.4's {@code stop} returns before a tserver has handed its tablets over. */
  private void ask(List<String> command, BlockingSupplier<Boolean> done)
      throws InterruptedException {
    Limit limit = new Limit(HANDOVER_LIMIT);
    try {
      launcher.run("admin", command, ASK_LIMIT);
      if (!limit.await(POLL, done)) {
        throw new ClusterException("what admin was asked for is not done");
      }
    } catch (IOException e) {
      notes.accept("going on by force: " + e.getMessage());
    }
  }

  private void end(List<ServerId> ids) throws IOException, InterruptedException {
    Signals.end(pids.processes(ids), END_LIMIT);
  }
}
