// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a table is told by its name, and what of an entry by Accumulo's keys. */
class EntriesTest {
  private static final Key KEY = new Key("row", "family", "qualifier", "A&B");

  private static Entry entry() {
    return Entries.of(KEY, new Value("value"));
  }

  private static Key key(Mutation mutation) {
    ColumnUpdate update = mutation.getUpdates().get(0);
    return new Key(
        mutation.getRow(),
        update.getColumnFamily(),
        update.getColumnQualifier(),
        update.getColumnVisibility(),
        KEY.getTimestamp());
  }

  @Test
  void anEntryIsPutAndDeletedUnderItsKey() {
    Mutation put = Entries.put(entry());
    assertThat(key(put)).isEqualTo(KEY);
    assertThat(put.getUpdates())
        .singleElement()
        .satisfies(
            update -> {
              assertThat(new Value(update.getValue())).isEqualTo(new Value("value"));
              assertThat(update.isDeleted()).isFalse();
            });
    Mutation delete = Entries.delete(entry());
    assertThat(key(delete)).isEqualTo(KEY);
    assertThat(delete.getUpdates()).singleElement().matches(ColumnUpdate::isDeleted);
  }

  @Test
  void aTableIsNamedByTheUserOrByDefault(@TempDir Path temp) throws Exception {
    Settings usual = Settings.resolve(List.of(TableName.SETTING), List.of());
    try (RunDirectory empty = RunDirectory.at(temp.toString(), new Configuration(false))) {
      assertThat(TableName.of(usual, List.of(empty))).isEqualTo("ci");
    }
    Settings named =
        Settings.resolve(
            List.of(TableName.SETTING),
            List.of(Layer.of("-o", Map.of(TableName.SETTING.key(), "mine"))));
    assertThat(TableName.of(named, List.of())).isEqualTo("mine");
    assertThat(TableName.missing("mine"))
        .hasMessageContainingAll("There is no table mine", "table.name", "createtable");
  }
}
