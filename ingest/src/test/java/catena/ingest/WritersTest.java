// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static com.google.common.util.concurrent.Uninterruptibles.awaitUninterruptibly;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.judge.Promise;
import catena.harness.accumulo.Holder;
import catena.harness.accumulo.WriterNumbers;
import catena.ingest.write.Writer;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a real ZooKeeper, and real ledgers in a real directory. */
@Timeout(60)
class WritersTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final int MOST = 6;

  private static final GraphSpec SPEC =
      Specs.of(
          GraphSpec.VERSION,
          7,
          0,
          1L << 40,
          8,
          2,
          100,
          100,
          List.of(""),
          GraphSpec.VisibilityScope.BLOCK,
          true,
          Payload.NONE,
          0,
          MOST);
  private static final Graph GRAPH = new Graph(SPEC);

  @TempDir private Path temp;
  private TestingServer server;
  private WriterNumbers numbers;

  @BeforeEach
  void start() throws Exception {
    server = new TestingServer();
    numbers = open();
  }

  @AfterEach
  void stop() throws IOException {
    numbers.close();
    server.close();
  }

  private WriterNumbers open() {
    return WriterNumbers.open(server.getConnectString(), "i", "1", LIMIT, () -> {});
  }

  private RunDirectory run(String name) {
    return RunDirectory.at(temp.resolve(name).toString(), new Configuration(false));
  }

  private Writers writers(RunDirectory run, WriterNumbers of, Clock clock) {
    return new Writers(
        new GraphFile("t", "1", "i", SPEC), run, of, clock, "ingest", new AtomicBoolean());
  }

  private static void close(List<Writer> writers) throws IOException {
    for (Writer writer : writers) {
      writer.ledger().close(1);
      writer.hold().close();
    }
  }

  private KnownWriters known() throws IOException {
    return new KnownWriters(
        numbers.allocated(), numbers.ends(), numbers.takers(), KnownWriters.NONE.holds());
  }

  private static Promise promised(RunDirectory... runs) throws IOException {
    Ledgers.Home home = new Ledgers.Home("i", "1", SPEC.fingerprint());
    return new Ledgers(List.of(runs), home, GRAPH, KnownWriters.NONE).read().promise();
  }

  @Test
  void aProcessThatDiesOnceItHasItsNumbersOwesNothing() throws IOException {
    for (int i = 0; i < 3; i++) {
      numbers.allocate(Holder.here("runs/killed", CLOCK));
    }
    RunDirectory next = run("next");
    close(writers(next, numbers, CLOCK).create(2));
    assertThat(known().withoutLedger(promised(next))).isEmpty();
    assertThat(known().neverBegun(promised(next)))
        .get()
        .asString()
        .contains("[0, 1, 2]")
        .contains("(run runs/killed) at 1970-01-01T00:00:00Z");
  }

  @Test
  void whoseLedgersCannotAllBeMadeOwesNothing() throws IOException {
    RunDirectory failed = run("failed");
    failed.fileSystem().mkdirs(failed.ledger(1)); // in the way of the second ledger
    assertThatThrownBy(() -> writers(failed, numbers, CLOCK).create(3))
        .isInstanceOf(IOException.class);
    RunDirectory next = run("next");
    List<Writer> writers = writers(next, numbers, CLOCK).create(2);
    assertThat(writers).extracting(Writer::number).containsExactly(3, 4);
    close(writers);
    assertThat(known().withoutLedger(promised(next))).isEmpty();
    assertThat(known().neverBegun(promised(next))).get().asString().contains("[0, 1, 2]");
  }

  @Test
  void whoHasItsWritersOwesTheirLedgers() throws IOException {
    RunDirectory lost = run("lost");
    close(writers(lost, numbers, CLOCK).create(2)); // and not one write yet
    RunDirectory next = run("next");
    close(writers(next, numbers, CLOCK).create(1));
    assertThat(known().withoutLedger(promised(next)))
        .get()
        .asString()
        .contains("[0, 1]")
        .contains("(run " + lost.display() + ")");
    assertThat(known().neverBegun(promised(next))).isEmpty();
    assertThat(known().withoutLedger(promised(lost, next))).isEmpty();
  }

  @Test
  void processesThatCarryOnAtTheSameTimeTakeOthers() throws IOException {
    RunDirectory run = run("shared");
    close(writers(run, numbers, CLOCK).create(4));
    List<Writer> mine = writers(run, numbers, CLOCK).carryOn(2, (number, at) -> number > 0);
    assertThat(mine).extracting(Writer::number).containsExactly(1, 2);
    try (WriterNumbers session = open()) {
      Writers other = writers(run, session, CLOCK);
      assertThatThrownBy(() -> other.carryOn(2, (number, at) -> number > 0))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("2 clients are to update records")
          .hasMessageContaining("has 3 such writers, of which 1 are free");
      List<Writer> theirs = other.carryOn(2, (number, at) -> true);
      assertThat(theirs).extracting(Writer::number).containsExactly(0, 3);
      close(theirs);
    }
    close(mine);
  }

  /** The ledger was begun, and its process died before it could mark that: the next one does. */
  @Test
  void aResumedRunMarksTheLedgersItCarriesOn() throws IOException {
    RunDirectory run = run("resumed");
    int number = numbers.allocate(Holder.here("runs/killed", CLOCK));
    run.fileSystem().create(run.ledger(number)).close(); // without a line
    assertThat(known().withoutLedger(Promise.NONE)).isEmpty();
    close(writers(run, numbers, CLOCK).resume());
    assertThat(known().withoutLedger(Promise.NONE)).get().asString().contains("[0]");
    assertThat(promised(run).of(number).orElseThrow().attempted()).isEqualTo(Position.ORIGIN);
  }

  /** Another takes the last numbers between the count and the first number. */
  @Test
  void whoFindsTheTableFullMeanwhileOwesNothing() throws IOException {
    RunDirectory first = run("first");
    RunDirectory second = run("second");
    try (WriterNumbers others = open()) {
      Clock meanwhile =
          new Clock() {
            private boolean asked;

            @Override
            public long millis() {
              if (!asked) {
                asked = true;
                take();
              }
              return 0;
            }

            private void take() {
              try {
                close(writers(first, others, CLOCK).create(MOST - 2));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
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
          };
      assertThatThrownBy(() -> writers(second, numbers, meanwhile).create(3))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("has room for 6 writers");
    }
    assertThat(known().withoutLedger(promised(first))).isEmpty();
    assertThat(known().neverBegun(promised(first))).get().asString().contains("[4, 5, 6]");
  }

  /** A batch writer may still send: the next phase waits for the number, not for the ledger. */
  @Test
  void whoHasEndedHoldsNoLedger() throws IOException {
    RunDirectory run = run("one");
    WriterNumbers first = open();
    Writer ended = writers(run, first, CLOCK).create(1).get(0);
    ended.ledger().close(1);
    ended.hold().ended(Position.ORIGIN);
    first.close();
    List<Writer> next = writers(run, numbers, CLOCK).carryOn(1, (number, at) -> true);
    assertThat(next).hasSize(1);
    close(next);
  }

  /** Its number is free then, and what it may still send would come behind the next one's. */
  @Test
  void whoHasLostItsNumberHoldsItsLedgerAsLongAsItMaySend() throws IOException {
    RunDirectory run = run("one");
    WriterNumbers first = open();
    AtomicBoolean lost = new AtomicBoolean();
    Writer ended =
        new Writers(new GraphFile("t", "1", "i", SPEC), run, first, CLOCK, "ingest", lost)
            .create(1)
            .get(0);
    ended.ledger().close(1);
    lost.set(true);
    ended.hold().ended(Position.ORIGIN);
    first.close();
    assertThatThrownBy(() -> writers(run, numbers, CLOCK).carryOn(1, (number, at) -> true))
        .isInstanceOf(UsageException.class);
    assertThatThrownBy(ended.hold()::close).isInstanceOf(IOException.class);
    close(writers(run, numbers, CLOCK).carryOn(1, (number, at) -> true));
  }

  /** What has not stopped may still send at any time. */
  @Test
  void theNumberOfAWriterThatHasNotStoppedStaysTaken() throws IOException {
    RunDirectory run = run("one");
    Writers writers = writers(run, numbers, CLOCK);
    Writer one = writers.create(1).get(0);
    List<String> notes = new ArrayList<>();
    writers.giveBack(notes::add);
    assertThat(notes)
        .containsExactly(
            "some writers did not stop; their numbers stay taken until this process ends");
    assertThat(numbers.allocated()).isEqualTo(1);
    close(List.of(one));
    writers.giveBack(notes::add);
    assertThat(notes).hasSize(1);
    assertThatThrownBy(numbers::allocated).isInstanceOf(Exception.class);
  }

  /**
   * As when the heap is full: whoever resumes the run next need not wait for this process's end.
   */
  @Test
  void anErrorBeforeWritersBeginKeepsNoNumberAndNoLedger() throws IOException {
    RunDirectory run = run("one");
    close(writers(run, numbers, CLOCK).create(2));
    for (int failing = 1; failing <= 4; failing++) { // each hold asks for the time, and each ledger
      AtomicInteger left = new AtomicInteger(failing);
      try (WriterNumbers session = open()) {
        Clock clock = clock(() -> left.decrementAndGet() == 0);
        Writers writers = writers(run, session, clock);
        assertThatThrownBy(writers::resume).isInstanceOf(OutOfMemoryError.class);
        assertGivesBack(writers, session);
      }
    }
    AtomicInteger asked = new AtomicInteger();
    try (WriterNumbers session = open()) {
      Writers writers = writers(run, session, CLOCK);
      assertThatThrownBy(
              () -> writers.carryOn(1, (number, at) -> asked.incrementAndGet() < 3 || fails()))
          .isInstanceOf(OutOfMemoryError.class);
      assertGivesBack(writers, session);
    }
    List<Writer> next = writers(run, numbers, CLOCK).resume();
    assertThat(next).hasSize(2);
    close(next);
  }

  private static void assertGivesBack(Writers writers, WriterNumbers session) {
    List<String> notes = new ArrayList<>();
    writers.giveBack(notes::add);
    assertThat(notes).isEmpty();
    assertThatThrownBy(session::allocated).as("a closed session").isInstanceOf(Exception.class);
  }

  private static boolean fails() {
    throw new OutOfMemoryError("of the test");
  }

  private static Clock clock(BooleanSupplier isToFail) {
    return new Clock() {
      @Override
      public Instant instant() {
        return isToFail.getAsBoolean() && fails() ? Instant.MAX : Instant.EPOCH;
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  @Test
  void whatIsStillBeingSentKeepsTheNumberForAsLong() throws Exception {
    RunDirectory run = run("one");
    CountDownLatch sent = new CountDownLatch(1);
    Thread sending = Threads.daemons("sending").newThread(() -> awaitUninterruptibly(sent));
    sending.start();
    WriterNumbers first = open();
    Writers writers = writers(run, first, CLOCK);
    Writer one = writers.create(1).get(0);
    one.ledger().close(1);
    one.hold().ended(Position.ORIGIN);
    one.hold().release(List.of(sending));
    List<String> notes = new ArrayList<>();
    writers.giveBack(notes::add);
    assertThat(notes)
        .containsExactly(
            "batch writers are still sending; their writers' numbers stay taken meanwhile");
    assertThatThrownBy(() -> numbers.hold(0, Holder.here("x", CLOCK), Duration.ZERO))
        .isInstanceOf(UsageException.class);
    sent.countDown();
    numbers.hold(0, Holder.here("x", CLOCK), LIMIT).close();
  }
}
