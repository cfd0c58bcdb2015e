// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static com.google.common.base.Preconditions.checkState;

import catena.cluster.config.Ports;
import catena.cluster.control.ClusterControl;
import catena.cluster.control.DiskControl;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import com.google.common.base.Suppliers;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.commons.lang3.function.FailableBiFunction;

/**
 * One kind of fault: it finds its victims, injects itself, proves that it took effect, and heals.
 *
 * <p>A fault has no state. What it knows of one occurrence is in the {@link InjectedFault}, which
 * is written down before {@link #act}, so that any process can {@link #heal}. To add one, add a
 * line to the list of its family: {@link OneByOne#ALL}, {@link TableFault#ALL}; or a class, which
 * {@link #ALL} names.
 */
public abstract sealed class Fault permits ServerFault, Cut, TableFault {
  /** The end of why one is not done whose victim may come back soon. */
  public static final String DOWN = " is down already";

  /** All there are, family by family; found when first asked for, since each is one itself. */
  @SuppressWarnings("ClassInitializationDeadlock") // initializing this type makes none of them
  static final Supplier<List<Fault>> ALL =
      Suppliers.memoize(
          () ->
              Stream.of(
                      OneByOne.ALL, List.of(new Power(), new JvmFault(), new Cut()), TableFault.ALL)
                  .<Fault>flatMap(List::stream)
                  .toList());

  private final String word;
  private final Set<String> options;

  /** One with a word, and with the options that it takes. */
  Fault(String word, String... options) {
    this.word = word;
    this.options = Set.of(options);
  }

  /** The fault with a word, if there is one. */
  public static Optional<Fault> of(String word) {
    return ALL.get().stream().filter(fault -> fault.word().equals(word)).findFirst();
  }

  /** The fault that was injected. */
  public static Fault of(InjectedFault injected) {
    return of(injected.fault())
        .orElseThrow(() -> new IllegalArgumentException("there is no fault " + injected.fault()));
  }

  /** All the words, for messages. */
  public static String words() {
    return ALL.get().stream().map(Fault::word).collect(Collectors.joining(", "));
  }

  /** Its name in policies, plans and journals. */
  public final String word() {
    return word;
  }

  /** Whether it can be aimed so. */
  public abstract boolean appliesTo(Target target);

  /**
   * Why it cannot be done to any server of such a cluster, if it cannot, and what it needs.
   *
   * @param options as they are given
   */
  public Optional<String> problem(Topology topology, SortedMap<String, String> options) {
    return Optional.empty();
  }

  /** The options that it takes. */
  public final Set<String> options() {
    return options;
  }

  /**
   * Whether it leaves tablets without a host by itself, from when it is done until it is healed: no
   * observation need have seen them so.
   */
  public boolean unhosts() {
    return false;
  }

  /** Whether it hits one victim after the other, so that only one is down at a time. */
  public boolean inTurn() {
    return false;
  }

  /** Finds the victims and what healing will need to know; touches nothing. */
  public abstract InjectedFault resolve(ClusterUnderTest field, TimedFault planned)
      throws Exception;

  /**
   * Injects it.
   *
   * @param hit receives each victim as soon as it is hit: gone, halted or cut off, and not there
   *     again yet
   */
  public abstract void act(ClusterUnderTest field, InjectedFault injected, Consumer<Victim> hit)
      throws Exception;

  /** What is seen of it, by other sources than the one that injected it. */
  public abstract Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception;

  /**
   * Heals it; nothing happens where nothing is broken.
   *
   * @return what was done, in words
   */
  public abstract String heal(ClusterUnderTest field, InjectedFault injected) throws Exception;

  /**
   * Cuts the power of servers and of their disks at one moment: what was written and not synced is
   * lost; mounts the disks again and starts the servers.
   *
   * <p>The target {@code site} is every tserver and every DataNode, as when the power of a site
   * goes; a DataNode alone is a single machine that loses its disk's cache.
   */
  static final class Power extends ServerFault {
    Power() {
      super("power");
    }

    @Override
    public boolean appliesTo(Target target) {
      return target.aim() == Target.Aim.SITE || target.isOf(Role.DATANODE);
    }

    @Override
    public Optional<String> problem(Topology topology, SortedMap<String, String> options) {
      return topology.disks().isEmpty()
          ? Optional.of(
              "needs DataNodes with their own disks: start the cluster with --disks SIZE, or write"
                  + " disks: SIZE below cluster: (root only); not with fast and slow ones, whose"
                  + " power stays")
          : Optional.empty();
    }

    @Override
    public void act(ClusterUnderTest field, InjectedFault injected, Consumer<Victim> hit)
        throws Exception {
      List<ServerId> ids = injected.victims().stream().map(ServerFault::id).toList();
      disks(field).cutPower(ids);
      injected.victims().forEach(hit);
    }

    private static DiskControl disks(ClusterUnderTest field) throws IOException {
      return field
          .control()
          .disks()
          .orElseThrow(
              () -> new IllegalStateException("no server of this cluster has its own disk"));
    }

    @Override
    public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
      return proofOfAll(injected, victim -> proof(field, victim));
    }

    /** It is gone; and if it has a disk, a write to that fails. */
    private static Evidence proof(ClusterUnderTest field, Victim victim) throws Exception {
      Evidence gone = gone(field, victim);
      DiskControl disks = disks(field);
      if (!gone.shows() || !disks.servers().contains(id(victim))) {
        return gone;
      }
      return disks
          .failure(id(victim))
          .map(failure -> gone.and("a write to its disk fails: " + failure))
          .orElse(Evidence.against(gone.text() + ", but its disk can be written"));
    }

    /**
     * A DataNode's start mounts its disk again; all start together, since each needs the others.
     */
    @Override
    public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
      List<Victim> victims = injected.victims();
      List<String> done = new ArrayList<>(List.of(raiseTogether(field, victims)));
      DiskControl disks = disks(field);
      for (ServerId id : disks.servers()) {
        if (victims.stream().anyMatch(victim -> id.equals(id(victim)))) {
          Optional<String> failure = disks.failure(id);
          if (failure.isPresent()) {
            throw new IOException("the disk of " + id + " is not there again: " + failure.get());
          }
          done.add("the disk of " + id + " is mounted");
        }
      }
      return String.join("; ", done);
    }
  }

  /** A fault of servers that hits one after the other. */
  static class OneByOne extends ServerFault {
    /** What was hit stays as it is until it is healed. */
    private static final FailableBiConsumer<ClusterControl, ServerId, Exception> STAYS =
        (control, id) -> {};

    /**
     * All of them, each with what is done to a server, what brings it back where that is part of
     * the fault, and what shows it.
     *
     * <ul>
     *   <li>{@code kill}: ends the process at once (SIGKILL), as a crash does. A whole site can be
     *       killed, too; what only the power of disks adds to that, {@link Power} shows. All that
     *       are down are started together, since each may need the others.
     *   <li>{@code stop}: ends it in the orderly way.
     *   <li>{@code pause}: halts the process (SIGSTOP), which keeps its connections; healing lets
     *       it go on. A server of Accumulo that was halted for longer than its session with
     *       ZooKeeper lasts ends itself when it goes on, as it must, and is started again.
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
              void wasHit(ClusterUnderTest field, Victim victim) throws Exception {
                boolean unused = isLeft(field, victim);
              }

              @Override
              public boolean appliesTo(Target target) {
                return target.unnamed().equals(Optional.of(Role.TSERVER))
                    || target.isOf(Role.TSERVER);
              }
            });

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
      super(word);
      this.hit = hit;
      this.back = back;
      this.proof = proof;
    }

    @Override
    public final void act(ClusterUnderTest field, InjectedFault injected, Consumer<Victim> listener)
        throws Exception {
      for (Victim victim : injected.victims()) {
        hit.accept(field.control(), id(victim));
        listener.accept(victim);
        wasHit(field, victim);
        back.accept(field.control(), id(victim));
      }
    }

    /** Refuses what is seen of a victim right after it was hit, and perhaps not later. */
    void wasHit(ClusterUnderTest field, Victim victim) throws Exception {
      // the proof of most sees all
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

    /**
     * Whether the metadata tables have a tablet at its address. It must have none once it has
     * ended: one that ends earlier leaves them there until the manager takes them away, as after a
     * crash.
     */
    private static boolean isLeft(ClusterUnderTest field, Victim victim) throws Exception {
      boolean ended = !field.server(id(victim)).state().alive();
      boolean left =
          victim.address().filter(field.tablets().addresses().toList()::contains).isPresent();
      checkState(!ended || !left, "%s ended before its tablets had left it", victim.name());
      return left;
    }

    /** It is gone, and none of its tablets is left there. */
    private static Evidence handedOver(ClusterUnderTest field, Victim victim) throws Exception {
      boolean left = isLeft(field, victim);
      Evidence gone = gone(field, victim);
      if (!gone.shows() || victim.address().isEmpty()) {
        return gone;
      }
      return left
          ? Evidence.against(gone.text() + ", but tablets are left there")
          : gone.and("none of its tablets is left there");
    }
  }
}
