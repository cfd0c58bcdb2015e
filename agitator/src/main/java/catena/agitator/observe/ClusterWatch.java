package catena.agitator.observe;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Victim;
import catena.cluster.spec.Server;
import catena.harness.client.Bounded;
import catena.harness.client.StopSignal;
import catena.harness.client.Threads;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Tablet;
import catena.harness.instance.Tablets;
import catena.harness.words.Reasons;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.io.Text;

/**
 * Looks at the cluster again and again, on two threads: quickly at the processes and the locks, and
 * at the whole of it, which takes longer where something is broken.
 *
 * <p>No look goes on beyond its limit, whoever it waits for: it is given up, and what was seen is
 * that it was. A thread that dies is a doubt.
 */
public final class ClusterWatch implements AutoCloseable {
  private static final int KEPT = 20_000;
  private static final Duration END = Duration.ofSeconds(20);

  private final ClusterUnderTest field;
  private final Clock clock;
  private final Duration pause;
  private final Duration limit;
  private final Consumer<Observation.Quick> onQuick;
  private final List<String> doubts = Collections.synchronizedList(new ArrayList<>());
  private final StopSignal stop = new StopSignal();
  private final ObservationWindow<Observation.Quick> quick = new ObservationWindow<>(KEPT);
  private final ObservationWindow<Observation.Whole> whole = new ObservationWindow<>(KEPT);
  private final LogSizes logs = new LogSizes();
  private final List<Thread> threads;
  private volatile Tablets tablets = new Tablets(List.of());

  /**
   * A watch that begins at once.
   *
   * @param pause between two looks
   * @param limit for one look
   * @param onQuick told of each quick look
   */
  public ClusterWatch(
      ClusterUnderTest field,
      Clock clock,
      Duration pause,
      Duration limit,
      Consumer<Observation.Quick> onQuick) {
    this.field = field;
    this.clock = clock;
    this.pause = pause;
    this.limit = limit;
    this.onQuick = onQuick;
    threads =
        List.of(
            thread("watch-servers", "no server's death is seen", this::lookQuickly),
            thread("watch-whole", "nobody sees whether the cluster is whole", this::lookAtAll));
    threads.forEach(Thread::start);
  }

  /** What the watch could not do to its end, one sentence each. */
  public List<String> doubts() {
    synchronized (doubts) {
      return List.copyOf(doubts);
    }
  }

  public ObservationWindow<Observation.Quick> quick() {
    return quick;
  }

  public ObservationWindow<Observation.Whole> whole() {
    return whole;
  }

  /** What is wrong with the cluster as it was last seen, whoever is meant to be down. */
  public Optional<String> notWhole() {
    Duration fresh = pause.plus(limit.multipliedBy(2));
    List<Observation.Whole> looks = whole.since(clock.millis() - fresh.toMillis());
    return looks.isEmpty()
        ? Optional.of("nobody has seen the whole of it for " + fresh.toSeconds() + " s")
        : looks.get(looks.size() - 1).missing(Set.of());
  }

  public LogSizes logs() {
    return logs;
  }

  private Thread thread(String name, String owed, Threads.Work work) {
    return Threads.daemon(
        name,
        owed,
        () -> {
          do {
            work.run();
          } while (!stop.await(pause));
        },
        doubts::add);
  }

  private void lookQuickly() throws Exception {
    long at = clock.millis();
    List<Server> servers;
    try {
      servers = Bounded.call("listing the servers", limit, field.control()::list);
    } catch (IOException | TimeoutException e) {
      return; // whoever lists the servers may be hit himself; the next look tells
    }
    Observation.Quick look = new Observation.Quick(at, servers, sessions());
    quick.add(look);
    onQuick.accept(look);
  }

  private Optional<Set<Long>> sessions() throws InterruptedException {
    try {
      return Optional.of(
          field.locks().read().stream().map(ServerLocks.Lock::session).collect(Collectors.toSet()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void lookAtAll() throws Exception {
    Observation.Whole look = look(field, clock, limit, seen -> tablets = seen);
    whole.add(look);
    see(Recovery.logs(List.of(look)));
  }

  /** The NameNode tells the sizes, and may itself be hit. */
  private void see(Set<String> needed) throws Exception {
    try {
      Bounded.run("asking for the sizes of logs", limit, () -> logs.see(needed));
    } catch (TimeoutException e) {
      // Those that were seen count.
    }
  }

  /** One look at the whole, which ends within the limit. */
  public static Observation.Whole look(ClusterUnderTest field, Clock clock, Duration limit)
      throws Exception {
    return look(field, clock, limit, seen -> {});
  }

  private static Observation.Whole look(
      ClusterUnderTest field, Clock clock, Duration limit, Consumer<Tablets> seer)
      throws Exception {
    long at = clock.millis();
    try {
      return Bounded.call("a look at the cluster", limit, () -> look(field, clock, seer));
    } catch (TimeoutException e) {
      return new Observation.Whole(at, new TreeMap<>(), List.of(), Optional.of(Reasons.of(e)));
    }
  }

  private static Observation.Whole look(ClusterUnderTest field, Clock clock, Consumer<Tablets> seer)
      throws InterruptedException {
    long at = clock.millis();
    SortedMap<ServerId, String> missing = new TreeMap<>();
    try {
      missing.putAll(field.control().missing());
      Tablets tablets = field.tablets();
      Tablets online = tablets.of(field.onlineTables());
      List<Tablet> unhosted = online.unhosted(field.locks().sessions());
      seer.accept(tablets);
      return new Observation.Whole(at, missing, unhosted, Optional.empty());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // any failure to look is what was seen
      String problem = "the tablets cannot be seen: " + Reasons.of(e);
      return new Observation.Whole(at, missing, List.of(), Optional.of(problem));
    }
  }

  /** The last row of a tablet of a table that one of the victims held when it was last seen. */
  public Optional<String> rowHeldBy(List<Victim> victims, String tableId) {
    Set<String> addresses =
        victims.stream().flatMap(victim -> victim.address().stream()).collect(Collectors.toSet());
    return tablets.all().stream()
        .filter(tablet -> tablet.isOf(tableId))
        .filter(tablet -> tablet.address().filter(addresses::contains).isPresent())
        .flatMap(tablet -> tablet.name().lastRow().stream())
        .map(Text::toString)
        .findFirst();
  }

  @Override
  public void close() {
    stop.ask("closed");
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(END.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
