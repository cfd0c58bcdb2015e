package catena.report.page;

import catena.records.latency.Unanswered;
import catena.records.words.Amounts;
import catena.report.history.RunHistory;
import java.time.ZoneId;

/** What readers had been asked for and had not got when their phase ended. */
public final class UnansweredTable {
  private UnansweredTable() {}

  /** A row for each client and operation of which something was left; none where nothing was. */
  public static Table of(RunHistory run, ZoneId zone) {
    Table.Draft table =
        Table.of(
                "unanswered",
                "Not answered when the phase ended",
                "These are in no latency above: an operation under way took at least so long, one that"
                    + " never began was at least so late.")
            .columns(
                "Client",
                "Operation",
                "End",
                "Answered",
                "Under way",
                "Due and never begun",
                "Oldest was due for");
    run.journal().unanswered().stream()
        .filter(left -> Unanswered.of(left).isNotable())
        .forEach(
            left ->
                table.row(
                    left.client(),
                    left.operation(),
                    Formats.time(left.at(), zone),
                    Amounts.grouped(left.answered()),
                    Amounts.grouped(left.underWay()),
                    Amounts.grouped(left.neverBegun()),
                    Formats.seconds(left.oldestSeconds())));
    return table.done();
  }
}
