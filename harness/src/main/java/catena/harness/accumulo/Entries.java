// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.graph.Entry;
import catena.summarizer.TableEntries;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.ColumnVisibility;

/** Accumulo's keys and values as the graph's entries, and the other way. */
public final class Entries {
  private Entries() {}

  /** The entry of a key and a value, sharing their bytes where they can be had without a copy. */
  public static Entry of(Key key, Value value) {
    return TableEntries.of(key, value);
  }

  /** The mutation that puts an entry. */
  public static Mutation put(Entry entry) {
    return column(entry).put(entry.value());
  }

  /** The mutation that deletes an entry's key. */
  public static Mutation delete(Entry entry) {
    return column(entry).delete();
  }

  private static Mutation.TimestampOptions column(Entry entry) {
    return new Mutation(entry.row())
        .at()
        .family(entry.family())
        .qualifier(entry.qualifier())
        .visibility(new ColumnVisibility(entry.visibility()));
  }
}
