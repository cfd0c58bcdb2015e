package catena.recompute.rule;

import catena.recompute.sheet.Sheet;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What clients got done: ingest-rate, ingest-sent, query-rate, query-rows, rejections and
 * flush-time.
 */
final class WorkSheets {
  private final String run;
  private final Journal journal;
  private final Grid grid;

  WorkSheets(String run, Journal journal) {
    this.run = run;
    this.journal = journal;
    this.grid = Grid.of(journal.time());
  }

  List<Sheet> all() {
    Columns ingest = new Columns("ingest-rate", "/s");
    Columns operations = new Columns("query-rate", "/s");
    Columns rows = new Columns("query-rows", "/s");
    Columns rejections = new Columns("rejections", "/s");
    rate(ingest, "written", journal.puts);
    rate(ingest, "deleted", journal.deletes);
    for (Group group : journal.groups()) {
      if (!group.writes()) {
        rate(operations, group.name + ", operations", group.operations);
        rate(rows, group.name + ", rows", group.rows);
      } else if (journal.deletes.total() > 0) {
        rate(ingest, group.name + ", both", group.served());
      }
    }
    Columns sent = new Columns("ingest-sent", "/s");
    journal.sent.forEach((group, amounts) -> rate(sent, group + ", sent", amounts));
    rate(rejections, "rejected", journal.rejected);
    List<Sheet> sheets = new ArrayList<>();
    for (Columns columns : List.of(ingest, sent, operations, rows, flushes(), rejections)) {
      columns.sheet(run, journal.time()).ifPresent(sheets::add);
    }
    return sheets;
  }

  private void rate(Columns columns, String name, Spread amounts) {
    if (amounts.total() > 0) {
      SortedMap<Long, Double> line = new TreeMap<>();
      double[] rates = grid.rates(amounts);
      List<Grid.Interval> intervals = grid.complete();
      for (int i = 0; i < rates.length; i++) {
        line.put(intervals.get(i).at(), rates[i]);
      }
      columns.add(name, line);
    }
  }

  private Columns flushes() {
    SortedMap<Long, Double> longest = new TreeMap<>();
    SortedMap<Long, Double> average = new TreeMap<>();
    for (Grid.Interval interval : grid.all()) {
      DoubleSummaryStatistics within =
          journal.flushes.stream()
              .filter(f -> interval.whole().from() <= f.at() && f.at() < interval.whole().to())
              .mapToDouble(Journal.Flush::millis)
              .summaryStatistics();
      if (within.getCount() > 0) {
        longest.put(interval.at(), within.getMax());
        average.put(interval.at(), within.getAverage());
      }
    }
    Columns columns = new Columns("flush-time", "ms");
    columns.add("longest", longest);
    columns.add("average", average);
    return columns;
  }
}
