// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Node;
import catena.graph.judge.FindingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in doubt about the rows that were settled. */
class SettlingTest extends RowRig {
  private static final Node HEAD = new Node(0, 4, 3);

  private void damage(int ledgers) throws IOException {
    for (int i = 1; i <= ledgers; i++) {
      Files.writeString(temp.resolve("ledger/writer-%05d.ledger".formatted(i)), "nonsense\n");
    }
  }

  /** What they are judged by promises less than was written, so that a sound table may pass. */
  @Test
  void aLedgerThatIsDamagedWhenRowsAreJudgedIsADoubt() throws Exception {
    ExactRows reader = reader(all);
    show(reader, row(new Node(0, 1, 3)), entry(new Node(0, 1, 3)));
    damage(1);
    var unused = promise.read();
    assertThat(settling.doubts()).as("doubts before a row differs").isEmpty();
    show(reader, row(new Node(0, 1, 3)));
    show(reader, row(new Node(0, 1, 4)));

    assertThat(found()).hasSize(1);
    assertThat(settling.doubts())
        .singleElement()
        .asString()
        .contains("writer-00001.ledger is damaged");
  }

  @Test
  void aRowThatDiffersShowsTheDamageOfItsLedger() throws Exception {
    ExactRows reader = reader(all);
    Files.writeString(
        temp.resolve("ledger/writer-00000.ledger"), "nonsense\n", StandardOpenOption.APPEND);
    show(reader, row(new Node(0, 1, 3)));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(settling.doubts())
        .singleElement()
        .asString()
        .contains("writer-00000.ledger is damaged");
  }

  @Test
  void manyDamagedLedgersMakeAHundredDoubts() throws Exception {
    ExactRows reader = reader(all);
    damage(105);
    var unused = promise.read();
    show(reader, row(new Node(0, 1, 3)));

    assertThat(found()).hasSize(1);
    assertThat(settling.doubts()).hasSize(100);
  }

  /** With eventual consistency an old state is no more than that. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRejectedAttemptThatWasSeenForATimeIsADoubtUnlessReadsMayBeOld(boolean eventual)
      throws Exception {
    closeFirstBlock();
    closeSecondBlock();
    ExactRows reader = reader(all, Duration.ofMinutes(5), eventual);
    toAll.put(row(HEAD), List.of(closed(HEAD)));
    show(reader, row(HEAD), entry(HEAD));

    assertThat(found()).isEmpty();
    assertThat(settling.doubts()).hasSize(eventual ? 0 : 1);
    assertThat(settling.doubts()).allMatch(doubt -> doubt.contains("STALE"));
  }
}
