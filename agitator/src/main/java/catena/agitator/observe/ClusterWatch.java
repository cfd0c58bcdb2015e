// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Victim;
import catena.cluster.spec.Server;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Tablets;
import catena.records.threads.Bounded;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import com.google.common.collect.EvictingQueue;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Observes the cluster repeatedly, on two threads: quickly the processes and the locks, and the
 * whole of it, which takes longer where something is broken.
 *
 * <p>A tablet is hosted if the session of its location holds a tserver's lock and the process of
 * that session runs: a lock outlives a killed process until its session times out.
 *
 * <p>No observation exceeds its limit, whatever it waits for: it is given up, and this is recorded
 * as what was seen. A thread that dies is a doubt.
 */
public final class ClusterWatch implements AutoCloseable {
  private static final int KEPT = 20_000;
  private static final Duration END = Duration.ofSeconds(20);

  private final ClusterUnderTest field;
  private final Clock clock;
  private final Duration pause;
  private final Duration limit;
  private final Consumer<Observation> onObservation;
  private final Consumer<String> doubts;
  private final StopSignal stop = new StopSignal();
  private final ObservationWindow<Observation.Quick> quick = new ObservationWindow<>(KEPT);
  private final ObservationWindow<Observation.Whole> whole = new ObservationWindow<>(KEPT);
  private final LogSizes logs = new LogSizes();
  private final List<Thread> threads;
  private final EndedSessions ended = new EndedSessions();
  private volatile Optional<Tablets> tablets = Optional.empty();

  /**
   * A watch that begins at once.
   *
   * @param pause between two observations
   * @param limit for one observation
   * @param onObservation receives each observation
   * @param doubts receives what the watch could not do to its end, one sentence each
   */
  public ClusterWatch(
      ClusterUnderTest field,
      Clock clock,
      Duration pause,
      Duration limit,
      Consumer<Observation> onObservation,
      Consumer<String> doubts) {
    this.field = field;
    this.clock = clock;
    this.pause = pause;
    this.limit = limit;
    this.onObservation = onObservation;
    this.doubts = doubts;
    threads =
        List.of(
            thread("watch-servers", "no server's death is seen", this::observeServers),
            thread(
                "watch-whole", "the state of the cluster is no longer watched", this::observeAll));
    threads.forEach(Thread::start);
  }

  /** The observations of processes and locks. */
  public ObservationWindow<Observation.Quick> quick() {
    return quick;
  }

  /** The observations of the whole cluster. */
  public ObservationWindow<Observation.Whole> whole() {
    return whole;
  }

  /** What is wrong with the cluster as it was last seen, also servers that are meant to be down. */
  public Optional<String> notWhole() {
    Duration fresh = pause.plus(limit.multipliedBy(2));
    List<Observation.Whole> seen = whole.since(clock.millis() - fresh.toMillis());
    return seen.isEmpty()
        ? Optional.of("the whole cluster was not seen for " + fresh.toSeconds() + " s")
        : seen.get(seen.size() - 1).missing(Set.of());
  }

  /** Whether the last observation since a time has seen tablets without a host that need logs. */
  public boolean recovering(long since) {
    List<Observation.Whole> seen = whole.since(since);
    return !seen.isEmpty()
        && seen.get(seen.size() - 1).unhosted().stream().anyMatch(t -> !t.logs().isEmpty());
  }

  /** The sizes of the write-ahead logs that tablets without a host needed. */
  public LogSizes logs() {
    return logs;
  }

  private Thread thread(String name, String owed, FailableRunnable<Exception> work) {
    return Threads.daemon(
        name,
        owed,
        () -> {
          do {
            work.run();
          } while (!stop.await(pause));
        },
        doubts);
  }

  private void observeServers() throws Exception {
    long began = clock.millis();
    List<Server> servers;
    try {
      servers = Bounded.call("listing the servers", limit, field.control()::list);
    } catch (IOException | TimeoutException e) {
      return; // the server that lists them may be hit itself; the next observation shows
    }
    Optional<List<ServerLocks.Lock>> locks = field.locks().attempt();
    Observation.Quick observation = new Observation.Quick(began, clock.millis(), servers, locks);
    ended.see(observation);
    quick.add(observation);
    onObservation.accept(observation);
  }

  private void observeAll() throws Exception {
    Observation.Whole observation =
        observe(field, clock, limit, ended::all, seen -> tablets = Optional.of(seen));
    whole.add(observation);
    onObservation.accept(observation);
    Set<String> needed = Recovery.logs(List.of(observation));
    try {
      Bounded.run("asking for the sizes of logs", limit, () -> logs.see(needed));
    } catch (TimeoutException e) {
      // The NameNode reports them, and may itself be hit: those that were seen count.
    }
  }

  /**
   * One observation of the whole cluster, which ends within the limit.
   *
   * @param ended the sessions of processes that have ended, with whose they were
   * @param seer takes the tablets, if they are seen
   */
  public static Observation.Whole observe(
      ClusterUnderTest field,
      Clock clock,
      Duration limit,
      Supplier<Map<Long, ServerId>> ended,
      Consumer<Tablets> seer)
      throws Exception {
    long began = clock.millis();
    try {
      return Bounded.call("observing the cluster", limit, () -> observe(field, clock, ended, seer));
    } catch (TimeoutException e) {
      return unseen(began, clock.millis(), new TreeMap<>(), Reasons.of(e));
    }
  }

  private static Observation.Whole unseen(
      long began, long now, SortedMap<ServerId, String> missing, String problem) {
    return new Observation.Whole(
        began, now, missing, List.of(), Set.of(), Set.of(), Optional.of(problem));
  }

  private static Observation.Whole observe(
      ClusterUnderTest field,
      Clock clock,
      Supplier<Map<Long, ServerId>> ended,
      Consumer<Tablets> seer)
      throws InterruptedException {
    long began = clock.millis();
    SortedMap<ServerId, String> missing = new TreeMap<>();
    try {
      missing.putAll(field.control().missing());
      Tablets tablets = field.tablets();
      Tablets online = tablets.of(field.onlineTables());
      List<ServerLocks.Lock> locks = field.locks().get();
      Map<Long, ServerId> dead = ended.get();
      locks.stream()
          .filter(lock -> dead.containsKey(lock.session()))
          .forEach(
              lock ->
                  missing.putIfAbsent(
                      dead.get(lock.session()), "has a session of its past in ZooKeeper still"));
      Set<String> live =
          ServerLocks.sessions(
              locks.stream().filter(lock -> !dead.containsKey(lock.session())).toList());
      seer.accept(tablets);
      Set<String> given =
          online.given().stream()
              .map(tablet -> tablet.location().get().session())
              .collect(Collectors.toSet());
      return new Observation.Whole(
          began, clock.millis(), missing, online.unhosted(live), given, live, Optional.empty());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // any failure is what was seen
      String problem = "the tablets cannot be seen: " + Reasons.of(e);
      return unseen(began, clock.millis(), missing, problem);
    }
  }

  /** These sessions, each of a server, are of processes that are known to have ended. */
  public void end(Map<Long, ServerId> sessions) {
    ended.add(sessions);
  }

  /**
   * A row of each of some tablets of a table that these servers held when that was last seen; if no
   * observation has seen any tablet yet, they are read now.
   *
   * @param most so many at most
   * @throws Exception if the tablets cannot be seen
   */
  public List<HeldRow> rowsHeldBy(List<Victim> servers, String tableId, int most) throws Exception {
    Set<String> sessions = new HashSet<>();
    Set<String> addresses = new HashSet<>();
    for (Victim server : servers) {
      server
          .heldSession()
          .map(Long::toHexString)
          .ifPresentOrElse(sessions::add, () -> server.address().ifPresent(addresses::add));
    }
    if (sessions.isEmpty() && addresses.isEmpty()) {
      return List.of();
    }
    Tablets seen = tablets.isPresent() ? tablets.get() : field.tablets();
    return HeldRow.of(
        seen,
        tableId,
        at -> sessions.contains(at.session()) || addresses.contains(at.address()),
        most);
  }

  @Override
  public void close() {
    stop.ask("closed");
    threads.forEach(Thread::interrupt);
    threads.forEach(thread -> Uninterruptibles.joinUninterruptibly(thread, END));
  }

  /**
   * Sizes of write-ahead logs, as the file system reports them.
   *
   * <p>They are asked for while tablets still need the logs, since Accumulo removes a log soon
   * after that; the size of a file that is not closed yet is reported too small, so the largest
   * counts. To ask may take long, and no reader of the sum waits for it.
   */
  public static final class LogSizes {
    private final Configuration hadoop = new Configuration();
    private final Map<String, Long> sizes = new HashMap<>();

    /** Asks for the sizes of logs that are needed now. */
    void see(Collection<String> logs) {
      for (String log : logs) {
        try {
          Path path = new Path(log);
          long size = path.getFileSystem(hadoop).getFileStatus(path).getLen();
          merge(log, size);
        } catch (IOException | IllegalArgumentException e) {
          // Collected meanwhile, or out of this client's reach: the others count.
        }
      }
    }

    private synchronized void merge(String log, long size) {
      sizes.merge(log, size, Math::max);
    }

    /** The bytes of those that were seen; empty if none was. */
    public synchronized OptionalLong sum(Collection<String> logs) {
      return logs.stream().noneMatch(sizes::containsKey)
          ? OptionalLong.empty()
          : OptionalLong.of(logs.stream().mapToLong(log -> sizes.getOrDefault(log, 0L)).sum());
    }
  }

  /** The observations of the last hours, oldest first; the oldest are forgotten. */
  public static final class ObservationWindow<L extends Observation> {
    private final Queue<L> observations;

    ObservationWindow(int most) {
      observations = EvictingQueue.create(most);
    }

    synchronized void add(L observation) {
      observations.add(observation);
      notifyAll();
    }

    /** Those that began at a time or later. */
    public synchronized List<L> since(long at) {
      return observations.stream().filter(each -> each.began() >= at).toList();
    }

    /**
     * Those that began at a time or later and are not here yet: a clock that was set back would
     * have some of before begin later than that.
     */
    public synchronized Supplier<List<L>> later(long at) {
      Set<L> here = Set.copyOf(since(at));
      return () -> since(at).stream().filter(each -> !here.contains(each)).toList();
    }

    /** The last that ended before a time, of those that are of use. */
    public synchronized Optional<L> before(long at, Predicate<L> use) {
      return observations.stream()
          .filter(each -> each.ended() <= at && use.test(each))
          .reduce((older, newer) -> newer);
    }
  }
}
