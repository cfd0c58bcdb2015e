// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Position;
import catena.graph.judge.Spans;
import catena.records.run.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShortenedWindowTest {
  private static final Position HALF = new Position(0, 1, 5);
  private static final Position FROM = new Position(0, 1, 0);
  private static final Position TO = new Position(0, 2, 0);
  private static final LedgerHeader HEADER =
      new LedgerHeader("instance", "1", "cafe", 0, new UUID(1, 2));

  @TempDir Path temporary;
  private RunDirectory directory;
  private Ledger ledger;

  @BeforeEach
  void open() throws Exception {
    directory = RunDirectory.at(temporary.toString());
    ledger = Ledger.create(directory.fileSystem(), directory.ledger(0), HEADER);
    ledger.intend(Position.ORIGIN, FROM, 7, 0, 1);
    ledger.acknowledge(2);
    ledger.intend(FROM, TO, 7, 0, 3);
  }

  @AfterEach
  void close() throws Exception {
    directory.close();
  }

  private LedgerState read() throws Exception {
    return LedgerReader.read(directory.fileSystem(), directory.ledger(0));
  }

  @Test
  void itsRestWasNeverAttempted() throws Exception {
    ledger.shorten(HALF, 5, 0, 4);
    ledger.acknowledge(5);
    ledger.close(6);
    LedgerState state = read();
    assertThat(state.damage()).isEmpty();
    assertThat(state.acknowledged()).isEqualTo(HALF);
    assertThat(state.attempted()).isEqualTo(HALF);
    assertThat(state.acknowledgedEntries()).isEqualTo(12);
  }

  @Test
  void itsBeginningIsIndeterminateUntilItIsAcknowledged() throws Exception {
    ledger.shorten(HALF, 5, 0, 4);
    ledger.close(6);
    assertThat(read().acknowledged()).isEqualTo(FROM);
    assertThat(read().attempted()).isEqualTo(HALF);
  }

  @Test
  void onlyItsBeginningHasTimes() throws Exception {
    ledger.shorten(HALF, 5, 0, 4);
    ledger.acknowledge(5);
    ledger.close(6);
    Position last = new Position(0, 1, 4);
    assertThat(
            LedgerWindows.windowOf(directory.fileSystem(), directory.ledger(0), last)
                .orElseThrow()
                .acknowledgedMillis())
        .hasValue(5);
    assertThat(
            LedgerWindows.windowOf(directory.fileSystem(), directory.ledger(0), HALF)
                .flatMap(times -> times.acknowledgedMillis().stream().boxed().findFirst()))
        .isEmpty();
  }

  @Test
  void shortenedToNothingItIsAsIfItHadNotBeenIntended() throws Exception {
    ledger.shorten(FROM, 0, 0, 4);
    assertThatThrownBy(() -> ledger.acknowledge(5)).isInstanceOf(IllegalStateException.class);
    ledger.close(6);
    assertThat(read().acknowledged()).isEqualTo(FROM);
    assertThat(read().attempted()).isEqualTo(FROM);
    assertThat(read().damage()).isEmpty();
  }

  @Test
  void whatAnEarlierProcessAttemptedStaysAttempted() throws Exception {
    ledger.close();
    try (Ledger resumed =
        Ledger.resume(directory.fileSystem(), directory.ledger(0), HEADER, 7, Duration.ZERO)) {
      resumed.intend(FROM, TO, 7, 0, 8);
      resumed.shorten(HALF, 5, 0, 9);
      resumed.acknowledge(10);
    }
    assertThat(read().acknowledged()).isEqualTo(HALF);
    assertThat(read().attempted()).isEqualTo(TO);
  }

  /** The first attempt may come late, whatever was made of the second. */
  @Test
  void whatWasSentBeforeStaysSentAgain() throws Exception {
    ledger.intend(FROM, TO, 7, 0, 4);
    ledger.shorten(HALF, 5, 0, 5);
    ledger.acknowledge(6);
    ledger.close(7);
    assertThat(read().resent()).isEqualTo(Spans.NONE.with(new Spans.Span(FROM, TO)));
  }

  @Test
  void anAttemptOfWhichNothingWasSentIsNone() throws Exception {
    ledger.intend(FROM, TO, 7, 0, 4);
    ledger.shorten(FROM, 0, 0, 5);
    ledger.close(6);
    assertThat(read().resent()).isEqualTo(Spans.NONE);
    assertThat(read().attempted()).isEqualTo(TO);
  }

  @Test
  void shortenedToAPointOutsideItIsRefused() throws Exception {
    assertThatThrownBy(() -> ledger.shorten(new Position(0, 3, 1), 9, 0, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shortened to a point outside the window");
    ledger.close();
    assertThat(read().damage()).isEmpty();
  }

  /** The rest was never sent by the first process: it was as the second has sent it. */
  @Test
  void itsRestIsTimedByTheProcessThatSendsIt() throws Exception {
    ledger.shorten(HALF, 5, 0, 4);
    ledger.acknowledge(5);
    ledger.close(6);
    try (Ledger resumed =
        Ledger.resume(directory.fileSystem(), directory.ledger(0), HEADER, 1000, Duration.ZERO)) {
      resumed.intend(HALF, TO, 2, 0, 1008);
      resumed.acknowledge(1010);
    }
    assertThat(
            LedgerWindows.windowOf(directory.fileSystem(), directory.ledger(0), HALF)
                .orElseThrow()
                .intendedMillis())
        .isEqualTo(1008);
  }

  @Test
  void itsRestIsTimedByTheAttemptOfAProcessThatDied() throws Exception {
    ledger.close();
    try (Ledger resumed =
        Ledger.resume(directory.fileSystem(), directory.ledger(0), HEADER, 7, Duration.ZERO)) {
      resumed.intend(FROM, TO, 7, 0, 8);
      resumed.shorten(HALF, 5, 0, 9);
      resumed.acknowledge(10);
    }
    assertThat(
            LedgerWindows.windowOf(directory.fileSystem(), directory.ledger(0), HALF)
                .orElseThrow()
                .intendedMillis())
        .as("it may have been sent then")
        .isEqualTo(3);
  }
}
