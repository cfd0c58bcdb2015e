// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import java.util.List;

/**
 * What an activity works on, with some settings.
 *
 * @param table that it makes, changes, reads or compares, by its name; empty if it has none
 * @param runs the run directories, in addition to its own, whose ledgers say what is promised
 * @param needsCluster whether it needs a cluster
 */
public record Scope(String table, List<String> runs, boolean needsCluster) {
  /** Copies the runs. */
  public Scope {
    runs = List.copyOf(runs);
  }

  /** A table of a cluster, described by the run's own ledgers alone. */
  public static Scope of(String table) {
    return new Scope(table, List.of(), true);
  }
}
