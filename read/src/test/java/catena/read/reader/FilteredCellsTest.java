// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Cells;
import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Selection;
import catena.graph.judge.Selection.By;
import catena.read.check.View;
import catena.read.reader.ScanFilter.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of filter on rows of three cells: what a client keeps is right, all else is found. */
class FilteredCellsTest extends RowRig {
  private static final int COLUMNS = 3;

  /** What the table shows through the filter when it is read again. */
  private final Map<String, List<Entry>> filtered = new HashMap<>();

  @Override
  Cells cells() {
    return new Cells(COLUMNS, 1);
  }

  @Override
  int families() {
    return 1;
  }

  @Override
  String payload() {
    return "fixed:20";
  }

  @BeforeEach
  void write() {
    for (int i = 0; i < 2 * FLUSH; i++) {
      Node node = new Node(0, i / FLUSH, i % FLUSH);
      encoder.encodeFirst(0, node.window(), node.index());
      toAll.put(row(node), List.of(encoder.entries()));
    }
  }

  private static Selection half(By by) {
    return Selection.of(by, 0.5, 2);
  }

  private View through(By by) {
    ScanFilter filter = new ScanFilter(Side.CLIENT, half(by));
    toAll.forEach((row, cells) -> filtered.put(row, filter.kept(cells)));
    filtered.values().removeIf(List::isEmpty);
    return all.through(half(by), of(filtered), of(filtered)).isolated(true);
  }

  private Entry[] shown() {
    List<Entry> all = new ArrayList<>();
    filtered.keySet().stream().sorted().forEach(row -> all.addAll(filtered.get(row)));
    return all.toArray(Entry[]::new);
  }

  @ParameterizedTest
  @EnumSource
  void whatAClientKeepsIsRight(By by) throws Exception {
    scan(reader(through(by)), shown());
    assertThat(found()).isEmpty();
    assertThat(shown()).hasSizeBetween(1, 2 * FLUSH * COLUMNS - 1);
  }

  @ParameterizedTest
  @EnumSource
  void aCellThatTheFilterDropsIsWithheld(By by) throws Exception {
    View through = through(by);
    Map.Entry<String, List<Entry>> row = filtered.entrySet().iterator().next();
    row.setValue(row.getValue().subList(1, row.getValue().size()));
    scan(reader(through, Duration.ZERO, false), shown());
    assertThat(found()).isEqualTo(Map.of(FindingKind.WITHHELD, 1L));
  }

  @ParameterizedTest
  @EnumSource
  void aRowThatTheFilterShowsAsAWholeIsLeaked(By by) throws Exception {
    View through = through(by);
    String row =
        toAll.keySet().stream()
            .filter(each -> filtered.getOrDefault(each, List.of()).size() < COLUMNS)
            .findFirst()
            .orElseThrow();
    filtered.put(row, toAll.get(row));
    scan(reader(through), shown());
    assertThat(found()).isEqualTo(Map.of(FindingKind.LEAKED, 1L));
  }

  /** Its payload is damaged where it lies, so that the filter drops it as it must. */
  @ParameterizedTest
  @EnumSource(names = {"VALUE", "ROW_OF_VALUE"})
  void aDamagedCellIsNotTheFiltersDoing(By by) throws Exception {
    View clean = through(by);
    String row =
        filtered.keySet().stream()
            .filter(each -> filtered.get(each).contains(toAll.get(each).get(2)))
            .findFirst()
            .orElseThrow();
    List<Entry> cells = new ArrayList<>(toAll.get(row));
    Entry cell = cells.get(2);
    byte[] value = cell.value().clone();
    value[value.length - 11] = -1;
    cells.set(2, new Entry(cell.row(), cell.family(), cell.qualifier(), cell.visibility(), value));
    toAll.put(row, cells);
    filtered.clear();
    View damaged = through(by);
    assertThat(clean.shows(damaged)).isTrue();
    scan(reader(damaged, Duration.ZERO, false), shown());
    assertThat(found()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
  }
}
