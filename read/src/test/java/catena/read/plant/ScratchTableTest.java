// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.FakeInstance;
import catena.harness.accumulo.TableGraph;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTableTest {
  private static final GraphSpec SPEC = Faults.graph(5, 2, 1, List.of(""));

  @TempDir private Path temp;

  private final FakeInstance instance = new FakeInstance();

  private RunDirectory run() {
    return RunDirectory.at(temp.toString(), new Configuration(false));
  }

  private ScratchTable table(boolean everyVersion) throws Exception {
    return new ScratchTable(
        instance.connection(), "s", SPEC, Map.of("table.durability", "none"), everyVersion);
  }

  private long live() {
    return FakeInstance.newest(instance.tables.get("s")).size();
  }

  @Test
  void itIsMadeInThreeTabletsWithItsGraphAndLogicalTime() throws Exception {
    try (ScratchTable scratch = table(false)) {
      FakeInstance.Table made = instance.tables.get("s");
      assertThat(made.splits).hasSize(2);
      assertThat(made.time).isEqualTo(TimeType.LOGICAL);
      assertThat(made.properties)
          .containsEntry("table.durability", "none")
          .containsKey("table.iterator.scan.vers");
      assertThat(TableGraph.load(instance.client(), "s")).contains(SPEC);
      assertThat(scratch.graphFile()).isEqualTo(new GraphFile("s", made.id, "instance-1", SPEC));
    }
    instance.tables.clear();
    try (ScratchTable every = table(true)) {
      assertThat(every.written()).isEmpty();
      assertThat(instance.tables.get("s").properties).doesNotContainKey("table.iterator.scan.vers");
    }
  }

  @Test
  void whatIsWrittenIsPromisedAndWhatIsDeletedIsGone() throws Exception {
    try (RunDirectory run = run();
        ScratchTable table = table(false)) {
      // A block of two layers of five, their closing pass, and its deletion.
      table.write(run, 0, new Position(0, 2, 0));
      assertThat(live()).isEqualTo(10);
      LedgerState state = LedgerReader.read(run.fileSystem(), run.ledger(0));
      assertThat(state.acknowledged()).isEqualTo(new Position(0, 2, 0));
      assertThat(state.attempted()).isEqualTo(state.acknowledged());
      assertThat(table.written()).hasSize(10).contains(table.row(new Node(0, 1, 3)));

      Position at = Position.ORIGIN;
      try (Ledger ledger = table.ledger(run, 1)) {
        while (at.isBefore(new Position(1, 0, 0))) {
          at = table.window(ledger, 1, at, new Position(1, 0, 0));
        }
      }
      assertThat(at).isEqualTo(new Position(1, 0, 0));
      assertThat(live()).as("the second writer has deleted its block").isEqualTo(10);
      assertThat(table.written()).hasSize(20);
    }
  }

  @Test
  void aWindowMayEndWithinItsStep() throws Exception {
    try (RunDirectory run = run();
        ScratchTable table = table(false);
        Ledger ledger = table.ledger(run, 0)) {
      Position at = table.window(ledger, 0, Position.ORIGIN, new Position(0, 0, 3));
      assertThat(at).isEqualTo(new Position(0, 0, 3));
      assertThat(live()).isEqualTo(3);
      assertThat(table.window(ledger, 0, at, new Position(0, 1, 0)))
          .isEqualTo(new Position(0, 1, 0));
      assertThat(live()).isEqualTo(5);
    }
  }

  @Test
  void whatIsPlantedIsThereUntilItIsRemoved() throws Exception {
    try (ScratchTable table = table(false)) {
      table.plant(table.first(new Node(0, 0, 1)));
      table.plant(table.last(new Node(0, 0, 2)));
      assertThat(live()).isEqualTo(2);
      table.remove(table.first(new Node(0, 0, 1)), table.last(new Node(0, 0, 2)));
      assertThat(live()).isZero();
      assertThat(table.written()).isEmpty();
    }
  }

  @Test
  void aFaultStandsThereInsteadOfWhatBelongsThereUntilItIsHealed() throws Exception {
    try (ScratchTable table = table(false)) {
      Entry right = table.last(new Node(0, 0, 1));
      Entry altered = Faults.withByte(right, 40);
      Entry moved =
          new Entry(
              right.row(),
              ScratchTable.bytes("ffff"),
              right.qualifier(),
              right.visibility(),
              right.value());
      table.plant(right);
      for (List<Entry> wrong : List.of(List.of(altered), List.of(moved), List.<Entry>of())) {
        Fault fault =
            new Fault(FindingKind.LOST, "any", List.of(right), wrong, Map.of(), Map.of(), Map.of());
        table.plant(fault);
        assertThat(shown()).isEqualTo(texts(wrong));
        table.heal(fault);
        assertThat(shown()).isEqualTo(texts(List.of(right)));
      }
    }
  }

  private List<String> shown() {
    return FakeInstance.newest(instance.tables.get("s")).entrySet().stream()
        .map(cell -> Entries.of(cell.getKey(), cell.getValue()).toString())
        .toList();
  }

  private static List<String> texts(List<Entry> entries) {
    return entries.stream().map(Entry::toString).toList();
  }
}
