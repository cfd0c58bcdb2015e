package catena.report.page;

import catena.records.journal.Event;
import catena.records.latency.Unanswered;
import catena.report.history.RunHistory;
import java.time.ZoneId;

/** What readers had been asked for and had not got when their phase ended. */
public final class UnansweredTable {
  private UnansweredTable() {}

  /** A row for each client and operation of which something was left; none where nothing was. */
  public static Table of(RunHistory run, ZoneId zone) {
    return Table.<Event.Unanswered>of(
            "unanswered",
            "Not answered when the phase ended",
            "These are in no latency above: an operation under way took at least so long, one that"
                + " never began was at least so late.")
        .words("Client", Event.Unanswered::client)
        .words("Operation", Event.Unanswered::operation)
        .cells("End", Unit.TIME, left -> Cell.time(left.at(), zone))
        .numbers("Answered", Unit.COUNT, Event.Unanswered::answered)
        .numbers("Under way", Unit.COUNT, Event.Unanswered::underWay)
        .numbers("Due and never begun", Unit.COUNT, Event.Unanswered::neverBegun)
        .numbers("Oldest was due for", Unit.SECONDS, Event.Unanswered::oldestSeconds)
        .rows(
            run.journal().unanswered().stream()
                .filter(left -> Unanswered.of(left).isNotable())
                .toList());
  }
}
