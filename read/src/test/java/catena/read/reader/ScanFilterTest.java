// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.judge.Selection;
import catena.graph.judge.Selection.By;
import catena.harness.accumulo.Entries;
import catena.read.check.Lookup;
import catena.read.reader.ScanFilter.Side;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.iterators.SortedKeyValueIterator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ScanFilterTest {
  private static final int ROWS = 400;

  /** Values with any bytes in them. */
  private final Graph graph =
      new Graph(
          GraphSpec.ofSeed(5)
              .with("writers", "1")
              .with("depth", "1")
              .with("flush.interval", Integer.toString(ROWS))
              .with("row.max", Long.toString(1L << 40))
              .with("visibilities", ",A,A&B")
              .with("columns", "3")
              .with("max.cf", "1")
              .with("payload", Payload.parse("fixed:20").text()));

  private List<List<Entry>> rows() {
    EntryEncoder encoder = new EntryEncoder(graph);
    SortedMap<String, List<Entry>> rows = new TreeMap<>();
    for (int index = 0; index < ROWS; index++) {
      encoder.encodeFirst(0, 0, index);
      List<Entry> cells = List.of(encoder.entries());
      rows.put(new String(cells.get(0).row(), StandardCharsets.UTF_8), cells);
    }
    return List.copyOf(rows.values());
  }

  private static Key key(Entry entry) {
    return new Key(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), 1);
  }

  /** The cells of rows that the servers' filters return, set up as a scanner sends them. */
  private static List<Key> atServers(ScanFilter filter, List<List<Entry>> rows) throws Exception {
    SortedMap<Key, Value> table = new TreeMap<>();
    rows.forEach(row -> row.forEach(cell -> table.put(key(cell), new Value(cell.value()))));
    SortedKeyValueIterator<Key, Value> last = MapRows.of(table);
    for (IteratorSetting setting : filter.atServers()) {
      SortedKeyValueIterator<Key, Value> next = made(setting.getIteratorClass());
      next.init(last, setting.getOptions(), null);
      last = next;
    }
    last.seek(new Range(), List.of(), false);
    List<Key> returned = new ArrayList<>();
    for (; last.hasTop(); last.next()) {
      Entry entry = Entries.of(last.getTopKey(), last.getTopValue());
      filter.kept(List.of(entry)).forEach(cell -> returned.add(key(cell)));
    }
    return returned;
  }

  @SuppressWarnings("unchecked")
  private static SortedKeyValueIterator<Key, Value> made(String name) throws Exception {
    return Class.forName(name)
        .asSubclass(SortedKeyValueIterator.class)
        .getDeclaredConstructor()
        .newInstance();
  }

  /** Three of each: what the digits say, what the client's expression does, and the servers'. */
  @ParameterizedTest
  @EnumSource(names = {"ROW", "ROW_OF_VALUE", "VALUE"})
  void serversAndClientsKeepWhatIsSelected(By by) throws Exception {
    Selection selection = Selection.of(by, 0.3, 2);
    ScanFilter here = new ScanFilter(Side.CLIENT, selection);
    ScanFilter there = new ScanFilter(Side.SERVER, selection);
    List<List<Entry>> rows = rows();
    List<Key> selected =
        rows.stream().flatMap(row -> selection.kept(row).stream()).map(cell -> key(cell)).toList();
    assertThat(selected).hasSizeBetween(3 * ROWS / 5, 3 * ROWS * 2 / 5);
    assertThat(rows.stream().flatMap(row -> here.kept(row).stream()).map(cell -> key(cell)))
        .isEqualTo(selected);
    assertThat(atServers(there, rows)).isEqualTo(selected);
  }

  /** Servers are asked for a family; a client drops the others. */
  @ParameterizedTest
  @CsvSource({"CLIENT, 1", "SERVER, 3"})
  void ofEachRowAClientKeepsOneCell(Side side, int kept) {
    List<Entry> row = rows().get(0);
    List<Entry> cells = new ScanFilter(side, Selection.of(By.FAMILY, 1, 2)).kept(row);
    assertThat(cells).hasSize(kept).contains(row.get(2));
    assertThat(ScanFilter.NONE.kept(row)).isEqualTo(row);
  }

  /** What is read again is filtered as what was scanned. */
  @ParameterizedTest
  @CsvSource({"CLIENT, 1", "SERVER, 3", "NONE, 3"})
  void rowsAreReadAgainThroughTheFilter(Side side, int expected) throws Exception {
    List<Entry> row = rows().get(0);
    ScanFilter filter = new ScanFilter(side, Selection.of(By.FAMILY, 1, 2));
    Map<String, List<Entry>> table = Map.of("row", row, "none", List.of());
    Lookup again = filter.over(names -> table);
    assertThat(again.rows(table.keySet()).get("row")).hasSize(expected);
    assertThat(again.rows(table.keySet()).get("none")).isEmpty();
  }
}
