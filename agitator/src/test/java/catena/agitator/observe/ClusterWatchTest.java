// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.AgitatePhase;
import catena.agitator.Agitator;
import catena.agitator.Clusters;
import catena.agitator.FakeControl;
import catena.agitator.FakeLocks;
import catena.agitator.FastTime;
import catena.agitator.FaultContext;
import catena.agitator.FaultResult;
import catena.agitator.UnhealedFaults;
import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.FakeTables;
import catena.agitator.fault.TimedFault;
import catena.agitator.plan.Plan;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.watch.RunFollower;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.threads.StopSignal;
import com.google.common.collect.ConcurrentHashMultiset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.accumulo.core.client.AccumuloClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Looks that never return and watches that die, without a cluster. */
@Timeout(60)
class ClusterWatchTest {
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Duration LIMIT = Duration.ofMillis(200);

  @TempDir Path directory;
  private final CountDownLatch never = new CountDownLatch(1);
  private final List<String> doubts = Collections.synchronizedList(new ArrayList<>());
  private final FakeLocks locks = new FakeLocks();
  private final FakeControl control = new FakeControl().set("gc-1", ServerState.RUNNING, 7, 1);

  @AfterEach
  void letGo() {
    never.countDown();
  }

  private ClusterUnderTest field(FakeControl servers, Supplier<AccumuloClient> clients) {
    return new ClusterUnderTest(servers, locks, clients, "table", Duration.ofSeconds(1));
  }

  private ClusterWatch watch(ClusterUnderTest field, Clock clock) {
    return new ClusterWatch(field, clock, PAUSE, LIMIT, look -> {}, doubts::add);
  }

  /** As Accumulo's client does, whose retries swallow an interrupt. */
  private AccumuloClient neverComes() {
    while (never.getCount() > 0) {
      try {
        never.await();
      } catch (InterruptedException e) {
        // tries again
      }
    }
    throw new AssertionError("it is over");
  }

  private static <T> T await(Supplier<T> look, Predicate<T> wanted) throws InterruptedException {
    T seen = look.get();
    while (!wanted.test(seen)) {
      TimeUnit.MILLISECONDS.sleep(10);
      seen = look.get();
    }
    return seen;
  }

  @Test
  void anObservationThatNeverEndsIsGivenUpAndTheNextIsTaken() throws Exception {
    try (ClusterWatch watch = watch(field(control, this::neverComes), Clock.systemUTC())) {
      List<Observation.Whole> looks = await(() -> watch.whole().since(0), seen -> seen.size() >= 3);
      assertThat(looks)
          .allSatisfy(
              look ->
                  assertThat(look.problem().orElseThrow())
                      .contains(
                          "did not end within 200 ms", "it stands in ClusterUnderTest.tablets"));
      Optional<String> why =
          await(watch::notWhole, said -> said.orElseThrow().contains("did not end"));
      assertThat(why).isPresent();
      assertThat(doubts).isEmpty();
    }
  }

  @SuppressWarnings("try") // that it watches is all
  @Test
  void aWatchThatDiesIsADoubt() throws Exception {
    FakeControl broken =
        new FakeControl() {
          @Override
          public synchronized List<Server> list() {
            throw new AssertionError("planted");
          }
        };
    ClusterUnderTest field =
        field(
            broken,
            () -> {
              throw new OutOfMemoryError("planted, too");
            });
    try (ClusterWatch unused = watch(field, Clock.systemUTC())) {
      assertThat(await(() -> List.copyOf(doubts), found -> found.size() == 2))
          .anySatisfy(
              doubt ->
                  assertThat(doubt)
                      .contains("watch-servers died", "no server's death is seen", "planted"))
          .anySatisfy(
              doubt ->
                  assertThat(doubt).contains("watch-whole died", "OutOfMemoryError: planted, too"));
    }
  }

  /** What the journal of an agitation told, and what became of its faults. */
  private record Told(List<Event> events, List<FaultResult> results, List<String> notes) {
    private List<String> remarks() {
      return of(Event.Note.class).stream().map(Event.Note::text).toList();
    }

    private <E extends Event> List<E> of(Class<E> type) {
      return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }

  /** Time in which a second passes with each look at the whole, however long that takes. */
  private static final class TimeOfLooks extends Clock {
    private long now = 1_000_000;

    synchronized void pass() {
      now += 1_000;
      notifyAll();
    }

    StopSignal signal() {
      return new StopSignal(this::await);
    }

    private synchronized void await(CountDownLatch asked, Duration limit)
        throws InterruptedException {
      long end = now + limit.toMillis();
      while (asked.getCount() > 0 && now < end) {
        wait(100);
      }
    }

    @Override
    public synchronized long millis() {
      return now;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /**
   * Agitates with a real watch, in the time of its looks.
   *
   * @param after told after each look of what was told so far
   */
  private Told agitate(
      TimeOfLooks time, ClusterUnderTest field, Consumer<Told> after, TimedFault... faults)
      throws Exception {
    Consumer<Supplier<Told>> each =
        soFar -> {
          after.accept(soFar.get());
          time.pass();
        };
    return agitate(time, time.signal(), Duration.ofMinutes(10), field, false, each, faults);
  }

  /** Agitates with a real watch, in time that goes a hundred times as fast. */
  private Told agitate(FastTime clock, Duration limit, ClusterUnderTest field, TimedFault... faults)
      throws Exception {
    return agitate(clock, clock.signal(), limit, field, true, soFar -> {}, faults);
  }

  private Told agitate(
      Clock clock,
      StopSignal signal,
      Duration limit,
      ClusterUnderTest field,
      boolean gate,
      Consumer<Supplier<Told>> afterEachLook,
      TimedFault... faults)
      throws Exception {
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    Plan plan =
        new Plan("test", 1, gate, Duration.ZERO, Plan.ANY, new TreeMap<>(), List.of(faults));
    try (RunDirectory run = RunDirectory.at(directory.resolve("run").toString());
        Journal journal = new Journal(run.append(run.events("agitate")), e -> {});
        Watchdog watchdog = new Watchdog(field, journal, "agitate", notes::add);
        ClusterWatch watch =
            new ClusterWatch(
                field,
                clock,
                PAUSE,
                limit,
                look -> {
                  watchdog.see(look);
                  if (look instanceof Observation.Whole) {
                    afterEachLook.accept(() -> new Told(events(run, journal), List.of(), notes));
                  }
                },
                why -> watchdog.doubt(clock.millis(), why))) {
      FaultContext context =
          new FaultContext(
              "agitate",
              "2",
              field,
              watch,
              watchdog,
              new UnhealedFaults(List.of()),
              new ClientJournals(new RunFollower(run, Clock.systemUTC(), note -> {})),
              Set::of,
              ConcurrentHashMultiset.create(),
              journal,
              clock,
              Duration.ofSeconds(100),
              Duration.ofSeconds(300),
              notes::add,
              signal);
      List<FaultResult> results = new Agitator(context, plan, Clusters.small()).run();
      return new Told(events(run, journal), results, notes);
    }
  }

  private static List<Event> events(RunDirectory run, Journal journal) {
    journal.flush();
    List<Event> events = new ArrayList<>();
    try {
      JournalReader.read(run.fileSystem(), run.events("agitate"), events::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return events;
  }

  private static TimedFault fault(int id, String word, Duration at, String target) {
    return new TimedFault(
        id, at, word, List.of(target), Duration.ZERO, new TreeMap<>(), Optional.empty());
  }

  @Test
  void aGateThatStaysShutSaysWhy() throws Exception {
    ClusterUnderTest field =
        field(
            control,
            () -> {
              throw new IllegalStateException("planted");
            });
    assertShut(
        agitate(
            new FastTime(),
            Duration.ofMinutes(10), // so that no look is too old on a machine that is busy
            field,
            fault(1, "kill", Duration.ZERO, "gc-1")),
        "cannot be seen: planted");
  }

  @Test
  void aGateThatStaysShutSinceNoObservationEndsSaysSo() throws Exception {
    assertShut(
        agitate(
            new FastTime(),
            Duration.ofMillis(50),
            field(control, this::neverComes),
            fault(1, "kill", Duration.ZERO, "gc-1")),
        "the whole cluster was not seen");
  }

  private static void assertShut(Told told, String why) {
    assertThat(AgitatePhase.outcome(told.results(), List.of()).reasons())
        .anySatisfy(reason -> assertThat(reason).contains("not done", why));
    assertThat(told.remarks()).hasSizeBetween(5, 11).isEqualTo(told.notes());
    assertThat(told.remarks().get(0)).contains("fault 1, kill of gc-1 has been waiting for", why);
    assertThat(told.remarks())
        .last()
        .asString()
        .containsPattern("waits no longer, after (299|3..) s");
    int before = 0;
    for (String remark : told.remarks().subList(0, told.remarks().size() - 1)) {
      int waited = Integer.parseInt(remark.replaceAll(".* waiting for (\\d+) s: .*", "$1"));
      assertThat(waited - before).as("each half minute").isGreaterThanOrEqualTo(30);
      before = waited;
    }
  }

  private static final int PORT = 9997;

  /** A tserver with the only tablet, which begins anew at the same address. */
  private FakeTables tserver() {
    control.set("tserver-1", ServerState.RUNNING, 8, PORT);
    locks.hold(Role.TSERVER, PORT, 0x1f);
    return new FakeTables().host("2<", "127.0.0.1:" + PORT, "1f");
  }

  @Test
  void aRestartIsNotRecoveredFromBeforeTheSessionOfBeforeIsGoneAndTheTabletIsServed()
      throws Exception {
    FakeTables tables = tserver();
    TimeOfLooks time = new TimeOfLooks();
    AtomicInteger looks = new AtomicInteger();
    AtomicLong served = new AtomicLong();
    Told told =
        agitate(
            time,
            field(control, tables::client),
            soFar -> {
              // Killed and started: every server is at work again, for half a minute.
              if (soFar.of(Event.FaultHealed.class).size() == 1 && looks.incrementAndGet() == 30) {
                // ZooKeeper lets the session go, and the manager gives the tablet away again.
                locks.end(0x1f);
                locks.hold(Role.TSERVER, PORT, 0x2f);
                tables.host("2<", "127.0.0.1:" + PORT, "2f");
                served.set(time.millis());
              }
            },
            fault(1, "restart", Duration.ofSeconds(10), "tserver-1"));
    assertThat(told.results().get(0).doubts()).isEmpty();
    Event.FaultRecovered recovered = told.of(Event.FaultRecovered.class).get(0);
    long began = told.of(Event.FaultStarted.class).get(0).at();
    assertThat(recovered.at()).isGreaterThanOrEqualTo(served.get());
    assertThat(recovered.measures())
        .containsOnlyKeys(
            "notice.s", "rehost.s", "first.read.s", "healing.s", "healed.s", "recovered.s");
    double gone = (served.get() - began) / 1000.0;
    assertThat(recovered.measures().get("notice.s")).isGreaterThanOrEqualTo(gone);
    assertThat(recovered.measures().get("rehost.s")).isGreaterThanOrEqualTo(gone);
    assertThat(recovered.measures().get("healed.s")).isLessThan(gone);
  }

  @Test
  void aClusterThatFallsIllAfterItsRecoveryIsARemark() throws Exception {
    FakeTables tables = tserver();
    Told told =
        agitate(
            new TimeOfLooks(),
            field(control, tables::client),
            soFar -> {
              boolean ill =
                  soFar.remarks().stream().anyMatch(text -> text.contains("not whole any"));
              if (soFar.of(Event.FaultRecovered.class).size() == 1) {
                tables.host("2<", "127.0.0.1:" + PORT, ill ? "1f" : "3f");
              }
            },
            fault(1, "kill", Duration.ZERO, "gc-1"),
            fault(2, "kill", Duration.ofMinutes(4), "gc-1"));
    assertThat(told.remarks())
        .anySatisfy(
            remark ->
                assertThat(remark)
                    .contains(
                        "not whole any more",
                        "fault 1, kill of gc-1",
                        "1 tablets are not hosted (2<)"))
        .anySatisfy(remark -> assertThat(remark).contains("whole again"));
  }
}
