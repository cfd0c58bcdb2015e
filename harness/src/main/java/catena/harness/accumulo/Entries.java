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

  /** The mutation that puts entries of one row, at least one. */
  public static Mutation put(Entry... cells) {
    Mutation mutation = new Mutation(cells[0].row());
    for (Entry entry : cells) {
      column(mutation, entry).put(entry.value());
    }
    return mutation;
  }

  /** The mutation that deletes the keys of entries of one row, at least one. */
  public static Mutation delete(Entry... cells) {
    Mutation mutation = new Mutation(cells[0].row());
    for (Entry entry : cells) {
      column(mutation, entry).delete();
    }
    return mutation;
  }

  private static Mutation.TimestampOptions column(Mutation mutation, Entry entry) {
    return mutation
        .at()
        .family(entry.family())
        .qualifier(entry.qualifier())
        .visibility(new ColumnVisibility(entry.visibility()));
  }
}
