// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a YAML text that knows its line, from 1. */
public sealed interface Item {
  /** Where it begins. */
  int line();

  /** One word, number or text, as it is written. */
  record Text(String text, int line) implements Item {}

  /** A list. */
  record Items(List<Item> all, int line) implements Item {
    /** Copies the list. */
    public Items {
      all = List.copyOf(all);
    }
  }

  /** Keys with values, in the order of the file. */
  record Fields(Map<String, Field> all, int line) implements Item {
    /** Copies the map. */
    public Fields {
      all = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(all));
    }
  }

  /** Nothing at all, as behind a key without a value. */
  record Nothing(int line) implements Item {}

  /**
   * A key with its value.
   *
   * @param line of the key
   */
  record Field(int line, Item value) {}
}
