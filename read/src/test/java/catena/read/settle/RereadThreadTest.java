// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.read.check.Found;
import catena.records.threads.StopSignal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The thread that reads rows again; the clock by which it ends says what a test has written. */
class RereadThreadTest extends RereadRig {
  private static final Duration ROUND = Duration.ofSeconds(60);
  private static final Duration AFTER_STOP = Duration.ofSeconds(5);
  private static final Duration TICK = Duration.ofNanos(1);

  /** What the clock says, one read after the other; the last stays. */
  private final Queue<Duration> times = new ArrayDeque<>(List.of(Duration.ZERO));

  private final RereadThread thread = new RereadThread(settler, LIMIT, AFTER_STOP, this::time);
  private final StopSignal stop = new StopSignal();

  private long time() {
    Duration now = times.size() > 1 ? times.remove() : times.element();
    return now.toNanos();
  }

  /** From now on the clock says this of the time since the end was asked for, and then days. */
  private void clock(Duration... says) {
    Duration began = Duration.ofSeconds(7);
    times.clear();
    times.add(began);
    List.of(says).forEach(time -> times.add(began.plus(time)));
    times.add(Duration.ofDays(1));
    times.add(Duration.ofDays(2));
  }

  private void assertThatTheLastTimeEndedIt() {
    assertThat(times).as("times that were not looked at").hasSize(2);
  }

  private void noServerAnswers() {
    CountDownLatch never = new CountDownLatch(1);
    answers =
        rows -> {
          never.await();
          return Map.of();
        };
  }

  private void add(String row) throws InterruptedException {
    account.handed();
    settler.add(suspect(view, row));
  }

  /** StartRows one, and returns what runs. */
  private static Thread start(RereadThread one) {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    one.start();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> !before.contains(each) && each.getName().equals("reread"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void itEndsOnceEachRowIsSettled() throws Exception {
    thread.start();
    appears(row(1));
    add(row(1));

    assertThat(thread.finish(stop)).isEmpty();
    assertThat(account.doubts()).isEmpty();
    assertThat(counted(Count.PASSED)).isEqualTo(1);
  }

  @Test
  void itDoesNotKeepTheProcessAliveWhicheverThreadStartsIt() throws Exception {
    AtomicReference<RereadThread> made = new AtomicReference<>();
    Thread maker =
        new Thread(() -> made.set(new RereadThread(settler, LIMIT, AFTER_STOP, this::time)));
    maker.setDaemon(false);
    maker.start();
    join(maker);

    assertThat(start(made.get()).isDaemon()).isTrue();
    assertThat(made.get().finish(stop)).isEmpty();
  }

  /** The limit and one more round are waited for to their last moment. */
  @Test
  void whatNoServerAnswersInTimeIsBrokenOffAndInDoubt() throws Exception {
    noServerAnswers();
    clock(LIMIT.plus(ROUND), LIMIT.plus(ROUND).plus(TICK));
    Thread working = start(thread);
    add(row(1));

    assertThat(thread.finish(stop))
        .contains("Missing rows could not be read again: no server answered in time");
    assertThatTheLastTimeEndedIt();
    join(working);
    assertThat(working.isAlive()).as("whether it was left to wait").isFalse();
    assertThat(account.doubts())
        .containsExactly(
            "Not read again to the end: 1 row, the first "
                + row(1)
                + ", since reading them again was broken off");
  }

  /** A stop is obeyed after its time, and then the round is one from there. */
  @Test
  void aStopLeavesTimeForOneMoreRound() throws Exception {
    noServerAnswers();
    Duration end = AFTER_STOP.plus(ROUND);
    clock(AFTER_STOP.minus(TICK), AFTER_STOP, end, end.plus(TICK));
    thread.start();
    add(row(1));
    stop.ask("test");

    assertThat(thread.finish(stop)).isPresent();
    assertThatTheLastTimeEndedIt();
  }

  @Test
  void aStopNeverMakesItTakeLonger() throws Exception {
    noServerAnswers();
    Duration end = LIMIT.plus(ROUND);
    clock(end.minus(TICK), end, end.plus(TICK));
    thread.start();
    add(row(1));
    stop.ask("test");

    assertThat(thread.finish(stop)).isPresent();
    assertThatTheLastTimeEndedIt();
  }

  /** Reporting the rows it gives up takes so long that the thread has ended meanwhile. */
  @Test
  void theFirstReasonIsTheOneThatIsReported() throws Exception {
    noServerAnswers();
    clock(Duration.ofHours(1));
    Thread working = start(thread);
    Difference stale =
        new Difference(
            FindingKind.STALE, row(1), Optional.empty(), Optional.empty(), "rewritten since");
    Found anyway = new Found(FindingKind.STALE, stale, "an entry", 0, Map.of());
    journal =
        event -> {
          events.add(event);
          join(working);
        };
    account.handed();
    settler.add(suspect(view, row(1)).judged(List.of(stale), List.of(anyway)));

    assertThat(thread.finish(stop)).get().asString().endsWith("no server answered in time");
    assertThat(kinds()).containsExactly(FindingKind.STALE);
  }

  private static void join(Thread working) {
    try {
      working.join(ROUND.toMillis());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A lookup that is held up until the caller has found no room makes it wait, not give up. */
  @Test
  void aRowWaitsForRoom() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    answers =
        rows -> {
          go.await();
          return lookUp(rows);
        };
    thread.start();
    int many = ReaderSettler.MOST_WAITING + ReaderSettler.BATCH + 1;
    Thread adding =
        new Thread(
            () -> {
              for (int i = 0; i < many; i++) {
                addQuietly(row(i));
              }
            });
    for (int i = 0; i < many; i++) {
      appears(row(i));
    }
    adding.start();
    while (adding.isAlive() && adding.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    go.countDown();
    adding.join();

    assertThat(thread.finish(stop)).isEmpty();
    assertThat(account.doubts()).isEmpty();
    assertThat(counted(Count.PASSED)).isEqualTo(many);
  }

  private void addQuietly(String row) {
    try {
      add(row);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRowThatComesWhenItIsOverIsInDoubtAtOnce() throws Exception {
    thread.start();
    assertThat(thread.finish(stop)).isEmpty();
    add(row(1));

    assertThat(account.doubts())
        .containsExactly(
            "Not read again to the end: 1 row, the first "
                + row(1)
                + ", since the thread that reads them again had ended");
  }

  @Test
  void aRowThatComesWhileItEndsIsInDoubtToo() throws Exception {
    AtomicReference<Thread> working = new AtomicReference<>();
    LongSupplier asItEnds =
        () -> {
          join(working.get());
          addQuietly(row(1));
          return 0;
        };
    RereadThread ending = new RereadThread(settler, LIMIT, AFTER_STOP, asItEnds);
    working.set(start(ending));

    assertThat(ending.finish(stop)).isEmpty();
    assertThat(account.doubts())
        .singleElement()
        .asString()
        .endsWith("since the thread that reads them again had ended");
  }

  @Test
  void aLookupThatIsInterruptedByOthersIsADoubt() throws Exception {
    answers =
        rows -> {
          throw new InterruptedException("planted");
        };
    thread.start();
    add(row(1));

    assertThat(thread.finish(stop)).contains("Reading missing rows again was interrupted");
    assertThat(account.doubts())
        .singleElement()
        .asString()
        .endsWith("since reading them again was broken off");
  }

  @Test
  void aThreadWithoutRowsRests() throws Exception {
    CountDownLatch steps = new CountDownLatch(5);
    ReaderSettler idle =
        settler(
            () -> {
              steps.countDown();
              return 0;
            });
    long began = System.nanoTime();
    RereadThread resting = new RereadThread(idle, LIMIT, AFTER_STOP, this::time);
    resting.start();
    assertThat(steps.await(1, TimeUnit.MINUTES)).isTrue();
    long took = System.nanoTime() - began;

    assertThat(Duration.ofNanos(took)).isGreaterThan(Duration.ofMillis(100));
    assertThat(resting.finish(stop)).isEmpty();
  }
}
