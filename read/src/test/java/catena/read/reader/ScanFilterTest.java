// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.judge.Selection;
import catena.read.check.Lookup;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.iterators.user.RegExFilter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScanFilterTest {
  private static final byte[] NONE = new byte[0];

  private static Entry entry(int qualifier) {
    byte[] text = "%04x".formatted(qualifier).getBytes(StandardCharsets.UTF_8);
    return new Entry(text, NONE, text, NONE, NONE);
  }

  /** The servers' filter itself, set up as a scanner sends it. */
  private static RegExFilter atServers(ScanFilter filter) throws Exception {
    IteratorSetting setting = filter.atServers();
    RegExFilter filtering =
        Class.forName(setting.getIteratorClass())
            .asSubclass(RegExFilter.class)
            .getDeclaredConstructor()
            .newInstance();
    assertThat(filtering.validateOptions(setting.getOptions())).isTrue();
    filtering.init(null, setting.getOptions(), null);
    return filtering;
  }

  @ParameterizedTest
  @CsvSource({"1, 32767", "33, 32767", "3277, 32767", "16384, 32767", "40, 40", "65535, 65536"})
  void serversAndClientsKeepWhatIsSelected(int below, int qualifiers) throws Exception {
    Selection selection = new Selection(below, qualifiers);
    ScanFilter here = new ScanFilter(ScanFilter.Side.CLIENT, selection);
    ScanFilter there = new ScanFilter(ScanFilter.Side.SERVER, selection);
    RegExFilter servers = atServers(there);
    for (int qualifier = 0; qualifier < qualifiers; qualifier++) {
      boolean passes = selection.holds(qualifier);
      Entry entry = entry(qualifier);
      Key key = new Key(entry.row(), NONE, entry.qualifier(), NONE, 1);
      assertThat(here.keeps(entry)).isEqualTo(passes);
      assertThat(servers.accept(key, new Value())).isEqualTo(passes);
      assertThat(there.keeps(entry)).as("was filtered").isTrue();
    }
    assertThat(ScanFilter.NONE.keeps(entry(qualifiers))).isTrue();
  }

  /** What is read again is filtered as what was scanned. */
  @ParameterizedTest
  @CsvSource({"CLIENT, 10", "SERVER, 20", "NONE, 20"})
  void rowsAreReadAgainThroughTheFilter(ScanFilter.Side side, int expected) throws Exception {
    ScanFilter filter = new ScanFilter(side, new Selection(10, 20));
    Map<String, List<Entry>> table = new HashMap<>();
    IntStream.range(0, 20).forEach(i -> table.put("%04x".formatted(i), List.of(entry(i))));
    Lookup again = filter.over(rows -> table);
    assertThat(again.rows(table.keySet()).values().stream().mapToInt(List::size).sum())
        .isEqualTo(expected);
  }
}
