// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.agitator.fault.Fault.Power;
import catena.cluster.config.Ports;
import catena.cluster.control.ClusterControl;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.commons.lang3.function.FailableBiFunction;

/** A fault of servers that hits one after the other. */
public class OneByOne extends ServerFault {
  /** What was hit stays as it is until it is healed. */
  private static final FailableBiConsumer<ClusterControl, ServerId, Exception> STAYS =
      (control, id) -> {};

  /**
   * All of them, each with what is done to a server, what brings it back where that is part of the
   * fault, and what shows it.
   *
   * <ul>
   *   <li>{@code kill}: ends the process at once (SIGKILL), as a crash does. A whole site can be
   *       killed, too; what only the power of disks adds to that, {@link Power} shows. All that are
   *       down are started together, since each may need the others.
   *   <li>{@code stop}: ends it in the orderly way.
   *   <li>{@code pause}: halts the process (SIGSTOP), which keeps its connections; healing lets it
   *       go on. A server of Accumulo that was halted for longer than its session with ZooKeeper
   *       lasts ends itself when it goes on, as it must, and is started again.
   *   <li>{@code restart}: kills it and starts it at once, before any other process has noticed
   *       that it was gone. To let its absence be noticed first, kill it with a hold.
   *   <li>{@code rolling-restart}: stops and starts one after the other, each in the orderly way,
   *       as an upgrade does.
   *   <li>{@code migrate}: makes a tserver hand all its tablets over and end.
   * </ul>
   */
  public static final List<OneByOne> ALL =
      List.of(
          new OneByOne("kill", ClusterControl::kill, STAYS, ServerFault::gone) {
            @Override
            public boolean appliesTo(Target target) {
              return super.appliesTo(target) || target.aim() == Target.Aim.SITE;
            }

            @Override
            public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
              return raiseTogether(field, injected.victims());
            }
          },
          new OneByOne("stop", ClusterControl::stop, STAYS, ServerFault::gone),
          new OneByOne("pause", ClusterControl::pause, STAYS, OneByOne::halted) {
            @Override
            public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
              for (Victim victim : injected.victims()) {
                if (victim.pid().isEmpty()
                    && field.server(id(victim)).state() != ServerState.PAUSED) {
                  try {
                    field.control().resume(id(victim)); // halted, it may look as if it ran
                  } catch (IOException e) {
                    if (field.server(id(victim)).state().alive()) {
                      throw e;
                    }
                  }
                }
              }
              return super.heal(field, injected);
            }
          },
          new OneByOne(
              "restart", ClusterControl::kill, ClusterControl::start, ServerFault::another),
          new OneByOne(
              "rolling-restart",
              ClusterControl::stop,
              ClusterControl::start,
              ServerFault::another) {
            @Override
            public boolean inTurn() {
              return true;
            }
          },
          new OneByOne("migrate", ClusterControl::stop, STAYS, OneByOne::handedOver) {
            @Override
            public boolean appliesTo(Target target) {
              return target.unnamed().equals(Optional.of(Role.TSERVER))
                  || target.isOf(Role.TSERVER);
            }
          });

  private final String word;

  /** Done to a server, which is gone or halted when this returns. */
  private final FailableBiConsumer<ClusterControl, ServerId, Exception> hit;

  /** Brings it back where that is part of the fault. */
  private final FailableBiConsumer<ClusterControl, ServerId, Exception> back;

  /** What is seen of a server that is to be hit. */
  private final FailableBiFunction<ClusterUnderTest, Victim, Evidence, Exception> proof;

  private OneByOne(
      String word,
      FailableBiConsumer<ClusterControl, ServerId, Exception> hit,
      FailableBiConsumer<ClusterControl, ServerId, Exception> back,
      FailableBiFunction<ClusterUnderTest, Victim, Evidence, Exception> proof) {
    this.word = word;
    this.hit = hit;
    this.back = back;
    this.proof = proof;
  }

  @Override
  public String word() {
    return word;
  }

  /** What is down cannot be hit, and is left out of a site; a restart in turn starts it. */
  @Override
  public InjectedFault resolve(ClusterUnderTest field, TimedFault planned) throws Exception {
    List<Victim> up = new ArrayList<>();
    for (Victim victim : super.resolve(field, planned).victims()) {
      if (inTurn() || field.server(id(victim)).state().alive()) {
        up.add(victim);
      } else if (planned.targets().stream()
          .noneMatch(each -> Target.parse(each).aim() == Target.Aim.SITE)) {
        throw new IllegalStateException(victim.name() + DOWN);
      }
    }
    if (up.isEmpty()) {
      throw new IllegalStateException(String.join(", ", planned.targets()) + DOWN);
    }
    return InjectedFault.of(planned, up);
  }

  @Override
  public final void act(ClusterUnderTest field, InjectedFault injected, Consumer<Victim> told)
      throws Exception {
    for (Victim victim : injected.victims()) {
      hit.accept(field.control(), id(victim));
      told.accept(victim);
      back.accept(field.control(), id(victim));
    }
  }

  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
    return proofOfAll(injected, victim -> proof.apply(field, victim));
  }

  /** The operating system reports it; or it still listens, and its lock is gone. */
  private static Evidence halted(ClusterUnderTest field, Victim victim) throws Exception {
    Server server = field.server(id(victim));
    if (server.state() == ServerState.PAUSED) {
      return Evidence.of("process " + server.pid().orElse(-1) + " is halted");
    }
    boolean mute =
        victim.session().isPresent()
            && victim.address().isPresent()
            && Ports.listens(HostAndPort.fromString(victim.address().get()))
            && !field.isAtLock(victim);
    return mute
        ? Evidence.of("it listens and has lost its lock in ZooKeeper")
        : Evidence.against("it is " + server.state());
  }

  /** It is gone, and the metadata tables have no tablet at its address. */
  private static Evidence handedOver(ClusterUnderTest field, Victim victim) throws Exception {
    Evidence gone = gone(field, victim);
    if (!gone.shows() || victim.address().isEmpty()) {
      return gone;
    }
    boolean left = field.tablets().addresses().anyMatch(victim.address().get()::equals);
    return left
        ? Evidence.against(gone.text() + ", but tablets are left there")
        : gone.and("none of its tablets is left there");
  }
}
