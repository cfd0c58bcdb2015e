// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static com.google.common.base.Preconditions.checkState;

import catena.cluster.config.Ports;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.function.FailableFunction;

/** A fault of servers; healed when each has a running process again. */
public abstract non-sealed class ServerFault extends Fault {
  ServerFault(String word, String... options) {
    super(word, options);
  }

  @Override
  public boolean appliesTo(Target target) {
    return target.isServer();
  }

  /** What is down cannot be hit, and is left out of a site; a restart in turn starts it. */
  @Override
  public InjectedFault resolve(ClusterUnderTest field, TimedFault planned) throws Exception {
    Map<ServerId, Victim> victims = new LinkedHashMap<>();
    for (String text : planned.targets()) {
      Target target = Target.parse(text);
      boolean site = target.aim() == Target.Aim.SITE;
      List<ServerId> ids =
          site
              ? target.servers(ClusterUnderTest.topology(field.control()))
              : List.of(field.find(target));
      for (ServerId id : ids) {
        if (inTurn() || field.server(id).state().alive()) {
          victims.put(id, field.victim(id));
        } else {
          checkState(site, id + DOWN);
        }
      }
    }
    checkState(!victims.isEmpty(), String.join(", ", planned.targets()) + DOWN);
    return InjectedFault.of(planned, List.copyOf(victims.values()));
  }

  /**
   * What is seen of all that are to be hit.
   *
   * @param each what is seen of one
   */
  static Evidence proofOfAll(
      InjectedFault injected, FailableFunction<Victim, Evidence, Exception> each) throws Exception {
    List<String> evidence = new ArrayList<>();
    for (Victim victim : injected.victims()) {
      Evidence one = each.apply(victim);
      String words = victim.name() + ": " + one.text();
      if (!one.shows()) {
        return Evidence.against(words);
      }
      evidence.add(words);
    }
    return Evidence.of(String.join("; ", evidence));
  }

  /** Makes each of its victims run again. */
  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    List<String> done = new ArrayList<>();
    for (Victim victim : injected.victims()) {
      done.add(raise(field, id(victim)));
    }
    return String.join("; ", done);
  }

  /** The same for several, where those that are down are started at once. */
  static String raiseTogether(ClusterUnderTest field, List<Victim> victims)
      throws IOException, InterruptedException {
    List<ServerId> down = new ArrayList<>();
    List<String> done = new ArrayList<>();
    for (Victim victim : victims) {
      Server server = field.server(id(victim));
      if (server.state().alive()) {
        done.add(raise(field, server.id()));
      } else {
        down.add(server.id());
      }
    }
    if (!down.isEmpty()) {
      field.control().start(down);
      down.forEach(id -> done.add(id + " started"));
    }
    return String.join("; ", done);
  }

  /** Makes a server run again, whatever its state. */
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

  /** The process is gone, no process listens at its address, its lock is gone. */
  static Evidence gone(ClusterUnderTest field, Victim victim)
      throws IOException, InterruptedException {
    Server server = field.server(id(victim));
    boolean replaced = replaced(victim, server);
    if (server.state() == ServerState.RUNNING
        && victim.pid().isEmpty()
        && victim.session().isPresent()) {
      return another(field, victim); // something else has started it again, as Kubernetes does
    }
    if ((server.state().alive() && !replaced) || field.lives(victim)) {
      return Evidence.against(
          victim.pid().map(pid -> "process " + pid + " is there").orElse("is " + server.state()));
    }
    Evidence evidence =
        Evidence.of(
            victim.pid().map(pid -> "process " + pid + " is gone").orElse("is " + server.state()));
    if (victim.address().isPresent() && !replaced) {
      String port = "port of " + victim.address().get();
      if (Ports.listens(HostAndPort.fromString(victim.address().get()))) {
        return Evidence.against(evidence.text() + ", but " + port + " is open");
      }
      evidence = evidence.and(port + " is closed");
    }
    if (victim.session().isPresent()) {
      if (field.isAtLock(victim)) {
        return Evidence.against(
            evidence.text()
                + (victim.waited()
                    ? ", but it waits for the lock in ZooKeeper"
                    : ", but it holds its lock in ZooKeeper"));
      }
      evidence =
          evidence.and(
              victim.waited()
                  ? "it waits for the lock in ZooKeeper no more"
                  : "the lock that it held in ZooKeeper is gone");
    }
    return evidence;
  }

  private static boolean replaced(Victim victim, Server server) {
    return victim.pid().isPresent()
        && server.pid().isPresent()
        && server.pid().getAsLong() != victim.pid().get();
  }

  /** Another process runs in its place; where processes are not known, its lock is gone. */
  static Evidence another(ClusterUnderTest field, Victim victim)
      throws IOException, InterruptedException {
    Server server = field.server(id(victim));
    if (!server.state().alive()) {
      return Evidence.against("no process runs, it is " + server.state());
    }
    if (victim.pid().isPresent() && server.pid().isPresent()) {
      return replaced(victim, server) && !field.lives(victim)
          ? Evidence.of(
              "process %d is gone, process %d runs"
                  .formatted(victim.pid().get(), server.pid().getAsLong()))
          : Evidence.against("process " + victim.pid().get() + " is there");
    }
    if (victim.session().isEmpty()) {
      return Evidence.against("it runs, and neither a process nor a session of before is known");
    }
    return field.isAtLock(victim)
        ? Evidence.against("its session of before is in ZooKeeper")
        : Evidence.of("it runs, and its session of before is gone from ZooKeeper");
  }

  /** Which server a victim is. */
  static ServerId id(Victim victim) {
    return victim
        .server()
        .orElseThrow(() -> new IllegalArgumentException(victim.name() + " is no server"));
  }
}
