// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import catena.harness.activity.Description;
import catena.harness.client.Client;
import catena.harness.command.Terminal;
import catena.read.check.KnownWriters;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadSettings;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReadWork;
import catena.read.reader.ReaderContext;
import catena.records.fixture.LatencySums;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two readers at 20 lookups a second each for 35 s, whose server may be halted after 15 s: what the
 * phase tells of the 1,400 lookups that were due. In steps, with a clock that moves by hand.
 */
class EndOfPhaseTest {
  private static final Duration ANSWER = Duration.ofMillis(2);
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration PHASE = Duration.ofSeconds(35);
  private static final Duration HALT = Duration.ofSeconds(15);

  @TempDir private Path temporary;

  private final HandClock clock = new HandClock();
  private final long begin = clock.nanos();
  private final long end = begin + PHASE.toNanos();
  private final StopSignal stop = new StopSignal((asked, limit) -> pass(limit));
  private final List<Client> clients = new ArrayList<>();
  private Optional<Duration> halt = Optional.empty();
  private int hanging;
  private long nextTick = begin + INTERVAL.toNanos();
  private RunDirectory directory;
  private Journal journal;
  private Meters meters;

  @BeforeEach
  void open() throws IOException {
    directory = RunDirectory.at(temporary.toString(), new Configuration(false));
    journal =
        new Journal(
            directory.append(directory.events("walk")),
            e -> {
              throw new AssertionError(e);
            });
    meters =
        new Meters(directory, journal, clock, Measuring.USUAL_DIGITS, clock::nanos, () -> 0, false);
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
    directory.close();
  }

  /** Lets time pass, in which intervals end, and the phase when its time is up. */
  private void pass(Duration by) {
    long until = Math.min(end, clock.nanos() + by.toNanos());
    while (nextTick <= until) {
      clock.advance(Duration.ofNanos(nextTick - clock.nanos()));
      meters.tick();
      nextTick += INTERVAL.toNanos();
    }
    clock.advance(Duration.ofNanos(until - clock.nanos()));
    if (until == end) {
      stop.ask("the time is up");
    }
  }

  /** Walks with lookups that the test answers. */
  private final class Walk implements ReadActivity {
    private static final PaceSettings PACE = new PaceSettings("walk", "lookups");

    @Override
    public Description description() {
      return reading(
          "walk",
          "look up",
          Stream.of(ReadSettings.ALL, PACE.all()).<Setting<?>>flatMap(List::stream).toList());
    }

    @Override
    public String operations() {
      return "lookups";
    }

    @Override
    public PaceSettings.Pace pace(Settings own) {
      return PACE.pace(own);
    }

    @Override
    public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
      return context -> {
        LatencyRecorder.Operation lookups = context.operation("lookup");
        return due -> {
          lookUp(context, lookups, due);
          return true;
        };
      };
    }
  }

  private void lookUp(ReaderContext context, LatencyRecorder.Operation lookups, long intended)
      throws Exception {
    long start = context.nanos();
    boolean unused =
        context.answered(
            () -> {
              if (halt.isPresent() && clock.nanos() - begin >= halt.get().toNanos()) {
                hang();
              }
              pass(ANSWER);
              return true;
            });
    context.read(lookups, intended, start, context.nanos(), 1, List.of());
  }

  /** The other clients come to the halted server, too; then it keeps them all until the end. */
  private void hang() throws Exception {
    hanging++;
    if (hanging < clients.size()) {
      boolean unused = clients.get(hanging).step();
    }
    pass(PHASE);
    throw new TimedOutException("the server is halted");
  }

  private PartOutcome read(String... given) throws Exception {
    Map<String, String> values = new TreeMap<>(Map.of("walk.clients", "2"));
    values.put("walk.duration", "35s");
    for (int i = 0; i < given.length; i += 2) {
      values.put(given[i], given[i + 1]);
    }
    Walk walk = new Walk();
    ReadWork work =
        new ReadWork(
            walk,
            new ReadWork.ReadTerms(
                "walk",
                target(),
                Settings.resolve(walk.settings(), List.of(Layer.of("test", values))),
                List.of(),
                journal::add,
                nowhere(),
                clock,
                clock::nanos,
                7));
    clients.addAll(work.clients(meters::open, EndOfPhaseTest::background, stop));
    boolean more = true;
    while (more && !stop.asked()) {
      for (Client client : clients) {
        more = !stop.asked() && client.step();
      }
    }
    work.noteUnanswered();
    meters.tick();
    meters.close();
    return work.outcome(List.of(), List.of());
  }

  private static ReadTarget target() {
    return new ReadTarget(
        (AccumuloClient)
            Proxy.newProxyInstance(
                EndOfPhaseTest.class.getClassLoader(),
                new Class<?>[] {AccumuloClient.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError("no server is asked");
                }),
        "i",
        "t",
        "1",
        Optional.empty(),
        Authorizations.EMPTY,
        List.of(Authorizations.EMPTY),
        ConsistencyLevel.IMMEDIATE,
        KnownWriters.NONE,
        false,
        false);
  }

  private static Terminal nowhere() {
    PrintStream out =
        new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new Terminal(out, out);
  }

  private static ExecutorService background(String thread) {
    throw new AssertionError("nothing is read in advance");
  }

  private <T extends Event> List<T> events(Class<T> type) throws IOException {
    journal.flush();
    List<T> events = new ArrayList<>();
    JournalReader.read(
        directory.fileSystem(),
        directory.events("walk"),
        event -> {
          if (type.isInstance(event)) {
            events.add(type.cast(event));
          }
        });
    return events;
  }

  private Histogram latencies(String tag) throws IOException {
    return LatencySums.of(directory, tag);
  }

  @Test
  void allThatWasDueIsAnsweredUnderWayOrNeverBegun() throws Exception {
    halt = Optional.of(HALT);
    PartOutcome outcome = read("walk.rate", "20");

    long at = clock.millis();
    assertThat(events(Event.Unanswered.class))
        .containsExactly(
            new Event.Unanswered(at, "walk-0", "lookup", 300, 1, 399, 20),
            new Event.Unanswered(at, "walk-1", "lookup", 300, 1, 399, 19.998));
    assertThat(latencies("lookup").getTotalCount()).isEqualTo(600);
    assertThat(latencies("lookup.unanswered").getTotalCount()).isEqualTo(800);
    assertThat(latencies("lookup.unanswered").getMaxValue() / 1e9).isCloseTo(20, within(0.02));
    assertThat(latencies("lookup").getMaxValue()).isLessThan(Duration.ofMillis(10).toNanos());
    assertThat(outcome.facts())
        .containsExactly(
            "798 lookups were due and never begun, 2 under way, the oldest for 20.0 s");
    assertThat(outcome.tally())
        .containsEntry("walk: lookups", 600L)
        .containsEntry("walk: due and never begun", 798L)
        .containsEntry("walk: under way at the end", 2L);
  }

  @Test
  void howLateTheNextOneIsGrowsWhileNothingBegins() throws Exception {
    halt = Optional.of(HALT);
    PartOutcome unused = read("walk.rate", "20");

    assertThat(events(Event.Throughput.class))
        .filteredOn(event -> event.client().equals("walk-0"))
        .extracting(Event.Throughput::lateSeconds)
        .containsExactly(0.0, 4.95, 14.95, 19.95);
    assertThat(meters.limits())
        .contains("walk-0 waited for answers: late in 3 of 4 intervals (by up to 19s)");
    assertThat(meters.latencies()).noneMatch(line -> line.contains("unanswered"));
  }

  @Test
  void whereEachLookupIsAnsweredInTimeNothingIsReported() throws Exception {
    PartOutcome outcome = read("walk.rate", "20");

    assertThat(events(Event.Unanswered.class))
        .extracting(
            Event.Unanswered::answered, Event.Unanswered::underWay, Event.Unanswered::neverBegun)
        .containsOnly(tuple(700L, 0L, 0L));
    assertThat(events(Event.Unanswered.class))
        .extracting(Event.Unanswered::oldestSeconds)
        .containsOnly(0.0);
    assertThat(latencies("lookup.unanswered").getTotalCount()).isZero();
    assertThat(meters.limits()).isEmpty();
    assertThat(outcome.facts()).isEmpty();
    assertThat(outcome.tally()).containsOnlyKeys("walk: lookups");
  }

  @Test
  void withoutARateOnlyWhatIsUnderWayIsOwed() throws Exception {
    halt = Optional.of(HALT);
    PartOutcome outcome = read();

    assertThat(events(Event.Unanswered.class))
        .extracting(Event.Unanswered::underWay, Event.Unanswered::neverBegun)
        .containsOnly(tuple(1L, 0L));
    assertThat(outcome.facts())
        .containsExactly("0 lookups were due and never begun, 2 under way, the oldest for 20.0 s");
  }

  @Test
  void whatHasAnEndOwesNoMoreThanThat() throws Exception {
    halt = Optional.of(HALT);
    PartOutcome outcome = read("walk.rate", "20", "walk.count", "310");

    assertThat(outcome.tally())
        .containsEntry("walk: lookups", 600L)
        .containsEntry("walk: due and never begun", 18L);
  }
}
