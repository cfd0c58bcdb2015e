package catena.agitator.fault;

import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A fault of servers; healed when each has a running process again. */
public abstract non-sealed class ServerFault implements Fault {
  @Override
  public boolean appliesTo(Target target) {
    return target instanceof Target.AnyOf
        || target instanceof Target.One
        || target instanceof Target.Hosting;
  }

  @Override
  public InjectedFault look(ClusterUnderTest field, TimedFault planned) throws Exception {
    List<Victim> victims = new ArrayList<>();
    for (String target : planned.targets()) {
      ServerId id = field.find(Target.parse(target));
      if (victims.stream().noneMatch(victim -> victim.name().equals(id.toString()))) {
        victims.add(field.victim(id));
      }
    }
    return InjectedFault.of(planned, victims);
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
    for (Victim victim : injected.victims()) {
      inject(field, id(victim));
    }
  }

  /** Injects it into one. */
  protected abstract void inject(ClusterUnderTest field, ServerId id) throws Exception;

  @Override
  public Optional<String> proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
    List<String> evidence = new ArrayList<>();
    for (Victim victim : injected.victims()) {
      Optional<String> one = proof(field, victim);
      if (one.isEmpty()) {
        return one;
      }
      evidence.add(victim.name() + ": " + one.get());
    }
    return Optional.of(String.join("; ", evidence));
  }

  /** What shows that one was hit. */
  protected abstract Optional<String> proof(ClusterUnderTest field, Victim victim) throws Exception;

  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    List<String> done = new ArrayList<>();
    for (Victim victim : injected.victims()) {
      done.add(raise(field, id(victim)));
    }
    return String.join("; ", done);
  }

  /** Makes a server run again, whatever has become of it. */
  public static String raise(ClusterUnderTest field, ServerId id)
      throws IOException, InterruptedException {
    Server server = field.server(id);
    return switch (server.state()) {
      case RUNNING -> id + " runs";
      case PAUSED -> {
        field.control().resume(id);
        yield id + " resumed";
      }
      case DEAD, STOPPED -> {
        field.control().start(id);
        yield id + " started";
      }
    };
  }

  /** The process is gone, nobody listens at its address, its lock is gone. */
  protected static Optional<String> gone(ClusterUnderTest field, Victim victim)
      throws IOException, InterruptedException {
    Server server = field.server(id(victim));
    boolean replaced =
        victim.pid().isPresent()
            && server.pid().isPresent()
            && server.pid().getAsLong() != victim.pid().get();
    if (server.state().alive() && !replaced) {
      return Optional.empty();
    }
    String evidence =
        victim.pid().map(pid -> "process " + pid + " is gone").orElse("is " + dead(server.state()));
    if (victim.address().isPresent()) {
      if (!replaced && Reachability.listens(victim.address().get())) {
        return Optional.empty();
      }
      evidence += replaced ? "" : ", port of " + victim.address().get() + " is closed";
    }
    if (victim.session().isPresent()) {
      if (field.holdsLock(victim)) {
        return Optional.empty();
      }
      evidence += ", its lock in ZooKeeper is gone";
    }
    return Optional.of(evidence);
  }

  private static String dead(ServerState state) {
    return state.toString();
  }

  protected static ServerId id(Victim victim) {
    return ServerId.parse(victim.name())
        .orElseThrow(() -> new IllegalArgumentException(victim.name() + " is no server"));
  }
}
