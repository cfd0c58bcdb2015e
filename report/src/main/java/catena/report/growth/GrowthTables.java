package catena.report.growth;

import catena.records.history.Addition;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.RunHistory;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What a report shows of servers that were added. */
public final class GrowthTables {
  private static final double MILLIS = 1e3;

  private GrowthTables() {}

  /** The servers, and what the clients noticed; without rows if no server was added. */
  public static List<Table> of(RunHistory run, ZoneId zone) {
    return List.of(
        servers(run.additions(), zone), latencies(run, GrowthFigures.steps(run.additions())));
  }

  private static Table servers(List<Addition> additions, ZoneId zone) {
    return Table.<Addition>of(
            "servers-added",
            "Servers added",
            "Times from when a server was told to start: until it held its lock in ZooKeeper,"
                + " until it hosted a tablet, until the manager said that the tablets are"
                + " balanced.")
        .words("Server", Addition::server)
        .known("Address", Addition::address)
        .cells("Added at", Unit.TIME, each -> Cell.time(each.begunAt(), zone))
        .numbers("Registered after", Unit.SECONDS, each -> after(each, each.registeredAt()))
        .numbers("First tablet after", Unit.SECONDS, each -> after(each, each.hostingAt()))
        .numbers("Balanced after", Unit.SECONDS, each -> after(each, each.balancedAt()))
        .numbers(
            "Tablets then",
            Unit.COUNT,
            each -> each.tablets().isPresent() ? each.tablets().getAsInt() : Double.NaN)
        .rows(additions);
  }

  private static double after(Addition one, OptionalLong at) {
    return at.isEmpty() ? Double.NaN : (at.getAsLong() - one.begunAt()) / MILLIS;
  }

  /** What was noticed of a step in an operation. */
  private record Noticed(List<Addition> step, String operation, GrowthFigures figures) {}

  private static Table latencies(RunHistory run, List<List<Addition>> steps) {
    List<Noticed> rows = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      for (String operation : Operations.ordered(run.latencies().keySet())) {
        LatencyTrack track = run.latencies().get(operation);
        GrowthFigures figures = GrowthFigures.of(run, steps, i, track);
        if (figures.watched().seconds() > 0) {
          rows.add(new Noticed(steps.get(i), operation, figures));
        }
      }
    }
    return Table.<Noticed>of("added-latency", "Latency while servers were added", note(run))
        .words(
            "Servers",
            row -> row.step.stream().map(Addition::server).collect(Collectors.joining(", ")))
        .words("Operation", Noticed::operation)
        .numbers("p50 before", Unit.MILLIS, row -> row.figures.before().millis(50))
        .numbers("p50 until balanced", Unit.MILLIS, row -> row.figures.during().millis(50))
        .numbers("p50 after", Unit.MILLIS, row -> row.figures.after().millis(50))
        .numbers("p99 before", Unit.MILLIS, row -> row.figures.before().millis(99))
        .numbers("p99 until balanced", Unit.MILLIS, row -> row.figures.during().millis(99))
        .numbers("p99 after", Unit.MILLIS, row -> row.figures.after().millis(99))
        .numbers("Worst p99", Unit.MILLIS, row -> row.figures.worst())
        .cells("Steady after", Unit.SECONDS, row -> steady(row.figures))
        .numbers("/s before", Unit.PER_SECOND, row -> row.figures.before().rate())
        .numbers("/s until balanced", Unit.PER_SECOND, row -> row.figures.during().rate())
        .numbers("/s after", Unit.PER_SECOND, row -> row.figures.after().rate())
        .withoutEmpty(rows);
  }

  private static String note(RunHistory run) {
    long width =
        run.latencies().values().stream().mapToLong(LatencyTrack::widthMillis).max().orElse(0);
    return "From when each operation was due. Before: the second half of the time since the phase"
        + " began, or the tablets were balanced with the servers before; after: until the phase"
        + " ended, or the next servers were added. Steady: the first three windows of "
        + Formats.seconds(width / MILLIS)
        + " in a row whose medians lie within 10 % of the median of the last third of them.";
  }

  private static Cell steady(GrowthFigures figures) {
    if (figures.tooFew()) {
      return Cell.NONE;
    }
    return figures.steady().isPresent()
        ? Cell.of((figures.steady().getAsLong() - figures.watched().from()) / MILLIS, Unit.SECONDS)
        : Cell.words("none in " + Formats.seconds(figures.watched().seconds()));
  }
}
