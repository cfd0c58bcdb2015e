// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.records.ledger.Ledger;
import catena.records.ledger.Window;
import catena.records.run.RunDirectory;
import catena.verify.FakeTable;
import catena.verify.ModelTable;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyContextTest {
  private static final int FLUSH = 8;
  private static final int DEPTH = 3;

  @TempDir private Path directory;

  private static OptionalLong expected(FakeTable table, RunDirectory run, String... settings)
      throws Exception {
    return table.verifying(
        run, List.of(run), FakeTable.settings(settings), VerifyContext::expected);
  }

  private static boolean isEventual(FakeTable table, RunDirectory run, String... settings)
      throws Exception {
    return table.verifying(
        run, List.of(run), FakeTable.settings(settings), VerifyContext::isEventual);
  }

  /** What files lack is not forgiven because a later read of the table has it. */
  @Test
  void scansOfFilesShowNoOlderStateWhereverElseReadsMay() throws Exception {
    try (RunDirectory run = FakeTable.run(directory)) {
      FakeTable table = new FakeTable(ModelTable.graph(FLUSH, DEPTH, 0, ""));
      assertThat(isEventual(table, run, "verify.consistency", "eventual")).isTrue();
      assertThat(isEventual(table, run, "verify.consistency", "eventual", "verify.offline", "true"))
          .isFalse();
    }
  }

  @Test
  void aPassReadsAboutWhatTheLedgersPromiseOfTheRowsThatAreAskedFor() throws Exception {
    try (RunDirectory run = FakeTable.run(directory)) {
      FakeTable table = new FakeTable(ModelTable.graph(FLUSH, DEPTH, 0, ""));
      assertThat(expected(table, run)).as("without a ledger").isEmpty();
      try (Ledger ledger = table.ledger(run, 0)) {
        Position layers = new Position(0, DEPTH, 0);
        ledger.intend(new Window(Position.ORIGIN, layers, DEPTH * FLUSH, 0), 1);
        ledger.acknowledge(1);
        ledger.close(1);
      }
      assertThat(expected(table, run)).hasValue(DEPTH * FLUSH);
      assertThat(expected(table, run, "verify.sample", "0.5")).hasValue(DEPTH * FLUSH / 2);
      assertThat(expected(table.foreign(), run)).as("without a graph").isEmpty();
    }
  }
}
