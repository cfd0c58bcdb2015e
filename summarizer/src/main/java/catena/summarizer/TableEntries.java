// SPDX-License-Identifier: Apache-2.0
package catena.summarizer;

import catena.graph.Entry;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;

/** Accumulo's keys and values as the graph's entries. */
public final class TableEntries {
  private TableEntries() {}

  /** The entry of a key and a value, sharing their bytes where they can be had without a copy. */
  public static Entry of(Key key, Value value) {
    return new Entry(
        key.getRowData().toArray(),
        key.getColumnFamilyData().toArray(),
        key.getColumnQualifierData().toArray(),
        key.getColumnVisibilityData().toArray(),
        value.get());
  }
}
