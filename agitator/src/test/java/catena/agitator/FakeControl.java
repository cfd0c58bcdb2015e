package catena.agitator;

import catena.cluster.control.ClusterControl;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Servers that are what a test says; what is done to them is written down and believed. */
public class FakeControl implements ClusterControl {
  final SortedMap<ServerId, Server> servers = new TreeMap<>();
  public final List<String> done = new ArrayList<>();

  public static ServerId id(String text) {
    return ServerId.parse(text).orElseThrow();
  }

  public FakeControl set(String name, ServerState state, long pid, int port) {
    OptionalLong process = state.alive() ? OptionalLong.of(pid) : OptionalLong.empty();
    Map<String, Integer> ports = state.alive() ? Map.of("client", port) : Map.of();
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

  @Override
  public synchronized List<Server> list() {
    return List.copyOf(servers.values());
  }

  private synchronized void done(String what, ServerId id, ServerState state) {
    done.add(what + " " + id);
    set(id.toString(), state, 99, 99);
    notifyAll();
  }

  public synchronized void awaitDone(int number) throws InterruptedException {
    while (done.size() < number) {
      wait();
    }
  }

  @Override
  public void start(ServerId id) {
    done("start", id, ServerState.RUNNING);
  }

  @Override
  public void stop(ServerId id) {
    done("stop", id, ServerState.STOPPED);
  }

  @Override
  public void kill(ServerId id) {
    done("kill", id, ServerState.DEAD);
  }

  @Override
  public void pause(ServerId id) {
    done("pause", id, ServerState.PAUSED);
  }

  @Override
  public void resume(ServerId id) {
    done("resume", id, ServerState.RUNNING);
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
