// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import catena.cluster.config.Ports;
import catena.cluster.control.CommandFile.Action;
import catena.cluster.process.Cleanup;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Limit;
import catena.cluster.spec.RoleSpec;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.records.server.Role;
import catena.records.threads.ProgramRun;
import catena.records.words.UsageException;
import com.google.common.collect.Ordering;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cluster somewhere else, on whose servers commands of a file act.
 *
 * <p>That a command ended well is not believed: {@link #start} waits until the server answers, and
 * {@link #list} asks the server's port or the file's {@code state} command.
 */
public final class CommandControl implements ClusterControl {
  private static final Duration POLL = Duration.ofMillis(250);

  /** For each server where all are looked at, of which a machine that is off must hide no other. */
  private static final Duration STATE_LIMIT = Duration.ofSeconds(5);

  private final CommandFile commands;
  private final ServerLocks locks;
  private final SortedMap<ServerId, HostAndPort> places;

  /** The servers that may still be added. */
  private final Set<ServerId> addable;

  private CommandControl(
      CommandFile commands,
      ServerLocks locks,
      SortedMap<ServerId, HostAndPort> places,
      Collection<ServerId> addable) {
    this.commands = commands;
    this.locks = locks;
    this.places = places;
    this.addable = new HashSet<>(addable);
  }

  /**
   * The cluster that a file describes, with the servers that there are now.
   *
   * @param locks asked for the servers of roles whose hosts are {@code accumulo}
   * @param known where servers were that may have no lock now; they keep their numbers
   * @throws catena.records.words.UsageException with all that is wrong with the file
   * @throws IOException if ZooKeeper is to be asked and does not answer, and none are known
   */
  public static CommandControl read(Path file, ServerLocks locks, Map<ServerId, HostAndPort> known)
      throws IOException, InterruptedException {
    CommandFile commands = CommandFile.read(file);
    SortedMap<ServerId, HostAndPort> places = new TreeMap<>(known);
    for (Role role : commands.roles()) {
      List<HostAndPort> of = new ArrayList<>();
      Optional<List<String>> hosts = commands.hosts(role);
      if (hosts.isPresent()) {
        int port = commands.port(role);
        hosts.get().forEach(at -> of.add(HostAndPort.fromString(at).withDefaultPort(port)));
      } else {
        try {
          locks.read().stream()
              .filter(lock -> lock.role() == role)
              .map(ServerLocks.Lock::address)
              .sorted(java.util.Comparator.comparing(HostAndPort::toString))
              .forEach(of::add);
        } catch (IOException e) {
          if (known.isEmpty()) {
            throw e;
          } // else these can be healed, of which ZooKeeper itself may be one
        }
      }
      of.removeAll(known.values());
      int number = 1;
      for (HostAndPort at : of) {
        while (places.containsKey(new ServerId(role, number))) {
          number++;
        }
        places.put(new ServerId(role, number), at);
      }
    }
    return new CommandControl(commands, locks, places, places.keySet());
  }

  @Override
  public List<Server> list() throws IOException {
    return list(new TreeMap<>());
  }

  /**
   * The same; puts down why a state command failed, or took long. Then a port that listens counts,
   * and without one it is unknown whether the server lives: it is left out, so that it is not
   * started.
   */
  private List<Server> list(Map<ServerId, String> failures) throws IOException {
    List<Server> servers = new ArrayList<>();
    for (ServerId id : places.keySet()) {
      try {
        servers.add(server(id, state(id, Ordering.natural().min(STATE_LIMIT, commands.limit()))));
      } catch (ClusterException e) {
        failures.put(id, e.getMessage());
        if (Ports.listens(places.get(id))) {
          servers.add(server(id, ServerState.RUNNING));
        }
      }
    }
    return servers;
  }

  /** Fails where the state command does: what the port shows then is no proof of a fault. */
  @Override
  public Server server(ServerId id) throws IOException {
    return server(id, state(id, commands.limit()));
  }

  private Server server(ServerId id, ServerState state) {
    HostAndPort at = places.get(id);
    return new Server(
        id,
        state,
        OptionalLong.empty(),
        at.getHost(),
        Map.of(RoleSpec.of(id.role()).ports().get(0), at.getPort()),
        Optional.empty(),
        Path.of(commands.log(id, at.getHost())));
  }

  private ServerState state(ServerId id, Duration limit) throws IOException {
    Optional<String> command = command(Action.STATE, id);
    if (command.isEmpty()) {
      return Ports.listens(places.get(id)) ? ServerState.RUNNING : ServerState.DEAD;
    }
    try {
      String word = shell(id, Action.STATE, command.get(), limit).strip();
      return ServerState.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "the state command for " + id + " prints none of running, paused, dead, stopped", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking for the state of " + id, e);
    }
  }

  @Override
  public void start(ServerId id) throws IOException, InterruptedException {
    perform(Action.START, id);
    HostAndPort at = places.get(id);
    if (!new Limit(commands.limit()).await(POLL, () -> Ports.listens(at))) {
      throw new ClusterException(
          "%s does not answer at %s %d s after its start command ended; its log is %s"
              .formatted(id, at, commands.limit().toSeconds(), commands.log(id, at.getHost())));
    }
  }

  /**
   * Finds what is wrong with a file by which servers are to be added, before its cluster is asked.
   *
   * @throws catena.records.words.UsageException with all that is wrong with the file
   */
  public static void checkAdds(Path file, Role role, int count) {
    CommandFile commands = CommandFile.read(file);
    int named = commands.hosts(role).map(List::size).orElse(0);
    if (named <= count) {
      throw new UsageException(
          "%s: to add %d of %s, name the hosts of all of them in hosts.%s, those that do not run yet"
                  .formatted(file, count, role.word(), role.word())
              + " among them; it names "
              + (named == 0 ? "none" : Integer.toString(named)));
    }
  }

  /** Those that the file names and that do not run are what can be added. */
  @Override
  public Optional<String> whyNotAdd(Role role, int count) throws IOException {
    int idle = idle(role).size();
    String few = idle == 0 ? "all run, or have run before" : "only " + idle + " do not run yet";
    return idle >= count
        ? Optional.empty()
        : Optional.of(
            "%d of %s are to be added, and of those that the file of commands names %s"
                .formatted(count, role.word(), few));
  }

  @Override
  public List<ServerId> add(Role role, int count) throws IOException, InterruptedException {
    List<ServerId> idle = idle(role);
    if (idle.size() < count) {
      throw new ClusterException(whyNotAdd(role, count).orElseThrow());
    }
    List<ServerId> added = List.copyOf(idle.subList(0, count));
    List<ServerId> started = new ArrayList<>();
    Cleanup cleanup = new Cleanup();
    cleanup.attempt(
        () -> {
          for (ServerId id : added) {
            started.add(id);
            start(id);
          }
        });
    if (cleanup.hasFailed()) {
      // The cluster is to be what it was before.
      started.forEach(id -> cleanup.attempt(() -> stop(id)));
    }
    cleanup.end();
    addable.removeAll(added);
    return added;
  }

  @Override
  public List<ServerId> idle(Role role) throws IOException {
    return list().stream()
        .filter(server -> server.id().role() == role && !server.state().alive())
        .map(Server::id)
        .filter(addable::contains)
        .sorted()
        .toList();
  }

  @Override
  public CommandControl addingOnly(Collection<ServerId> idle) {
    return new CommandControl(commands, locks, places, idle);
  }

  @Override
  public void stop(ServerId id) throws IOException, InterruptedException {
    perform(Action.STOP, id);
  }

  /** Runs the command; {@link #list} shows whether the process is gone. */
  @Override
  public void kill(ServerId id) throws IOException, InterruptedException {
    perform(Action.KILL, id);
  }

  @Override
  public void pause(ServerId id) throws IOException, InterruptedException {
    perform(Action.PAUSE, id);
  }

  @Override
  public void resume(ServerId id) throws IOException, InterruptedException {
    perform(Action.RESUME, id);
  }

  @Override
  public SortedMap<ServerId, String> missing() throws IOException, InterruptedException {
    List<ServerLocks.Lock> held = locks.read();
    SortedMap<ServerId, String> missing = new TreeMap<>();
    for (Server server : list(missing)) {
      HostAndPort at = places.get(server.id());
      Role role = server.id().role();
      if (server.state() != ServerState.RUNNING) {
        missing.putIfAbsent(server.id(), "is " + server.state());
      } else if (commands.hosts(role).isEmpty()
          && held.stream().noneMatch(lock -> lock.role() == role && lock.address().equals(at))) {
        missing.put(server.id(), "holds no lock in ZooKeeper");
      } else if (!Ports.listens(at)) {
        missing.put(server.id(), "does not answer at " + at);
      }
    }
    return missing;
  }

  @Override
  public int replication() {
    return commands.replication();
  }

  private Optional<String> command(Action action, ServerId id) {
    HostAndPort at = places.get(id);
    if (at == null) {
      throw new IllegalArgumentException("there is no " + id + " in this cluster");
    }
    return commands.command(action, id, at.getHost(), at.getPort());
  }

  private void perform(Action action, ServerId id) throws IOException, InterruptedException {
    String command =
        command(action, id)
            .orElseThrow(
                () -> new ClusterException("there is no command to " + action.word() + " " + id));
    String unused = shell(id, action, command, commands.limit());
  }

  /** What a command prints. */
  private String shell(ServerId id, Action action, String command, Duration limit)
      throws IOException, InterruptedException {
    List<String> line = List.of("/bin/sh", "-c", command);
    ProgramRun run =
        ProgramRun.of(line, limit)
            .orElseThrow(
                () ->
                    new ClusterException(
                        "the command to %s %s did not end within %d s"
                            .formatted(action.word(), id, limit.toSeconds())));
    String said = run.printed();
    if (run.status() != 0) {
      throw new ClusterException(
          "the command to %s %s ended with status %d: %.300s"
              .formatted(action.word(), id, run.status(), said));
    }
    return said;
  }
}
