package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.AgitatePhase;
import catena.agitator.Agitator;
import catena.agitator.Clusters;
import catena.agitator.FakeControl;
import catena.agitator.FastTime;
import catena.agitator.FaultContext;
import catena.agitator.FaultResult;
import catena.agitator.UnhealedFaults;
import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.TimedFault;
import catena.agitator.plan.Plan;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.client.StopSignal;
import catena.harness.instance.ServerLocks;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.journal.JournalTail;
import catena.harness.run.RunDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.hadoop.conf.Configuration;
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
  private final FakeControl control = new FakeControl().set("gc-1", ServerState.RUNNING, 7, 1);

  @AfterEach
  void letGo() {
    never.countDown();
  }

  private ClusterUnderTest field(FakeControl servers, Supplier<AccumuloClient> clients) {
    return new ClusterUnderTest(
        servers,
        new ServerLocks("127.0.0.1:1", "none", Duration.ofMillis(1)),
        clients,
        "table",
        Duration.ofSeconds(1));
  }

  private ClusterWatch watch(ClusterUnderTest field, Clock clock) {
    return new ClusterWatch(field, clock, PAUSE, LIMIT, look -> {});
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
  void aLookThatNeverReturnsIsGivenUpAndTheNextIsTaken() throws Exception {
    try (ClusterWatch watch = watch(field(control, this::neverComes), Clock.systemUTC())) {
      List<Observation.Whole> looks = await(() -> watch.whole().since(0), seen -> seen.size() >= 3);
      assertThat(looks)
          .allSatisfy(
              look ->
                  assertThat(look.problem().orElseThrow())
                      .contains(
                          "did not end within 200 ms", "it stands in ClusterUnderTest.tablets"));
      assertThat(watch.notWhole().orElseThrow()).contains("did not end");
      assertThat(watch.doubts()).isEmpty();
    }
  }

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
    try (ClusterWatch watch = watch(field, Clock.systemUTC())) {
      List<String> doubts = await(watch::doubts, found -> found.size() == 2);
      assertThat(doubts)
          .anySatisfy(
              doubt ->
                  assertThat(doubt)
                      .contains("watch-servers died", "no server's death is seen", "planted"))
          .anySatisfy(
              doubt ->
                  assertThat(doubt).contains("watch-whole died", "OutOfMemoryError: planted, too"));
    }
  }

  @Test
  void aGateThatStaysShutSaysWhy() throws Exception {
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    TimedFault kill =
        new TimedFault(1, Duration.ZERO, "kill", List.of("gc-1"), Duration.ZERO, new TreeMap<>());
    Plan plan = new Plan("test", 1, true, new TreeMap<>(), List.of(kill));
    Clock clock = new FastTime();
    ClusterUnderTest field =
        field(
            control,
            () -> {
              throw new IllegalStateException("planted");
            });
    try (RunDirectory run =
            RunDirectory.at(directory.resolve("run").toString(), new Configuration());
        Journal journal = new Journal(run.append(run.events("agitate")), e -> {});
        Watchdog watchdog = new Watchdog(field, journal, "agitate", notes::add);
        ClusterWatch watch =
            new ClusterWatch(field, clock, PAUSE, Duration.ofMinutes(1), look -> {})) {
      FaultContext context =
          new FaultContext(
              "agitate",
              "",
              field,
              watch,
              watchdog,
              new UnhealedFaults(List.of()),
              new ClientJournals(run),
              journal,
              clock,
              Duration.ofSeconds(10),
              Duration.ofSeconds(100),
              notes::add,
              new StopSignal());
      List<FaultResult> results = new Agitator(context, plan, Clusters.small()).run();
      assertThat(AgitatePhase.outcome(results, watch.doubts()).reasons())
          .anySatisfy(reason -> assertThat(reason).contains("not done", "cannot be seen: planted"));
      journal.flush();
      List<String> told = new ArrayList<>();
      JournalTail.of(run, run.events("agitate"))
          .read(
              event ->
                  Optional.of(event)
                      .filter(Event.Note.class::isInstance)
                      .ifPresent(note -> told.add(((Event.Note) note).text())));
      assertThat(told).hasSizeBetween(2, 4).isEqualTo(notes);
      assertThat(told.get(0)).contains("fault 1, kill of gc-1 has been waiting for", "planted");
      assertThat(told).last().asString().contains("waits no longer, after 1");
    }
  }
}
