// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.cluster.control.ClusterControl;
import catena.cluster.control.DiskControl;
import catena.cluster.control.Instrument;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Servers that are what a test says; what is done to them is written down and believed. */
public class FakeControl implements ClusterControl {
  final SortedMap<ServerId, Server> servers = new TreeMap<>();
  public final List<String> done = new ArrayList<>();
  private final Map<String, Deque<Throwable>> failures = new HashMap<>();
  private final Set<String> idle = new HashSet<>();
  private final Set<Long> lingering = new HashSet<>();
  private final SortedSet<ServerId> disks = new TreeSet<>();
  private final Map<ServerId, String> off = new HashMap<>();
  private Consumer<String> before = what -> {};

  private Optional<Instrument> agent = Optional.empty();

  public static ServerId id(String text) {
    return ServerId.parse(text).orElseThrow();
  }

  public FakeControl set(String name, ServerState state, long pid, int port) {
    OptionalLong process = state.alive() ? OptionalLong.of(pid) : OptionalLong.empty();
    Map<String, Integer> ports = state.alive() && port > 0 ? Map.of("client", port) : Map.of();
    servers.put(
        id(name),
        new Server(
            id(name),
            state,
            process,
            "127.0.0.1",
            ports,
            Optional.empty(),
            Path.of(name + ".log")));
    return this;
  }

  /** Its servers have the agent, whose files are in a directory. */
  public FakeControl instrument(Path directory) {
    agent = Optional.of(new Instrument(directory));
    return this;
  }

  @Override
  public Optional<Instrument> instrument() {
    return agent;
  }

  @Override
  public synchronized List<Server> list() {
    Throwable failure = failure("list");
    if (failure != null) {
      Throwables.throwIfUnchecked(failure);
    }
    return List.copyOf(servers.values());
  }

  /** The next times that this is done, to anybody, it fails so; {@code list} too can fail. */
  public FakeControl fails(String what, Throwable... in) {
    failures.computeIfAbsent(what, same -> new ArrayDeque<>()).addAll(List.of(in));
    return this;
  }

  /** This is done without an effect and without a complaint. */
  public FakeControl idle(String what) {
    idle.add(what);
    return this;
  }

  /** This process is there whatever the servers say. */
  public FakeControl lingers(long pid) {
    lingering.add(pid);
    return this;
  }

  /** No process is there whatever the servers say. */
  public void lingersNoMore() {
    lingering.clear();
  }

  @Override
  public Optional<Boolean> lives(long pid) {
    return Optional.of(
        lingering.contains(pid)
            || servers.values().stream().anyMatch(server -> server.pid().orElse(-1) == pid));
  }

  /** Told of each deed right before it is done, such as {@code kill gc-1}. */
  public FakeControl before(Consumer<String> watcher) {
    before = watcher;
    return this;
  }

  private Throwable failure(String what) {
    return failures.getOrDefault(what, new ArrayDeque<>()).poll();
  }

  private synchronized void done(String what, ServerId id, ServerState state)
      throws IOException, InterruptedException {
    before.accept(what + " " + id);
    Throwable failure = failure(what);
    if (failure != null) {
      Throwables.throwIfInstanceOf(failure, IOException.class);
      Throwables.throwIfInstanceOf(failure, InterruptedException.class);
      Throwables.throwIfUnchecked(failure);
    }
    done.add(what + " " + id);
    if (!idle.contains(what)) {
      set(id.toString(), state, 99, 99);
    }
    notifyAll();
  }

  public synchronized void awaitDone(int number) throws InterruptedException {
    while (done.size() < number) {
      wait();
    }
  }

  @Override
  public void start(ServerId id) throws IOException, InterruptedException {
    done("start", id, ServerState.RUNNING);
    if (!idle.contains("mount")) {
      off.remove(id);
    }
  }

  @Override
  public void stop(ServerId id) throws IOException, InterruptedException {
    done("stop", id, ServerState.STOPPED);
  }

  @Override
  public void kill(ServerId id) throws IOException, InterruptedException {
    done("kill", id, ServerState.DEAD);
  }

  @Override
  public void pause(ServerId id) throws IOException, InterruptedException {
    done("pause", id, ServerState.PAUSED);
  }

  @Override
  public void resume(ServerId id) throws IOException, InterruptedException {
    done("resume", id, ServerState.RUNNING);
  }

  /** Gives these servers disks, whose power goes with {@link DiskControl#cutPower}. */
  public FakeControl disks(String... names) {
    for (String name : names) {
      disks.add(id(name));
    }
    return this;
  }

  /** From now on the disk of a server fails so, until the server is started. */
  public FakeControl diskFails(String name, String how) {
    off.put(id(name), how);
    return this;
  }

  @Override
  public Optional<DiskControl> disks() {
    return disks.isEmpty() ? Optional.empty() : Optional.of(new FakeDisks());
  }

  private final class FakeDisks implements DiskControl {
    @Override
    public List<ServerId> servers() {
      return List.copyOf(disks);
    }

    @Override
    public void cutPower(Collection<ServerId> victims) throws IOException, InterruptedException {
      done.add("power off " + victims);
      for (ServerId id : victims) {
        set(id.toString(), ServerState.DEAD, 99, 99);
        if (disks.contains(id)) {
          diskFails(id.toString(), "Input/output error");
        }
      }
    }

    @Override
    public Optional<String> failure(ServerId server) {
      return Optional.ofNullable(off.get(server));
    }
  }

  @Override
  public SortedMap<ServerId, String> missing() throws IOException {
    return new TreeMap<>();
  }

  @Override
  public int replication() {
    return 1;
  }
}
