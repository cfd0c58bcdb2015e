// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row that is missing, whose writer deletes its block while readers wait for the row. */
class DeletedMeanwhileTest extends RowRig {
  private final Node node = new Node(0, 1, 3);

  @Override
  double deletes() {
    return 1;
  }

  /** The rest of the block, then its deletes, the last layer first, up to that of the row. */
  private void beginToDelete() throws IOException {
    acknowledge(2);
    acknowledge(3);
    for (int step = 4; step < 7; step++) {
      ledger.intend(new Position(0, step, 0), new Position(0, step + 1, 0), 0, FLUSH, 3);
      if (step < 6) {
        ledger.acknowledge(4);
      }
    }
    ledger.sync();
  }

  @ParameterizedTest
  @CsvSource({"false, LOST", "true, LATE"})
  void whatWasMissingBeforeItIsAFinding(boolean eventual, FindingKind kind) throws Exception {
    ExactRows reader = reader(all, Duration.ofMinutes(5), eventual);
    show(reader, row(node));
    beginToDelete();

    assertThat(found()).isEqualTo(Map.of(kind, 1L));
  }

  @Test
  void whatMayHaveBeenDeletedWhenItWasReadIsNone() throws Exception {
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    reader.begin();
    beginToDelete();
    reader.row(bytes(row(node)), List.of(), Optional.empty());
    reader.end();

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.CHANGED)).isEqualTo(1);
  }
}
