// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.graph.Entry;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.ColumnVisibility;

/** The graph's entries as Accumulo's mutations; {@code TableEntries} is the other way. */
public final class Entries {
  private Entries() {}

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
