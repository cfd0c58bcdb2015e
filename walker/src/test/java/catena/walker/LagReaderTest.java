// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.judge.FindingKind;
import catena.read.announce.LagTimes;
import catena.read.announce.RowSource;
import catena.read.reader.ReadFailure;
import catena.read.reader.ReaderInSteps;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that looks for announced rows, in steps, over rows that are kept in a map. */
class LagReaderTest {
  private static final int FLUSH = 5;

  @TempDir private Path temp;

  private final Source source = new Source();
  private ReaderInSteps reader;
  private int reads;

  /** Rows that are announced as a test says. */
  private final class Source implements RowSource {
    private final Deque<SoughtRow> rows = new ArrayDeque<>();
    private boolean begun = true;
    private boolean written;
    private long writtenNanos = Long.MAX_VALUE;
    private boolean over;
    private Optional<String> failure = Optional.empty();

    @Override
    public Optional<SoughtRow> next(Duration limit) {
      if (rows.isEmpty()) {
        reader.takes(limit);
      }
      return Optional.ofNullable(rows.poll());
    }

    @Override
    public boolean begun() {
      return begun;
    }

    @Override
    public boolean written() {
      return written || reader.nanos() > writtenNanos;
    }

    @Override
    public boolean isOver() {
      return over && rows.isEmpty();
    }

    @Override
    public Optional<String> failure() {
      return failure;
    }

    /** All writers have ended, and no row will come but those that are announced. */
    void end() {
      written = true;
      over = true;
    }
  }

  @BeforeEach
  void write() throws Exception {
    reader = new ReaderInSteps(temp, FLUSH);
    reader.write(0);
  }

  @AfterEach
  void close() throws Exception {
    reader.close();
  }

  private void announce(int window, int index) {
    source.rows.add(new RowSource.SoughtRow(reader.row(window, index), 0, true));
  }

  private PartOutcome read(String... settings) throws Exception {
    return reader.readAll(new LagActivity(source), settings);
  }

  private PartOutcome readOnce(String... settings) throws Exception {
    return reader.read(1, new LagActivity(source), settings);
  }

  /** Does something right before a read. */
  @FunctionalInterface
  private interface Deed {
    void act() throws Exception;
  }

  private void before(int read, Deed deed) {
    reader.beforeRead =
        () -> {
          reads++;
          if (reads == read) {
            try {
              deed.act();
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          }
        };
  }

  private static long count(PartOutcome outcome, String what) {
    return outcome.tally().getOrDefault("lag: " + what, 0L);
  }

  @Test
  void aRowThatIsThereAtOnceDoesNotLagAndIsReadOnceMoreWhenItIsAcknowledged() throws Exception {
    reader.takes(Duration.ofSeconds(10));
    source.rows.add(new RowSource.SoughtRow(reader.row(0, 2), 4_000, true));
    source.end();
    PartOutcome outcome = read();

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(count(outcome, "lookups")).isEqualTo(2);
    assertThat(count(outcome, "announced and looked for")).isEqualTo(1);
    assertThat(outcome.tally())
        .doesNotContainKeys("lag: lagging", "lag: not seen", "lag: not judged");
    assertThat(reader.askedRows()).containsOnly(reader.row(0, 2));
    assertThat(reader.latencies(LagTimes.LAG).getTotalCount()).isZero();
    // Its batch writer had it four seconds after the clock began.
    assertThat(reader.latencies(LagTimes.VISIBLE).getMaxValue() / 1e9).isBetween(5.9, 6.1);
    assertThat(reader.nanos())
        .as("the second read is half a second later, not at once")
        .isGreaterThan(Duration.ofMillis(10_450).toNanos());
  }

  @Test
  void aRowThatComesLateLagsFromTheFirstReadOn() throws Exception {
    reader.intend(1);
    announce(1, 0);
    source.over = true;
    before(
        4,
        () -> {
          reader.put(1);
          reader.acknowledge();
        });
    PartOutcome outcome = read();

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(count(outcome, "lagging")).isEqualTo(1);
    assertThat(count(outcome, "not seen")).isZero();
    assertThat(count(outcome, "lookups")).isEqualTo(5);
    // Three waits of 5 ms each.
    assertThat(reader.latencies(LagTimes.LAG).getTotalCount()).isEqualTo(1);
    assertThat(reader.latencies(LagTimes.LAG).getMaxValue() / 1e6).isBetween(15.0, 16.0);
    assertThat(reader.waited).as("the queue has waited").containsOnly(Duration.ofNanos(1));
    assertThat(reader.shaped).endsWith("close");
  }

  @Test
  void aRowOfAnotherHostHasALagButNoTimeToBeVisible() throws Exception {
    source.rows.add(new RowSource.SoughtRow(reader.row(0, 1), 0, false));
    source.end();
    PartOutcome unused = read();

    assertThat(reader.latencies(LagTimes.VISIBLE).getTotalCount()).isZero();
  }

  @Test
  void aRowThatWasAcknowledgedAndNeverComesIsNotSeenAndLost() throws Exception {
    announce(0, 3);
    source.end();
    reader.table.remove(reader.row(0, 3));
    PartOutcome outcome = read();

    assertThat(count(outcome, "not seen")).isEqualTo(1);
    assertThat(count(outcome, "not judged")).isZero();
    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
  }

  @Test
  void aRowThatIsNeverAcknowledgedIsNotSeenAndNotLost() throws Exception {
    reader.intend(1);
    announce(0, 0);
    announce(1, 0);
    source.end();
    PartOutcome outcome = read();

    assertThat(count(outcome, "not seen")).isEqualTo(1);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(count(outcome, "lookups")).as("one read of each when it is settled").isEqualTo(4);
    assertThat(reader.nanos())
        .as("the ledgers are given five seconds after the end of the writers")
        .isGreaterThan(Duration.ofSeconds(5).toNanos())
        .isLessThan(Duration.ofSeconds(7).toNanos());
  }

  @Test
  void aRowThatWasSeenAndIsGoneWhenItIsAcknowledgedIsLost() throws Exception {
    announce(0, 4);
    source.end();
    before(2, () -> reader.table.remove(reader.row(0, 4)));
    PartOutcome outcome = read();

    assertThat(count(outcome, "not seen")).isZero();
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
  }

  @Test
  void whileWritersWriteARowIsReadUpToTheLimitEverMoreSeldom() throws Exception {
    reader.takes(Duration.ofSeconds(10));
    reader.intend(1);
    announce(1, 1);
    source.over = true;
    source.writtenNanos = Duration.ofSeconds(40).toNanos();
    PartOutcome outcome = read("lag.limit", "1s");

    assertThat(count(outcome, "not seen")).isEqualTo(1);
    // Every 5 ms at first, and then after a tenth of the time since the first read.
    assertThat(count(outcome, "lookups")).isBetween(35L, 45L);
  }

  @Test
  void whoReadsWhatMayBeLateGoesOnAfterTheEndOfTheWriters() throws Exception {
    reader.intend(1);
    announce(1, 1);
    source.end();
    PartOutcome eventual = read("lag.limit", "1s", "read.consistency", "eventual");
    assertThat(count(eventual, "lookups")).isBetween(35L, 45L);

    announce(1, 1);
    PartOutcome immediate = read("lag.limit", "1s");
    assertThat(count(immediate, "lookups")).isEqualTo(2);
  }

  @Test
  void aRowThatNoGraphHasIsNotRead() throws Exception {
    source.rows.add(new RowSource.SoughtRow("ffffffffffffffff", 0, true));
    announce(0, 0);
    source.end();
    PartOutcome outcome = read();

    assertThat(count(outcome, "announced and looked for")).isEqualTo(1);
    assertThat(count(outcome, "hidden by visibility")).isEqualTo(1);
    assertThat(reader.askedRows()).containsOnly(reader.row(0, 0));
  }

  @Test
  void withoutAnnouncementsItWaitsForTheStartLimitAndEnds() throws Exception {
    source.begun = false;
    announce(0, 0);
    PartOutcome outcome = read("read.start.limit", "1s");

    assertThat(reader.asked).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(reader.waited).hasSize(20).containsOnly(Duration.ofMillis(50));
  }

  @Test
  void itSaysWhyRowsCannotBeTaken() throws Exception {
    source.failure = Optional.of("the queue is gone");

    assertThatThrownBy(this::read)
        .isInstanceOf(ReadFailure.class)
        .hasMessageContaining("the queue is gone");
  }

  @Test
  void whatIsLeftWhenItEndsIsCountedAsNotJudged() throws Exception {
    announce(0, 0);
    PartOutcome seen = readOnce();
    assertThat(count(seen, "not judged")).isEqualTo(1);
    assertThat(count(seen, "not seen")).isZero();

    reader.intend(1);
    announce(1, 0);
    PartOutcome sought = readOnce();
    assertThat(count(sought, "not judged")).isEqualTo(1);
    assertThat(count(sought, "not seen")).isEqualTo(1);
  }

  /** Once while it is sought, and once when it is not any more: not at each of some forty reads. */
  @Test
  void aRowThatStaysAwayIsJudgedTwice() throws Exception {
    announce(0, 3);
    reader.table.remove(reader.row(0, 3));
    source.over = true;
    source.writtenNanos = Duration.ofSeconds(30).toNanos();
    PartOutcome outcome = read("lag.limit", "1s");

    assertThat(count(outcome, "lookups")).isBetween(35L, 45L);
    assertThat(count(outcome, "read again")).isEqualTo(2);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
  }

  /** It is found as it was written after that, so that nothing was lost: it came late. */
  @Test
  void aRowThatWasJudgedMissingAndComesIsJudgedAgain() throws Exception {
    announce(0, 3);
    reader.table.remove(reader.row(0, 3));
    source.end();
    before(2, () -> reader.table.put(reader.row(0, 3), reader.entry(0, 4)));
    PartOutcome outcome = read();

    assertThat(count(outcome, "lookups")).isEqualTo(2);
    assertThat(count(outcome, "rows")).isGreaterThanOrEqualTo(1);
    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aStopEndsItsWaits() throws Exception {
    announce(0, 0);
    reader.stop.ask("enough");
    PartOutcome outcome = read();

    assertThat(reader.asked).isEmpty();
    assertThat(count(outcome, "lookups")).isZero();
  }
}
