// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.activity.HeldDoubts;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.trace.HostingSource.Hosting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TabletRecorderTest {
  private static final Hosting ONE = new Hosting(Optional.of("a:1"), List.of());
  private static final Hosting TWO = new Hosting(Optional.of("b:1"), List.of());

  private final HeldDoubts none = new HeldDoubts();
  @TempDir private Path temp;

  /** Answers in turn; an empty answer is a failure. */
  private static HostingSource scripted(Deque<Map<String, Hosting>> answers) {
    return new HostingSource(
        "the table",
        () -> {
          Map<String, Hosting> next = answers.remove();
          if (next.isEmpty()) {
            throw new TimeoutException("no server answers");
          }
          return next;
        });
  }

  /**
   * Before, it was ten times as long as the look took: after a first look of three seconds nobody
   * looked for half a minute.
   */
  @Test
  void scansCostATenthOfACoreAtMostAndThereIsAScanAMinuteAtLeast() {
    Duration second = Duration.ofSeconds(1);
    assertThat(TabletRecorder.pause(second, 0)).isEqualTo(second);
    assertThat(TabletRecorder.pause(second, 10_000)).isEqualTo(second);
    assertThat(TabletRecorder.pause(second, 45_000)).isEqualTo(Duration.ofMillis(4500));
    assertThat(TabletRecorder.pause(second, 2_000_000)).isEqualTo(Duration.ofMinutes(1));
    Duration rarely = Duration.ofMinutes(5);
    assertThat(TabletRecorder.pause(rarely, 2_000_000)).isEqualTo(rarely);
  }

  @Test
  void whileNoServerAnswersNothingChangesAndThatIsRecordedOnce() throws Exception {
    Deque<Map<String, Hosting>> answers = new ArrayDeque<>();
    answers.add(Map.of("2<", ONE));
    answers.add(Map.of());
    answers.add(Map.of());
    answers.add(Map.of("2<", TWO));

    assertThat(events(answers))
        .containsExactly(
            new Event.TabletHosted(7, "tablets", "2<", Optional.of("a:1"), List.of()),
            new Event.Note(7, "tablets", "the table cannot be read: no server answers"),
            new Event.TabletHosted(7, "tablets", "2<", Optional.of("b:1"), List.of()),
            new Event.Note(7, "tablets", "the table can be read again"));
  }

  @Test
  void aLongScanFindsAHostAtItsEndAndNoneAtItsBegin() throws Exception {
    Hosting none = new Hosting(Optional.empty(), List.of());
    Deque<Map<String, Hosting>> answers = new ArrayDeque<>();
    answers.add(Map.of("2<", ONE));
    answers.add(Map.of("2<", none));

    AtomicLong now = new AtomicLong();
    // It goes on by a second whenever it is asked for.
    InstantSource time = () -> Instant.ofEpochMilli(now.addAndGet(1_000));
    List<Event> events = events(answers, time.withZone(ZoneOffset.UTC));

    assertThat(events).hasSize(2);
    long hosted = events.get(0).at();
    long lost = events.get(1).at();
    assertThat(hosted).as("the table's first scan, from 1 s to 2 s").isEqualTo(2_000);
    assertThat(lost).as("its second, after that at the logs, from 5 s on").isEqualTo(5_000);
  }

  @Test
  void aTabletThatMovesWhileTheRecordingEndsIsNotLeftWithoutAHost() throws Exception {
    Hosting none = new Hosting(Optional.empty(), List.of());
    Deque<Map<String, Hosting>> answers = new ArrayDeque<>();
    answers.add(Map.of("2<", ONE));
    answers.add(Map.of("2<", none));
    answers.add(Map.of("2<", none));
    answers.add(Map.of("2<", TWO));
    answers.add(Map.of("2<", ONE));
    Clock clock = Clock.fixed(Instant.ofEpochMilli(7), ZoneOffset.UTC);

    List<Event> events = recorded(answers, clock, TabletRecorder::begin);

    assertThat(events)
        .as("the looks go on until it has a host")
        .extracting(event -> ((Event.TabletHosted) event).server())
        .containsExactly(Optional.of("a:1"), Optional.empty(), Optional.of("b:1"));
    assertThat(answers).as("nobody looks on").hasSize(1);
  }

  @Test
  void theSameAgainIsNoEvent() throws Exception {
    Deque<Map<String, Hosting>> answers = new ArrayDeque<>();
    answers.add(Map.of("2<", ONE));
    answers.add(Map.of("2<", ONE));

    assertThat(events(answers)).hasSize(1);
  }

  private List<Event> events(Deque<Map<String, Hosting>> answers) throws Exception {
    return events(answers, Clock.fixed(Instant.ofEpochMilli(7), ZoneOffset.UTC));
  }

  private List<Event> events(Deque<Map<String, Hosting>> answers, Clock clock) throws Exception {
    return recorded(
        answers,
        clock,
        recorder -> {
          while (!answers.isEmpty()) {
            recorder.poll();
          }
        });
  }

  /** What is done with a recorder before it is closed. */
  @FunctionalInterface
  private interface Use {
    void of(TabletRecorder recorder) throws InterruptedException;
  }

  private List<Event> recorded(Deque<Map<String, Hosting>> answers, Clock clock, Use use)
      throws Exception {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Journal journal =
          new Journal(run.append(run.events(TabletRecorder.NAME)), TabletRecorderTest::fail);
      try (TabletRecorder recorder =
          new TabletRecorder(
              List.of(scripted(answers)),
              TreeMap::new,
              Set::of,
              () -> {},
              journal,
              clock,
              Duration.ofDays(1),
              none)) {
        use.of(recorder);
      }
      assertThat(none.sentences()).isEmpty();
      List<Event> events = new ArrayList<>();
      JournalReader.read(run.fileSystem(), run.events(TabletRecorder.NAME), events::add);
      return events;
    }
  }

  @Test
  void aRecorderThatDiesIsADoubt() throws Exception {
    HeldDoubts doubts = new HeldDoubts();
    HostingSource broken =
        new HostingSource(
            "the table",
            () -> {
              throw new OutOfMemoryError("planted");
            });
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Journal journal =
          new Journal(run.append(run.events(TabletRecorder.NAME)), TabletRecorderTest::fail);
      TabletRecorder recorder =
          new TabletRecorder(
              List.of(broken),
              TreeMap::new,
              Set::of,
              () -> {},
              journal,
              Clock.systemUTC(),
              Duration.ofDays(1),
              doubts);
      assertThat(recorder.outcome()).isEqualTo(PartOutcome.NOTHING);
      recorder.begin();
      while (doubts.sentences().isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      recorder.close();
      List<String> held = new ArrayList<>();
      recorder.holdBy(held::add);
      assertThat(held).isEqualTo(recorder.outcome().reasons());
      assertThat(recorder.outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(recorder.outcome().reasons())
          .singleElement()
          .asString()
          .contains("tablet-recorder died", "where the tablets were hosted", "planted");
    }
  }

  /** A table of so many tablets that the next scan of a calm cluster is ten seconds away. */
  private static final class LargeTable {
    private final Map<String, Hosting> tablets = new ConcurrentHashMap<>();
    private final Semaphore looks = new Semaphore(0);

    LargeTable() {
      for (int i = 0; i < 10_000; i++) {
        tablets.put("2;" + i, ONE);
      }
    }

    Map<String, Hosting> poll() {
      looks.release();
      return Map.copyOf(tablets);
    }
  }

  /** Does something with a recorder of a large table that looks who lives each millisecond. */
  private interface WithLargeTable {
    void use(LargeTable table, Semaphore asked, AtomicReference<Set<String>> living)
        throws Exception;
  }

  /** Else a file of HDFS stays open, and what it has last is not seen. */
  @Test
  void theJournalIsClosedAlsoWhereItsSourcesCannotBe() throws Exception {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      AtomicInteger failures = new AtomicInteger();
      Journal journal =
          new Journal(run.append(run.events(TabletRecorder.NAME)), e -> failures.incrementAndGet());
      TabletRecorder recorder =
          new TabletRecorder(
              List.of(),
              TreeMap::new,
              Set::of,
              () -> {
                throw new IOException("the session is over");
              },
              journal,
              Clock.systemUTC(),
              Duration.ofDays(1),
              none);
      recorder.begin();
      assertThatThrownBy(recorder::close).hasMessage("the session is over");
      journal.add(new Event.Note(1, "tablets", "too late"));
      journal.flush();
      assertThat(failures).as("the file is closed").hasValue(1);
    }
  }

  private void recordLargeTable(WithLargeTable use) throws Exception {
    LargeTable table = new LargeTable();
    Semaphore asked = new Semaphore(0);
    AtomicReference<Set<String>> living = new AtomicReference<>(Set.of("a1", "b1"));
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false));
        TabletRecorder recorder =
            new TabletRecorder(
                List.of(new HostingSource("the table", table::poll)),
                TreeMap::new,
                () -> {
                  asked.release();
                  return living.get();
                },
                () -> {},
                new Journal(run.append(run.events(TabletRecorder.NAME)), TabletRecorderTest::fail),
                Clock.systemUTC(),
                Duration.ofMillis(1),
                none)) {
      recorder.begin();
      use.use(table, asked, living);
    }
  }

  @Test
  void aCalmClusterIsAskedWhoLivesAndNotWhereEachTabletIs() throws Exception {
    recordLargeTable(
        (table, asked, living) -> {
          asked.acquire(20);
          assertThat(table.looks.availablePermits()).isEqualTo(1);
        });
  }

  @Test
  void aTserverThatIsGoneEndsTheRestBetweenTwoScans() throws Exception {
    recordLargeTable(
        (table, asked, living) -> {
          asked.acquire(5);
          living.set(Set.of("b1"));
          assertThat(table.looks.tryAcquire(2, 5, TimeUnit.SECONDS)).isTrue();
        });
  }

  @Test
  void whileATabletHasNoHostTheScansGoOn() throws Exception {
    recordLargeTable(
        (table, asked, living) -> {
          table.tablets.put("2;7", new Hosting(Optional.empty(), List.of()));
          living.set(Set.of("b1"));
          table.looks.acquire(4);
          table.tablets.put("2;7", ONE);
        });
  }

  private static void fail(IOException e) {
    throw new AssertionError(e);
  }
}
