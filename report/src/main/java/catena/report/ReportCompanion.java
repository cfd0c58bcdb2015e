package catena.report;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import java.io.IOException;
import java.time.ZoneId;

/** The report that every run leaves. */
public final class ReportCompanion implements Companion {
  /** The companion. */
  public ReportCompanion() {}

  @Override
  public String name() {
    return "report";
  }

  @Override
  public void concluded(RunContext run) throws IOException {
    new Reports(run.clock(), ZoneId.systemDefault()).write(run.directory());
    run.terminal().note("Report: " + run.directory().display(run.directory().report("html")));
  }
}
