// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.agitator.fault.ClusterUnderTest;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import com.google.common.util.concurrent.MoreExecutors;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Observes servers go and come, writes it to the journal, and starts those again that died without
 * being asked to.
 *
 * <p>It remarks, too, that a cluster which had recovered is not whole any more while no fault is
 * open.
 *
 * <p>A server that dies while a fault is open is taken for a consequence: a tserver that was cut
 * off or halted for too long ends itself, as it must. One that dies when nothing is open is a
 * doubt.
 */
public final class Watchdog implements AutoCloseable {
  /** How long servers that are being started may take; after half of it they are interrupted. */
  private static final Duration END = Duration.ofMinutes(5);

  private static final long TOGETHER_MILLIS = 3_000;

  private final ClusterUnderTest field;
  private final Journal journal;
  private final String name;
  private final Consumer<String> notes;
  private final Map<ServerId, Server> alive = new HashMap<>();
  private final Map<ServerId, Long> fallen = new HashMap<>();
  private final Set<ServerId> held = new HashSet<>();
  private final Set<ServerId> raising = ConcurrentHashMap.newKeySet();
  private final List<String> doubts = new ArrayList<>();
  private final ExecutorService raiser = Executors.newCachedThreadPool(Threads.daemons("watchdog"));
  private final OutageWatch relapse = new OutageWatch();
  private int open;
  private boolean closed;

  /** A watchdog that writes under a name into a journal. */
  public Watchdog(ClusterUnderTest field, Journal journal, String name, Consumer<String> notes) {
    this.field = field;
    this.journal = journal;
    this.name = name;
    this.notes = notes;
  }

  /**
   * From now on these may be down, since a fault is about to hit them.
   *
   * @return false, and nothing is changed, if another fault holds one of them
   */
  public synchronized boolean hold(Set<ServerId> servers) {
    if (!Collections.disjoint(held, servers)) {
      return false;
    }
    open++;
    relapse.begins();
    held.addAll(servers);
    return true;
  }

  /** The fault is being healed; what is still down must be raised. */
  public synchronized void healing(Set<ServerId> servers) {
    held.removeAll(servers);
    servers.forEach(id -> fallen.putIfAbsent(id, 0L)); // also where the fault could not be healed
  }

  /** The cluster has recovered from a fault, in words, at a time. */
  public synchronized void recovered(String fault, long at) {
    relapse.recovered(fault, at);
  }

  /** The fault is over. */
  public synchronized void release() {
    open--;
  }

  /** The servers that may be down now. */
  public synchronized Set<ServerId> held() {
    return Set.copyOf(held);
  }

  /** Deaths that no fault explains, and what could not be seen to its end, one sentence each. */
  public synchronized List<String> doubts() {
    return List.copyOf(doubts);
  }

  /** Records an observation. */
  public void see(Observation observation) {
    if (observation instanceof Observation.Quick quick) {
      see(quick);
    } else if (observation instanceof Observation.Whole whole) {
      see(whole);
    }
  }

  private synchronized void see(Observation.Whole seen) {
    Optional<String> remark = open == 0 ? relapse.see(seen) : Optional.empty();
    remark.ifPresent(words -> journal.add(new Event.Note(seen.ended(), name, words)));
    remark.ifPresent(notes);
  }

  private synchronized void see(Observation.Quick seen) {
    List<ServerId> dead = new ArrayList<>();
    for (Server server : seen.servers()) {
      see(server, seen);
      if (server.state() == ServerState.DEAD && mayRaise(server.id(), seen.began())) {
        dead.add(server.id());
      }
    }
    if (!dead.isEmpty() && !closed) {
      raising.addAll(dead);
      String owed = "the watchdog no longer restarts " + dead;
      raiser.execute(
          Threads.repeated("watchdog", owed, () -> raise(dead), why -> doubt(seen.began(), why)));
    }
  }

  private void see(Server server, Observation.Quick seen) {
    long at = seen.began();
    Optional<Server> before = Optional.ofNullable(alive.get(server.id()));
    boolean lives = server.state().alive();
    if (before.isPresent() && (!lives || !samePlace(before.get(), server))) {
      alive.remove(server.id());
      journal.add(
          new Event.ServerLost(at, name, server.id().role().word(), before.get().name().text()));
      if (!lives && !held.contains(server.id())) {
        lost(server, at);
      }
    }
    if (lives && !alive.containsKey(server.id())) {
      alive.put(server.id(), server);
      fallen.remove(server.id());
      journal.add(
          new Event.ServerBack(
              seen.ended(), name, server.id().role().word(), server.name().text()));
    }
  }

  private void lost(Server server, long at) {
    if (open == 0) {
      String why =
          server.id()
              + " died without being asked to while no fault was open; its log is "
              + server.log();
      doubt(at, why);
    }
    fallen.put(server.id(), at);
    notes.accept(server.id() + " has died" + (open == 0 ? " unasked" : " of a fault"));
  }

  /** Those that fall together are raised together, since one may wait for the other. */
  private boolean mayRaise(ServerId id, long at) {
    return !held.contains(id)
        && !raising.contains(id)
        && (open > 0 || fallen.containsKey(id))
        && at - fallen.getOrDefault(id, 0L) >= TOGETHER_MILLIS;
  }

  private static boolean samePlace(Server a, Server b) {
    return a.pid().equals(b.pid()) && a.ports().equals(b.ports());
  }

  private void raise(List<ServerId> dead) {
    try {
      field.control().start(dead);
      notes.accept("started again: " + dead);
    } catch (IOException e) {
      notes.accept(dead + " could not be started: " + Reasons.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      dead.forEach(raising::remove);
    }
  }

  /**
   * Records what is no longer observed or done, at once in the journal too, for the process that
   * takes the run over.
   */
  public synchronized void doubt(long at, String why) {
    doubts.add(why);
    journal.add(new Event.FaultDoubted(at, name, Event.OfFault.NONE, "watch", why));
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    MoreExecutors.shutdownAndAwaitTermination(raiser, END);
  }

  /**
   * Notices that the cluster, after it had recovered from a fault and while none is open, is not
   * whole any more. A tablet that is being moved has no host for a moment, so a relapse must last.
   */
  static final class OutageWatch {
    private static final long LASTING_MILLIS = Duration.ofSeconds(5).toMillis();

    private Optional<String> after = Optional.empty();
    private long recoveredAt;
    private long since = -1;
    private boolean reported;

    /** The cluster has recovered from a fault, in words. */
    void recovered(String fault, long at) {
      after = Optional.of(fault);
      recoveredAt = at;
    }

    /** A fault begins: what follows is its doing. */
    void begins() {
      since = -1;
      reported = false;
    }

    /** Records an observation while no fault is open; a remark if there is one to make. */
    Optional<String> see(Observation.Whole seen) {
      if (after.isEmpty() || seen.began() < recoveredAt) {
        return Optional.empty();
      }
      Optional<String> missing = seen.missing(Set.of());
      if (missing.isEmpty()) {
        boolean ends = reported;
        long began = since;
        begins();
        return ends
            ? Optional.of(
                "the cluster is whole again, after " + (seen.ended() - began) / 1000 + " s")
            : Optional.empty();
      }
      if (since < 0) {
        since = seen.began();
      }
      if (reported || seen.ended() - since < LASTING_MILLIS) {
        return Optional.empty();
      }
      reported = true;
      return Optional.of(
          "the cluster is not whole any more though it had recovered from %s, for %d s now: %s"
              .formatted(after.get(), (seen.ended() - since) / 1000, missing.get()));
    }
  }
}
