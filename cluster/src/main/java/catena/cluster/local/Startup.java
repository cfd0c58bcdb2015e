// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.config.Configuration;
import catena.cluster.config.NativeMaps;
import catena.cluster.config.Ports;
import catena.cluster.config.ServerJars;
import catena.cluster.config.TlsStores;
import catena.cluster.disk.DataDisks;
import catena.cluster.health.Health;
import catena.cluster.network.HostNetwork;
import catena.cluster.network.IpTool;
import catena.cluster.placement.StoragePolicies;
import catena.cluster.process.Cleanup;
import catena.cluster.process.LogTail;
import catena.cluster.process.Signals;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.RoleSpec;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.cluster.spec.Tiers;
import catena.harness.instance.Metadata;
import catena.harness.instance.ServerId;
import catena.harness.instance.ZooKeeperPaths;
import catena.records.placement.PlacedBy;
import catena.records.server.Role;
import com.google.common.base.Joiner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Starts servers in the order in which they need one another, as many at once as it allows. */
final class Startup extends ServerSteps {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Ids of the root and metadata tables. */
  private static final List<String> CATALOG = List.of(Metadata.ROOT_TABLE_ID, Metadata.TABLE_ID);

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Joiner NAMES = Joiner.on(", ");

  private final Ports ports = new Ports(new SecureRandom());
  private final List<ServerId> started = new ArrayList<>();

  Startup(ClusterFiles files, ClusterRecord cluster, ServerJars jars, Consumer<String> notes) {
    super(files, cluster, jars, notes);
  }

  /** Starts every server that does not run, and ends those it started if one of them fails. */
  void all() throws IOException, InterruptedException {
    Cleanup cleanup = new Cleanup();
    cleanup.attempt(this::startAll);
    cleanup.attempt(() -> nodes().limit());
    if (cleanup.hasFailed()) {
      cleanup.attempt(() -> Signals.kill(pids.processes(started))); // also without a pid file
      cleanup.attempt(this::releaseUnused);
    }
    cleanup.end();
  }

  private void startAll() throws IOException, InterruptedException {
    try (Health health = new Health(cluster, pids)) {
      endUnnamed(cluster.spec().ids());
      layNetwork();
      ground(health);
      launchAll(ids(Role.Stack.ACCUMULO::equals));
      awaitReady(health, cluster.spec().ids());
      ports.settle(
          cluster.ports().values().stream().flatMap(each -> each.values().stream()).toList());
    }
  }

  /** Starts these servers, whose cluster is up otherwise. */
  void only(List<ServerId> ids) throws IOException, InterruptedException {
    checkHome();
    try (Health health = new Health(cluster, pids)) {
      endUnnamed(ids);
      layNetwork();
      launchAll(ids);
      awaitReady(health, ids);
      ports.settle(List.of());
    } finally {
      nodes().limit();
    }
  }

  /**
   * Ends processes of servers that no pid file names: the process that started them died before it
   * could write one, or the file is torn. Two of one server would do one another harm.
   */
  private void endUnnamed(List<ServerId> ids) throws IOException, InterruptedException {
    List<ServerId> idle = idle(ids);
    List<ServerProcess> unnamed = pids.processes(idle);
    if (!unnamed.isEmpty()) {
      notes.accept(
          "killing %d processes of %s that no pid file names"
              .formatted(unnamed.size(), NAMES.join(idle)));
      Signals.kill(unnamed);
    }
  }

  /** Those that do not run. */
  private List<ServerId> idle(List<ServerId> ids) throws IOException {
    List<ServerId> idle = new ArrayList<>();
    for (ServerId id : ids) {
      if (!pids.state(id).alive()) {
        idle.add(id);
      }
    }
    return idle;
  }

  /** Renews the network of the hosts, whatever its state, as long as no server is on it. */
  private void layNetwork() throws IOException, InterruptedException {
    Optional<HostNetwork> network = HostNetwork.of(cluster);
    if (network.isPresent()) {
      if (!anyAlive()) {
        notes.accept("laying out the network of " + cluster.spec().hosts() + " hosts");
        network.get().lay();
      } else if (!network.get().laid()) {
        throw new ClusterException(
            "parts of the hosts' network are gone while servers run; stop the cluster first");
      }
    }
  }

  private boolean anyAlive() throws IOException {
    return idle(cluster.spec().ids()).size() < cluster.spec().ids().size();
  }

  /** What Accumulo stands on. */
  private void ground(Health health) throws IOException, InterruptedException {
    Configuration configuration = new Configuration(cluster, files, jars);
    TlsStores.ready(cluster, files, launcher);
    configuration.writeGround();
    // No other server comes up without a ticket.
    List<ServerId> first = cluster.spec().ids(Role.KDC);
    launchAll(first);
    awaitReady(health, first);
    List<ServerId> ids = ids(stack -> stack != Role.Stack.ACCUMULO);
    launchAll(ids.stream().filter(id -> id.role() != Role.NAMENODE).toList());
    for (ServerId nameNode : cluster.spec().ids(Role.NAMENODE)) {
      formatOnce(nameNode);
      launchAll(List.of(nameNode));
    }
    configuration.writeAccumulo(NativeMaps.ready(files, jars, launcher, notes));
    awaitReady(health, ids);
    if (cluster.spec().disks().tiered().isPresent()) {
      notes.accept("setting storage policies");
      StoragePolicies.set(files.hadoopConf(), cluster.spec().disks().tiered().get());
    }
    initOnce(health);
    preferVolumes();
    aim(health);
  }

  /**
   * Sets the goal that {@code accumulo-cluster start} sets, too: an orderly stop leaves another one
   * in ZooKeeper, with which managers come up and host no tablet.
   */
  private void aim(Health health) throws IOException, InterruptedException {
    Optional<String> goal = health.zookeeper().goalState();
    if (goal.isPresent() && !goal.get().equals(ZooKeeperPaths.NORMAL)) {
      notes.accept("setting Accumulo's goal state, which is " + goal.get() + ", to NORMAL");
      launcher.run("admin", commands.goal(ZooKeeperPaths.NORMAL), LIMIT);
    }
  }

  private void formatOnce(ServerId nameNode) throws IOException, InterruptedException {
    Path begun = files.data().resolve("formatting");
    if (Files.exists(begun) || !Files.exists(files.data(nameNode).resolve("current/VERSION"))) {
      notes.accept("formatting HDFS");
      Files.writeString(begun, "");
      launcher.run("format", commands.format(), LIMIT);
      Files.delete(begun);
    }
  }

  private void initOnce(Health health) throws IOException, InterruptedException {
    Path begun = files.data().resolve("initialising");
    if (!health.zookeeper().initialised()) {
      notes.accept("initialising Accumulo");
      Files.writeString(begun, "");
      launcher.runUnseen("init", commands.init(cluster.instance(), cluster.password()), LIMIT);
      Files.delete(begun);
    } else if (Files.exists(begun)) {
      throw new ClusterException(
          "Accumulo was perhaps initialised in part only: remove the cluster (cluster stop --clean)");
    }
  }

  /** Before any server may write a file of these tables: it stays on the volume where it is. */
  private void preferVolumes() throws IOException, InterruptedException {
    Optional<Tiers> tiers =
        cluster.spec().disks().tiered().filter(each -> each.by() == PlacedBy.VOLUMES);
    if (tiers.isPresent()) {
      notes.accept("setting the volume of the root and metadata tables");
      for (String table : CATALOG) {
        InstanceVolume volume = InstanceVolume.on(tiers.get().metadata());
        launcher.run("prefer", commands.prefer(table, volume), LIMIT);
      }
    }
  }

  private void checkHome() throws IOException {
    Optional<String> problem =
        jars.home().isPresent() ? jars.home().get().problem() : Optional.empty();
    if (problem.isPresent()) {
      throw new ClusterException(problem.get());
    }
  }

  private void launchAll(List<ServerId> ids) throws IOException, InterruptedException {
    List<ServerId> idle = idle(ids);
    if (!idle.isEmpty()) {
      notes.accept("starting " + NAMES.join(idle));
    }
    new DataDisks(files, cluster.spec()).ready(idle);
    for (ServerId id : idle) {
      launch(id);
    }
  }

  private void launch(ServerId id) throws IOException {
    Files.createDirectories(files.data(id));
    Map<String, Integer> own =
        RoleSpec.of(id.role()).wellKnown() ? wellKnown(id) : ports.forRole(id.role());
    started.add(id);
    pids.write(id, launcher.launch(id, placed(id, commands.server(id, own)), own));
  }

  private List<String> placed(ServerId id, List<String> command) throws IOException {
    Optional<String> space = cluster.namespace(id);
    List<String> placed =
        space.isPresent()
            ? IpTool.require().inside(space.get(), command)
            : new DataDisks(files, cluster.spec()).limited(id, command);
    return nodes().inside(id, placed);
  }

  private Map<String, Integer> wellKnown(ServerId id) throws IOException {
    Map<String, Integer> own = cluster.ports().get(id.toString());
    if (cluster.namespace(id).isPresent()) {
      return own; // No other process there could listen.
    }
    for (Map.Entry<String, Integer> port : own.entrySet()) {
      if (!Ports.free(port.getValue())) {
        throw new ClusterException(
            "%s cannot start: another process listens on its %s port %d"
                .formatted(id, port.getKey(), port.getValue()));
      }
    }
    return own;
  }

  private void awaitReady(Health health, List<ServerId> ids)
      throws IOException, InterruptedException {
    Patience patience = new Patience(System::nanoTime);
    Map<ServerId, String> missing = health.missing(ids);
    while (!missing.isEmpty()) {
      ServerId first = missing.keySet().iterator().next();
      Map<ServerId, String> seen = new HashMap<>(missing);
      for (ServerId id : missing.keySet()) {
        if (pids.state(id) == ServerState.DEAD) {
          throw failure(id, "ended while it was being started");
        }
        Path log = files.log(id);
        seen.merge(id, Files.exists(log) ? " " + Files.size(log) : "", String::concat);
      }
      String since = missing.get(first) + " " + patience.seconds() + " s after its start";
      if (patience.isOver(seen)) {
        throw failure(first, since);
      }
      if (patience.isToReport()) {
        notes.accept(
            "still waiting for " + NAMES.join(missing.keySet()) + ": " + first + " " + since);
      }
      Thread.sleep(POLL.toMillis());
      missing = health.missing(ids);
    }
  }

  /**
   * How long a stage of a start is waited for: as long as something changes, at least once in two
   * minutes, and for six minutes at most. A busy machine is slow, and not stuck.
   */
  static final class Patience {
    private static final long MOST = LIMIT.multipliedBy(3).toNanos();
    private static final long REPORT_EACH = LIMIT.dividedBy(4).toNanos();

    private final LongSupplier nanoClock;
    private final long begun;
    private Object seen = "";
    private long changed;
    private long reportedAt;

    Patience(LongSupplier nanoClock) {
      this.nanoClock = nanoClock;
      this.begun = nanoClock.getAsLong();
      this.changed = begun;
      this.reportedAt = begun;
    }

    /** Whether it is enough, when the state of what is waited for is this. */
    boolean isOver(Object now) {
      long at = nanoClock.getAsLong();
      changed = now.equals(seen) ? changed : at;
      seen = now;
      return at - changed >= LIMIT.toNanos() || at - begun >= MOST;
    }

    /** Whether it is to be reported again: every half minute. */
    boolean isToReport() {
      boolean due = nanoClock.getAsLong() - reportedAt >= REPORT_EACH;
      reportedAt = due ? nanoClock.getAsLong() : reportedAt;
      return due;
    }

    /** Since when, in seconds. */
    long seconds() {
      return (nanoClock.getAsLong() - begun) / 1_000_000_000;
    }
  }

  private ClusterException failure(ServerId id, String what) throws IOException {
    long offset = pids.read(id).map(ServerProcess::logOffset).orElse(0L);
    return LogTail.failure(id.toString(), what, files.log(id), offset);
  }

  private void releaseUnused() throws IOException, InterruptedException {
    if (!anyAlive()) {
      release();
    }
  }
}
