// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.report.history.RunHistory;
import java.io.IOException;
import java.time.ZoneId;

/** Writes the report of every run, and its row in the results of the runs in the same place. */
public final class ReportCompanion implements Companion {
  @Override
  public String name() {
    return "report";
  }

  @Override
  public void concluded(RunContext run) throws IOException {
    Reports reports = new Reports(run.clock(), ZoneId.systemDefault(), run.terminal());
    RunHistory history = reports.read(run.directory());
    reports.write(run.directory(), history);
    run.terminal().note("Report: " + run.directory().display(run.directory().report("html")));
    ResultsFile.put(run.directory(), history);
  }
}
