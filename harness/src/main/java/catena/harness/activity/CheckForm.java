// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import java.util.Map;
import java.util.Set;

/**
 * One of the ways in which an activity checks what a table holds: the self-test and canaries try
 * whether it finds planted faults.
 *
 * @param title in a word of at most five letters
 * @param way what it compares with what
 * @param settings that differ from its defaults, so that it checks all of a table of some hundred
 *     rows, or reaches all of it
 */
public record CheckForm(String title, Way way, Map<String, String> settings, Set<Nature> natures) {
  /** What it compares with what. */
  public enum Way {
    /** Every entry of a table with its ledgers, in one go. */
    EXACT,
    /** References with the rows that they lead to. */
    REFERENCES,
    /** What clients come across, with the ledgers. */
    READING,
    /** Every entry by itself with the graph, as the servers wrote it into a file. */
    SUMMARIES
  }

  /** What is not the same of all. */
  public enum Nature {
    /** It reaches rows from what refers to them, and so misses one without a ledger. */
    FOLLOWS,
    /** It reads the rows that are announced to it, and no others. */
    ANNOUNCED,
    /** It refuses a table from which something was deleted. */
    NO_DELETES,
    /** It flushes and clones the table and reads its files, without any server. */
    OFFLINE
  }

  /** Copies the collections. */
  public CheckForm {
    settings = Map.copyOf(settings);
    natures = Set.copyOf(natures);
  }

  /** One of these natures. */
  public static CheckForm of(
      String title, Way way, Map<String, String> settings, Nature... natures) {
    return new CheckForm(title, way, settings, Set.of(natures));
  }

  /** Whether it is of a nature. */
  public boolean is(Nature nature) {
    return natures.contains(nature);
  }
}
