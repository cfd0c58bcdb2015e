package catena.report.growth;

import catena.records.history.Addition;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.RunHistory;
import catena.report.page.Formats;
import catena.report.page.Table;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What a report shows of servers that were added. */
public final class GrowthTables {
  private static final double MILLIS = 1e3;

  private GrowthTables() {}

  /**
   * The servers, and what the clients noticed; none if no server was added.
   *
   * @param suffix of their names in the page where that tells of several runs
   * @param title of the run where that is needed; may be empty
   */
  public static List<Table> of(
      RunHistory run, List<Addition> additions, String suffix, String title, ZoneId zone) {
    if (additions.isEmpty()) {
      return List.of();
    }
    List<Table> tables = new ArrayList<>();
    tables.add(servers(additions, suffix, title, zone));
    Table latencies = latencies(run, additions, suffix, title);
    if (!latencies.rows().isEmpty()) {
      tables.add(latencies);
    }
    return tables;
  }

  private static Table servers(List<Addition> additions, String suffix, String title, ZoneId zone) {
    Table.Draft table =
        Table.of(
                "servers-added" + suffix,
                "Servers added" + title,
                "Times from when a server was told to start: until it held its lock in ZooKeeper,"
                    + " until it hosted a tablet, until the manager said that the tablets are"
                    + " balanced.")
            .columns(
                "Server",
                "Address",
                "Added at",
                "Registered after",
                "First tablet after",
                "Balanced after",
                "Tablets then");
    for (Addition each : additions) {
      table.row(
          each.server(),
          each.address().orElse(Formats.NONE),
          Formats.time(each.begunAt(), zone),
          after(each, each.registeredAt()),
          after(each, each.hostingAt()),
          after(each, each.balancedAt()),
          each.tablets().isPresent() ? Formats.whole(each.tablets().getAsInt()) : Formats.NONE);
    }
    return table.done();
  }

  private static String after(Addition one, OptionalLong at) {
    return at.isEmpty() ? Formats.NONE : Formats.seconds((at.getAsLong() - one.begunAt()) / MILLIS);
  }

  private static Table latencies(
      RunHistory run, List<Addition> additions, String suffix, String title) {
    Table.Draft table =
        Table.of("added-latency" + suffix, "Latency while servers were added" + title, note(run))
            .columns(
                "Servers",
                "Operation",
                "p50 before",
                "p50 until balanced",
                "p50 after",
                "p99 before",
                "p99 until balanced",
                "p99 after",
                "Worst p99",
                "Steady after",
                "/s before",
                "/s until balanced",
                "/s after");
    List<List<Addition>> steps = GrowthFigures.steps(additions);
    for (int i = 0; i < steps.size(); i++) {
      List<Addition> step = steps.get(i);
      for (String operation : Operations.ordered(run.latencies().keySet())) {
        LatencyTrack track = run.latencies().get(operation);
        GrowthFigures figures = GrowthFigures.of(run, steps, i, track);
        if (figures.watched().seconds() > 0) {
          table.row(row(step, operation, figures));
        }
      }
    }
    return table.withoutEmpty().done();
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

  private static List<String> row(List<Addition> step, String operation, GrowthFigures figures) {
    return List.of(
        step.stream().map(Addition::server).collect(Collectors.joining(", ")),
        operation,
        Formats.millis(figures.before().millis(50)),
        Formats.millis(figures.during().millis(50)),
        Formats.millis(figures.after().millis(50)),
        Formats.millis(figures.before().millis(99)),
        Formats.millis(figures.during().millis(99)),
        Formats.millis(figures.after().millis(99)),
        Formats.millis(figures.worst()),
        steady(figures),
        Formats.large(figures.before().rate()),
        Formats.large(figures.during().rate()),
        Formats.large(figures.after().rate()));
  }

  private static String steady(GrowthFigures figures) {
    if (figures.tooFew()) {
      return Formats.NONE;
    }
    return figures.steady().isPresent()
        ? Formats.seconds((figures.steady().getAsLong() - figures.watched().from()) / MILLIS)
        : "none in " + Formats.seconds(figures.watched().seconds());
  }
}
