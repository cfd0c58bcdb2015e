// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.report.table.ExperimentTables;
import java.util.List;

/** Experiments of others whose tables reports have. */
public final class Experiments {
  private Experiments() {}

  /** Their names, by which a scenario says that it repeats one: {@code 6-3}. */
  public static List<String> names() {
    return ExperimentTables.names();
  }
}
