// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.history.RunPlan;
import catena.records.journal.ClientName;
import catena.records.placement.Place;
import catena.records.placement.PlacementHistory;
import catena.records.placement.Prices;
import catena.records.placement.Tier;
import catena.records.words.Amounts;
import catena.report.history.RunHistory;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.page.Unit;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The tables of runs on clusters that have fast and slow disks. */
public final class PlacementTables {
  /** The name under which {@code ycsb} records the latencies of all its operations together. */
  private static final String OPERATION = "operation";

  private static final String YCSB = "ycsb";

  /** The table's name, which differs for each row of a sweep. */
  private static final String TABLE = "table.name";

  /** The suffix of seeds, which differ for each run if the scenario sets none. */
  private static final String SEED = ".seed";

  private PlacementTables() {}

  /** A run with the placement of its data. */
  private record Placed(RunHistory run, PlacementHistory history) {
    Prices prices() {
      return Prices.of(run.settings());
    }

    /** The cost C of {@link Prices}, for the most that the disks held. */
    double cost() {
      return Prices.cost(history);
    }

    /** The same for tables of the size that the run's prices are for; NaN if they have none. */
    double costAtSize() {
      return prices().tables() == 0 ? Double.NaN : prices().costAtSize(history);
    }

    /** Whether all data should be on slow disks: other runs are compared with this one. */
    boolean allSlow() {
      return history.asked().values().stream().allMatch(tier -> tier == Tier.SLOW);
    }

    /** The rate per second of a kind of work, or of {@link #OPERATION}; NaN if it had none. */
    double rate(String work) {
      return run.average(work.equals(OPERATION) ? YCSB : work);
    }

    /** The run's settings without the table's name and the seeds, to match runs on other disks. */
    private SortedMap<String, String> asked() {
      SortedMap<String, String> asked = new TreeMap<>(run.settings());
      asked.remove(TABLE);
      asked.keySet().removeIf(key -> key.endsWith(SEED));
      return asked;
    }

    /** Which repetition of its row the run is; rows take turns in each. */
    private Optional<String> round() {
      return run.plan().flatMap(RunPlan::repetition);
    }

    /**
     * The run that it is compared with: the first that did the same with all data on slow disks,
     * placed there by the same means, in the same repetition.
     */
    Optional<Placed> base(List<Placed> all) {
      return all.stream()
          .filter(Placed::allSlow)
          .filter(slow -> slow.history().by() == history.by())
          .filter(slow -> slow.round().equals(round()))
          .filter(slow -> slow.asked().equals(asked()))
          .findFirst();
    }

    double costOfRate(String work) {
      return cost() / rate(work);
    }
  }

  /** The tables; none without such a run. */
  public static List<Table> of(List<RunHistory> all) {
    List<Placed> runs =
        all.stream()
            .flatMap(run -> run.placement().stream().map(history -> new Placed(run, history)))
            .toList();
    if (runs.isEmpty()) {
      return List.of();
    }
    List<Table> tables =
        new ArrayList<>(SideBySide.withMedians(costs(runs), Lists.transform(runs, Placed::run)));
    tables.addAll(List.of(recovery(runs), places(runs)));
    return tables;
  }

  /** What storage costs for each entry or operation a second, by work; none without placement. */
  static Map<String, Double> costs(RunHistory run) {
    Map<String, Double> costs = new TreeMap<>();
    run.placement()
        .map(history -> new Placed(run, history))
        .ifPresent(own -> works(run).forEach(work -> costs.put(work, own.costOfRate(work))));
    return costs;
  }

  private static Table costs(List<Placed> runs) {
    NavigableSet<String> works = new TreeSet<>();
    runs.forEach(placed -> works.addAll(works(placed.run())));
    Table.Columns<Placed> table =
        Table.<Placed>named("placement-cost", prices(), atSize(runs))
            .words("Run", placed -> placed.run().name())
            .words("On fast disks", placed -> fast(placed.history()))
            .words("By", placed -> placed.history().by().word())
            .numbers("Slow most", Unit.BYTES, placed -> placed.history().most(Tier.SLOW))
            .numbers("Fast most", Unit.BYTES, placed -> placed.history().most(Tier.FAST))
            .cells("Cost", Unit.NUMBER, placed -> money(placed.cost()))
            .cells("Cost at size", Unit.NUMBER, placed -> money(placed.costAtSize()));
    for (String work : works) {
      table
          .numbers(work + " /s", Unit.PER_SECOND, placed -> placed.rate(work))
          .cells(work + " cost per /s", Unit.NUMBER, placed -> money(placed.costOfRate(work)))
          .numbers(
              work + " to all slow",
              Unit.NUMBER,
              placed -> ratio(placed, runs, slow -> slow.costOfRate(work)))
          .numbers(
              work + " at size to all slow",
              Unit.NUMBER,
              placed -> ratio(placed, runs, slow -> slow.costAtSize() / slow.rate(work)));
    }
    return table.withoutEmpty(runs);
  }

  /** The works whose throughput is shown: operations of YCSB, but not the rows that they read. */
  private static Set<String> works(RunHistory run) {
    return run.measured().stream()
        .map(work -> ClientName.activity(work.name()))
        .map(it -> it.startsWith(YCSB) && run.latencies().containsKey(OPERATION) ? OPERATION : it)
        .collect(Collectors.toSet());
  }

  private static double ratio(Placed placed, List<Placed> runs, ToDoubleFunction<Placed> cost) {
    return placed
        .base(runs)
        .map(slow -> cost.applyAsDouble(placed) / cost.applyAsDouble(slow))
        .orElse(Double.NaN);
  }

  private static String atSize(List<Placed> runs) {
    String sizes =
        runs.stream()
            .map(placed -> placed.prices().tables())
            .filter(tables -> tables > 0)
            .distinct()
            .map(Amounts::bytes)
            .collect(Collectors.joining(", "));
    return sizes.isEmpty() ? "" : " At size: as if the tables had " + sizes + ".";
  }

  private static String prices() {
    return "%s per GB at %s for slow, %s per GB at %s for fast"
        .formatted(
            Formats.short4(Prices.SLOW),
            Formats.short4(Prices.SLOW_UTILISATION),
            Formats.short4(Prices.FAST),
            Formats.short4(Prices.FAST_UTILISATION));
  }

  /** A cost with three significant digits, however small. */
  static Cell money(double cost) {
    return Double.isFinite(cost)
        ? Cell.of(
            cost,
            Unit.NUMBER,
            String.format(Locale.ROOT, cost != 0 && Math.abs(cost) < 0.001 ? "%.2e" : "%.4f", cost))
        : Cell.NONE;
  }

  private static String fast(PlacementHistory history) {
    String words =
        history.asked().entrySet().stream()
            .filter(each -> each.getValue() == Tier.FAST)
            .map(each -> each.getKey().word())
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "nothing" : words;
  }

  /** How clusters recovered; without rows if no run has a proven fault that it recovered from. */
  private static Table recovery(List<Placed> runs) {
    boolean any = runs.stream().anyMatch(placed -> !whole(placed.run()).isEmpty());
    Table.Columns<Placed> table =
        Table.<Placed>named("placement-recovery")
            .words("Run", placed -> placed.run().name())
            .words("On fast disks", placed -> fast(placed.history()))
            .words("By", placed -> placed.history().by().word())
            .numbers("Faults", Unit.COUNT, placed -> whole(placed.run()).size());
    ToDoubleFunction<FaultRecord> notice = fault -> fault.measure(RecoveryMeasure.NOTICE);
    ToDoubleFunction<FaultRecord> rehost = fault -> fault.measure(RecoveryMeasure.REHOST);
    spread(table, "Logs", Unit.BYTES, fault -> fault.measure(RecoveryMeasure.LOG));
    spread(table, "Noticed after", Unit.SECONDS, notice);
    spread(
        table,
        "First read after",
        Unit.SECONDS,
        fault -> fault.measure(RecoveryMeasure.FIRST_READ));
    spread(
        table,
        "First write after",
        Unit.SECONDS,
        fault -> fault.measure(RecoveryMeasure.FIRST_FLUSH));
    spread(table, "Hosted after", Unit.SECONDS, rehost);
    spread(
        table,
        "Hosted less noticed",
        Unit.SECONDS,
        fault -> rehost.applyAsDouble(fault) - notice.applyAsDouble(fault));
    spread(table, "Whole after", Unit.SECONDS, fault -> fault.after(fault.recoveredAt()));
    return table.rows(any ? runs : List.of());
  }

  private static void spread(
      Table.Columns<Placed> table, String title, Unit unit, ToDoubleFunction<FaultRecord> number) {
    table.cells(
        title,
        unit,
        placed ->
            Cell.median(
                whole(placed.run()).stream().mapToDouble(number).toArray(), unit, unit::inWords));
  }

  private static List<FaultRecord> whole(RunHistory run) {
    return run.faults().stream().filter(FaultRecord::overcome).toList();
  }

  /** A place of a run that data was assigned to. */
  private record Asked(Placed placed, Place place, Tier tier) {
    PlacementHistory history() {
      return placed.history();
    }

    double share() {
      return history().share(place);
    }

    /** Replicas of blocks on a kind of disk; NaN if the place has no directories. */
    double replicas(Tier on) {
      return place.directories().isEmpty() ? Double.NaN : history().replicas(place, on);
    }

    /** The share, rounded down, so that less than all is not shown as 100 %. */
    Cell seen() {
      return Double.isNaN(share())
          ? Cell.words("nothing stored")
          : Cell.of(share(), Unit.SHARE, Formats.short4(Math.floor(1e4 * share()) / 100) + " %");
    }
  }

  private static Table places(List<Placed> runs) {
    return Table.<Asked>named("placement-places")
        .words("Run", asked -> asked.placed.run().name())
        .words("Place", asked -> asked.place.word())
        .words("Asked", asked -> asked.tier.word())
        .words("By", asked -> asked.history().by().word())
        .cells("Seen there", Unit.SHARE, Asked::seen)
        .numbers("Slow replicas", Unit.COUNT, asked -> asked.replicas(Tier.SLOW))
        .numbers("Fast replicas", Unit.COUNT, asked -> asked.replicas(Tier.FAST))
        .numbers("Bytes", Unit.BYTES, asked -> asked.history().most(asked.place))
        .marked(asked -> Table.Mark.mood(asked.share() < 1 ? "worse" : ""))
        .rows(
            runs.stream()
                .flatMap(
                    placed ->
                        placed.history().asked().entrySet().stream()
                            .map(each -> new Asked(placed, each.getKey(), each.getValue())))
                .toList());
  }
}
