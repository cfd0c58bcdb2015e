// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import catena.graph.Entry;

/** A table that can be written without the knowledge of its writers. */
public interface Damage {
  /** Writes an entry that no writer of the graph has written there, and waits until it is there. */
  void plant(Entry entry) throws Exception;

  /** Deletes entries, and waits until they are gone. */
  void remove(Entry... entries) throws Exception;
}
