// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.harness.accumulo.Connection;
import catena.harness.activity.Companion;
import catena.harness.activity.HeldDoubts;
import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.InstanceNodes;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Tablets;
import catena.records.history.Span;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import com.google.common.collect.Comparators;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableLongConsumer;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * Records which server hosts each tablet of a table and of the metadata tables, and which
 * write-ahead logs the tservers write, whenever that changes: {@code events/tablets.jsonl}.
 *
 * <p>It polls, so times are late by up to the interval, and a move there and back between two polls
 * is not seen. The cost of a poll grows with the tablets, here and in the servers that are queried.
 * While the cluster is calm, the tablets are read at the interval of {@link Tablets#rest}, else ten
 * times as often. It is calm while the same tservers live and all tablets have a host; the live
 * tservers and their logs are polled in each interval, or, with a hundred tservers and more, so
 * rarely that ZooKeeper gets some hundreds of requests a second. The duration of a poll is not used
 * for that: a poll may take long if servers are gone, or if it is the first. A tablet that is
 * hosted gets the time of the end of the poll, one that is not hosted the time of its begin. While
 * a source cannot be read, only that fact is recorded. A failure never ends the run; if the
 * recorder itself died, that is a doubt.
 */
public final class TabletRecorder implements Companion.Attendance {
  /** The name of its journal, and of itself in it. */
  public static final String NAME = "tablets";

  private static final String LOGS = "write-ahead logs";
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** How long to wait for a tablet without a host at the end to get one: it may be moving. */
  private static final Duration MOVING = Duration.ofSeconds(5);

  /** How many times as often it polls while the cluster is not calm. */
  private static final int OFTENER = 10;

  /** The cost of a poll never makes the interval longer than this then. */
  private static final Duration MOST_BETWEEN = Duration.ofMinutes(1);

  /** Some four requests to ZooKeeper: for its lock and its logs, each with the node's content. */
  private static final Duration REST_OF_A_TSERVER = Duration.ofMillis(10);

  private static final Duration BETWEEN_LAST_POLLS = Duration.ofMillis(100);
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final List<HostingSource> sights;
  private final FailableSupplier<SortedMap<String, List<String>>, Exception> logs;
  private final BlockingSupplier<Set<String>> tservers;
  private final Closeable held;
  private final Journal journal;
  private final Clock clock;
  private final StopSignal stop = new StopSignal();
  private final Thread thread;
  private final Map<HostingSource, Map<String, HostingSource.Hosting>> last = new HashMap<>();
  private final Set<String> silent = new HashSet<>();
  private final HeldDoubts doubts;
  private SortedMap<String, List<String>> lastLogs = new TreeMap<>();

  /**
   * A recorder that has not started.
   *
   * @param logs returns the write-ahead logs that each tserver writes, by host and port; throws if
   *     they cannot be read now
   * @param tservers the live ones; a change of them ends a calm time
   * @param held is closed with it
   * @param doubts takes what could not be recorded, one sentence each
   */
  TabletRecorder(
      List<HostingSource> sights,
      FailableSupplier<SortedMap<String, List<String>>, Exception> logs,
      BlockingSupplier<Set<String>> tservers,
      Closeable held,
      Journal journal,
      Clock clock,
      Duration interval,
      HeldDoubts doubts) {
    this.doubts = doubts;
    this.sights = List.copyOf(sights);
    this.logs = logs;
    this.tservers = tservers;
    this.held = held;
    this.journal = journal;
    this.clock = clock;
    // A daemon: Accumulo's client may wait for ever for a table without a host.
    String owed = "it is not on record any more where the tablets were hosted";
    this.thread = Threads.daemon("tablet-recorder", owed, () -> record(interval), doubts::add);
  }

  /**
   * Starts to record, until it is closed.
   *
   * @param connection is not closed before this
   * @param table its name; it need not exist yet
   * @param interval between two polls, {@link TraceCompanion#INTERVAL}
   * @throws IOException if the journal cannot be opened
   */
  public static TabletRecorder start(
      Connection connection, String table, RunDirectory run, Clock clock, Duration interval)
      throws IOException {
    HeldDoubts doubts = new HeldDoubts();
    Journal journal =
        new Journal(
            run.append(run.events(NAME)),
            e -> doubts.add("where the tablets were hosted cannot be recorded: " + Reasons.of(e)));
    InstanceNodes nodes = connection.nodes(CONNECT);
    ServerLocks locks = connection.locks(CONNECT);
    Closeable held =
        () -> {
          locks.close();
          nodes.close();
        };
    List<HostingSource> sights =
        List.of(
            HostingSource.ofRoot(nodes, locks::sessions),
            HostingSource.ofMetadata(connection.client(), locks::sessions),
            HostingSource.ofTable(connection.client(), table, locks::sessions));
    TabletRecorder recorder =
        new TabletRecorder(
            sights, nodes::logs, locks::sessions, held, journal, clock, interval, doubts);
    recorder.begin();
    return recorder;
  }

  /** Begins to poll. */
  void begin() {
    thread.start();
  }

  /** The outcome after it was closed: a doubt if the record has a gap that is not noted in it. */
  @Override
  public PartOutcome outcome() {
    return doubts.outcome();
  }

  @Override
  public void holdBy(Consumer<String> each) {
    doubts.holdBy(each);
  }

  /** An interrupt means that it is closed while it waits for a server. */
  private void record(Duration interval) throws InterruptedException {
    Optional<Set<String>> living;
    long began;
    do {
      living = tservers.attempt();
      began = System.nanoTime();
      poll();
    } while (!rest(interval, began, living));
    // The state at the end decides whether a tablet was left without a host.
    long deadline = System.nanoTime() + MOVING.toNanos();
    poll();
    while (anyIsUnhosted() && System.nanoTime() - deadline < 0) {
      Thread.sleep(BETWEEN_LAST_POLLS.toMillis());
      poll();
    }
  }

  /**
   * How long to wait after reading so many tablets while the cluster is not calm.
   *
   * @param interval as configured
   */
  static Duration pause(Duration interval, int tablets) {
    Duration share = Tablets.rest(tablets).dividedBy(OFTENER);
    return Comparators.max(interval, Comparators.min(share, MOST_BETWEEN));
  }

  /**
   * Waits until it is time to read the tablets again.
   *
   * @param began the start of the last read, by {@link System#nanoTime}
   * @param living the tservers before it
   * @return whether it is over
   */
  private boolean rest(Duration interval, long began, Optional<Set<String>> living)
      throws InterruptedException {
    long until = began + Tablets.rest(tablets()).toNanos();
    boolean hosted = !anyIsUnhosted();
    Duration wait = pause(interval, tablets());
    while (!stop.await(wait)) {
      if (!hosted || System.nanoTime() - until >= 0) {
        return false;
      }
      attempt(LOGS, this::serverLogs);
      if (living.isEmpty() || !living.equals(tservers.attempt())) {
        return false;
      }
      wait = Comparators.max(interval, REST_OF_A_TSERVER.multipliedBy(living.get().size()));
    }
    return true;
  }

  private int tablets() {
    return last.values().stream().mapToInt(Map::size).sum();
  }

  private boolean anyIsUnhosted() {
    return last.values().stream()
        .flatMap(tablets -> tablets.values().stream())
        .anyMatch(hosting -> hosting.server().isEmpty());
  }

  /** Polls everything once. */
  void poll() throws InterruptedException {
    for (HostingSource sight : sights) {
      attempt(sight.name(), at -> tablets(sight, at));
    }
    attempt(LOGS, this::serverLogs);
  }

  private void tablets(HostingSource sight, long began) throws Exception {
    Map<String, HostingSource.Hosting> now = sight.tablets().get();
    changes(since(began), last.getOrDefault(sight, Map.of()), now).forEach(journal::add);
    last.put(sight, now);
  }

  /** The time of the poll that ends now; never negative, even if the clock was set back. */
  private Span since(long began) {
    return new Span(began, Math.max(began, clock.millis()));
  }

  private void serverLogs(long began) throws Exception {
    SortedMap<String, List<String>> now = logs.get();
    logChanges(since(began), lastLogs, now).forEach(journal::add);
    lastLogs = now;
  }

  /**
   * Tablets that are new, hosted elsewhere, or gone. A poll takes a while: what exists gets the
   * time of its end, what is gone the time of its begin.
   *
   * @param poll the poll: what is gone gets the time of its begin, what exists that of its end
   */
  static List<Event> changes(
      Span poll,
      Map<String, HostingSource.Hosting> before,
      Map<String, HostingSource.Hosting> now) {
    List<Event> events = new ArrayList<>();
    now.forEach(
        (tablet, hosting) -> {
          if (!hosting.equals(before.get(tablet))) {
            long at = hosting.server().isPresent() ? poll.to() : poll.from();
            events.add(new Event.TabletHosted(at, NAME, tablet, hosting.server(), hosting.logs()));
          }
        });
    before.keySet().stream()
        .filter(tablet -> !now.containsKey(tablet))
        .forEach(tablet -> events.add(new Event.TabletGone(poll.from(), NAME, tablet)));
    return events;
  }

  /**
   * The changes of servers' logs: all logs of a new server, those that a known server gained and
   * lost, and none for a server that is gone.
   *
   * @param poll the poll: what is gone gets the time of its begin, what exists that of its end
   */
  static List<Event> logChanges(
      Span poll, Map<String, List<String>> before, Map<String, List<String>> now) {
    List<Event> events = new ArrayList<>();
    now.forEach(
        (server, logs) -> {
          List<String> known = before.get(server);
          if (known == null) {
            events.add(new Event.ServerLogs(poll.to(), NAME, server, logs));
          } else if (!logs.equals(known)) {
            events.add(
                new Event.LogsChanged(
                    poll.to(), NAME, server, without(logs, known), without(known, logs)));
          }
        });
    before.keySet().stream()
        .filter(server -> !now.containsKey(server))
        .forEach(server -> events.add(new Event.ServerLogs(poll.from(), NAME, server, List.of())));
    return events;
  }

  private static List<String> without(List<String> some, List<String> others) {
    Set<String> out = Set.copyOf(others);
    return some.stream().filter(log -> !out.contains(log)).toList();
  }

  /** Polls; records once when that begins to fail, and once when it works again. */
  private void attempt(String what, FailableLongConsumer<Exception> query)
      throws InterruptedException {
    long at = clock.millis();
    try {
      query.accept(at);
      if (silent.remove(what)) {
        journal.add(new Event.Note(clock.millis(), NAME, what + " can be read again"));
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // whatever a client throws while servers fall
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      if (silent.add(what)) {
        journal.add(new Event.Note(at, NAME, what + " cannot be read: " + Reasons.of(e)));
      }
    }
  }

  /** Polls a last time, repeats that for a few seconds while a tablet is moving, and ends. */
  @Override
  public void close() throws IOException {
    try (journal;
        held) {
      stop.ask("the recording is over");
      Uninterruptibles.joinUninterruptibly(thread, GRACE.plus(MOVING));
      thread.interrupt();
      Uninterruptibles.joinUninterruptibly(thread, GRACE);
    }
  }
}
