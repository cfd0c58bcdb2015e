// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsTest {
  private static final List<String> LABELS = List.of("", "A", "B&C");
  private static final Set<String> ALL = Set.copyOf(LABELS);
  private static final Set<String> NARROW = Set.of("", "A");
  private static final Position END = new Position(4, 2, 11);

  private static ModelTable written(int flush, double deletes, List<String> labels) {
    ModelTable table = new ModelTable(Faults.graph(flush, 4, deletes, labels));
    table.write(0, END);
    table.write(1, END);
    return table;
  }

  /** What the judge says of it: that it is there for others is found out by who settles it. */
  private static Map<String, Set<FindingKind>> judged(Map<String, FindingKind> found) {
    Map<String, Set<FindingKind>> all = new TreeMap<>();
    found.forEach(
        (row, kind) ->
            all.put(row, Set.of(kind == FindingKind.WITHHELD ? FindingKind.LOST : kind)));
    return all;
  }

  @ParameterizedTest
  @CsvSource({"20, 0", "20, 0.4", "50, 0", "150, 0", "20, 1"})
  void eachIsFoundByItsNameAndHealed(int flush, double deletes) {
    ModelTable table = written(flush, deletes, LABELS);
    for (Fault fault : Faults.of(table.graph, 2, END)) {
      table.plant(fault);
      assertThat(table.judged(ALL)).as(fault.name()).isEqualTo(judged(fault.whole()));
      assertThat(table.judged(NARROW)).as(fault.name()).isEqualTo(judged(fault.narrow()));
      assertThat((fault.isOfLabels() ? fault.narrow() : fault.whole()).values())
          .as(fault.name())
          .containsOnly(fault.kind());
      table.heal(fault);
      assertThat(table.judged(ALL)).as(fault.name() + " healed").isEmpty();
      assertThat(table.judged(NARROW)).as(fault.name() + " healed").isEmpty();
    }
  }

  @Test
  void oneByOneEachPhantomRowHasAnEntryThatLeadsToIt() {
    ModelTable table = written(20, 0, LABELS);
    List<Fault> phantoms =
        Faults.oneByOne(table.graph, 2, END).stream()
            .filter(fault -> fault.kind() == FindingKind.PHANTOM)
            .toList();
    assertThat(phantoms).hasSize(2);
    for (Fault fault : phantoms) {
      table.plant(fault);
      assertThat(table.judged(ALL)).as(fault.name()).isEqualTo(judged(fault.whole()));
      assertThat(fault.whole().values())
          .containsExactlyInAnyOrder(FindingKind.PHANTOM, FindingKind.ALTERED);
      table.heal(fault);
      assertThat(table.judged(ALL)).as(fault.name() + " healed").isEmpty();
    }
  }

  @Test
  void allTogetherAreFoundAsEachAlone() {
    ModelTable table = written(20, 0.4, LABELS);
    Map<String, FindingKind> whole = new TreeMap<>();
    Map<String, FindingKind> narrow = new TreeMap<>();
    Set<FindingKind> kinds = EnumSet.noneOf(FindingKind.class);
    for (Fault fault : Faults.of(table.graph, 2, END)) {
      table.plant(fault);
      whole.putAll(fault.whole());
      narrow.putAll(fault.narrow());
      kinds.add(fault.kind());
    }
    assertThat(table.judged(ALL)).isEqualTo(judged(whole));
    assertThat(table.judged(NARROW)).isEqualTo(judged(narrow));
    assertThat(EnumSet.complementOf(EnumSet.copyOf(kinds)))
        .as(
            "those that need a reader, a table that keeps each version, rows of several cells, and the"
                + " references")
        .containsExactlyInAnyOrder(
            FindingKind.LATE,
            FindingKind.MISCOUNTED,
            FindingKind.TORN,
            FindingKind.DUPLICATED,
            FindingKind.UNDEFINED);
  }

  @Test
  void faultsOfSingleEntriesAreFoundEachAndAllTogether() {
    ModelTable table = written(20, 0.4, LABELS);
    assertThat(table.judgedAlone()).isEmpty();
    Map<String, FindingKind> alone = new TreeMap<>();
    for (Fault fault : Faults.of(table.graph, 2, END)) {
      table.plant(fault);
      alone.putAll(Faults.alone(table.graph, fault));
      assertThat(table.judgedAlone()).as(fault.name()).isEqualTo(judged(alone));
    }
    assertThat(EnumSet.copyOf(alone.values()))
        .containsExactlyInAnyOrder(
            FindingKind.CORRUPT, FindingKind.ALTERED, FindingKind.MISPLACED, FindingKind.PHANTOM);
  }

  @Test
  void whoSeesEverythingIsShownNoLabelsThatAreNotThere() {
    GraphSpec plain = Faults.graph(20, 4, 0, List.of(""));
    ModelTable table = new ModelTable(plain);
    table.write(0, END);
    assertThat(Faults.of(table.graph, 1, END)).noneMatch(Fault::isOfLabels).hasSize(11);
    assertThat(Faults.narrow(plain)).isEmpty();
    assertThat(Faults.narrow(Faults.graph(20, 4, 0, LABELS))).isEqualTo("A");
  }

  @Test
  void aTableThatIsTooSmallIsRefused() {
    ModelTable table = written(3, 0, LABELS);
    assertThatThrownBy(() -> Faults.of(table.graph, 2, new Position(1, 0, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no room");
  }
}
