package catena.report.placement;

import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.history.Series;
import catena.records.journal.ClientName;
import catena.records.placement.Place;
import catena.records.placement.PlacementHistory;
import catena.records.placement.Prices;
import catena.records.placement.Tier;
import catena.records.words.Amounts;
import catena.report.history.Rates;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import catena.report.page.Formats;
import catena.report.page.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables of runs on clusters that have fast and slow disks. */
public final class PlacementTables {
  /** Of {@code ycsb}, all of them together: what its latencies are recorded as. */
  private static final String OPERATION = "operation";

  private static final String YCSB = "ycsb";

  /** In a sweep each row has a table of its own. */
  private static final String TABLE = "table.name";

  /** Each run draws its own where none is named. */
  private static final String SEED = ".seed";

  private PlacementTables() {}

  /** A run with where its data was. */
  public record Placed(RunHistory run, PlacementHistory history) {
    Prices prices() {
      return Prices.of(run.settings());
    }

    /** C of {@link Prices}, of all that the disks held at most. */
    double cost() {
      return prices().cost(history);
    }

    /** The same with tables of the size that the run's prices are for; NaN if they say none. */
    double costAtSize() {
      return prices().tables() == 0 ? Double.NaN : prices().costAtSize(history);
    }

    /** Whether everything was to be on slow disks: what others are compared with. */
    boolean allSlow() {
      return history.asked().values().stream().allMatch(tier -> tier == Tier.SLOW);
    }

    /** Per second of a kind of work, or of {@link #OPERATION}; NaN if it had none. */
    double rate(String work) {
      boolean ycsb = work.equals(OPERATION);
      Work done = run.journal().work().get(ycsb ? YCSB : work);
      if (done == null) {
        return Double.NaN;
      }
      return Rates.average(run, done);
    }

    /** What the run was asked to do, on whatever disks, in a table of whatever name and data. */
    private SortedMap<String, String> asked() {
      SortedMap<String, String> asked = new TreeMap<>(run.settings());
      asked.remove(TABLE);
      asked.keySet().removeIf(key -> key.endsWith(SEED));
      return asked;
    }

    /**
     * What it is compared with: the first that did the same with all on slow disks, which came
     * there by the same means.
     */
    Optional<Placed> base(List<Placed> all) {
      return all.stream()
          .filter(Placed::allSlow)
          .filter(slow -> slow.history().by() == history.by())
          .filter(slow -> slow.asked().equals(asked()))
          .findFirst();
    }

    double costOfRate(String work) {
      return cost() / rate(work);
    }

    double costOfRateAtSize(String work) {
      return costAtSize() / rate(work);
    }
  }

  /** The tables; none without such a run. */
  public static List<Table> of(List<Placed> runs) {
    if (runs.isEmpty()) {
      return List.of();
    }
    List<Table> tables = new ArrayList<>(List.of(costs(runs)));
    recovery(runs).ifPresent(tables::add);
    tables.add(places(runs));
    return tables;
  }

  private static Table costs(List<Placed> runs) {
    NavigableSet<String> works = new TreeSet<>();
    runs.forEach(placed -> works.addAll(works(placed.run())));
    List<String> columns =
        new ArrayList<>(
            List.of(
                "Run", "On fast disks", "By", "Slow most", "Fast most", "Cost", "Cost at size"));
    for (String work : works) {
      columns.add(work + " /s");
      columns.add(work + " cost per /s");
      columns.add(work + " to all slow");
      columns.add(work + " at size to all slow");
    }
    Table.Draft table =
        Table.of(
                "placement-cost",
                "What storage of this placement costs",
                "Cost is the sum over both kinds of disk of price × most bytes / utilisation: "
                    + prices(runs)
                    + ". To all slow: cost per throughput, divided by that of the first run with the"
                    + " same settings, whatever their seeds, and all on slow disks by the same means"
                    + " (policies of HDFS, or volumes); below 1 is better. Of several parts of one kind, this is the first."
                    + atSize(runs))
            .columns(columns);
    for (Placed placed : runs) {
      Optional<Placed> base = placed.base(runs);
      List<String> row = new ArrayList<>();
      row.add(placed.run().name());
      row.add(fast(placed.history()));
      row.add(placed.history().by().word());
      row.add(Amounts.bytes(placed.history().most(Tier.SLOW)));
      row.add(Amounts.bytes(placed.history().most(Tier.FAST)));
      row.add(money(placed.cost()));
      row.add(money(placed.costAtSize()));
      for (String work : works) {
        row.add(Formats.large(placed.rate(work)));
        row.add(money(placed.costOfRate(work)));
        row.add(ratio(placed, base, slow -> slow.costOfRate(work)));
        row.add(ratio(placed, base, slow -> slow.costOfRateAtSize(work)));
      }
      table.row(row);
    }
    return table.withoutEmpty().done();
  }

  /** What throughputs are told of: operations of YCSB, and not the rows that they read. */
  private static List<String> works(RunHistory run) {
    List<String> works = new ArrayList<>();
    boolean operations = run.latencies().containsKey(OPERATION);
    for (String work : run.journal().work().keySet()) {
      if (ClientName.nth(work) == 1 && !(operations && work.startsWith(YCSB))) {
        works.add(work);
      }
    }
    if (operations) {
      works.add(OPERATION);
    }
    return works;
  }

  private static String ratio(Placed placed, Optional<Placed> base, Function<Placed, Double> cost) {
    return base.map(slow -> Formats.short4(cost.apply(placed) / cost.apply(slow)))
        .orElse(Formats.NONE);
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

  /** Each set of prices once. */
  private static String prices(List<Placed> runs) {
    return runs.stream()
        .map(Placed::prices)
        .map(
            prices ->
                "%s per GB at %s for slow, %s per GB at %s for fast"
                    .formatted(
                        Formats.short4(prices.slow()),
                        Formats.short4(prices.slowUtilisation()),
                        Formats.short4(prices.fast()),
                        Formats.short4(prices.fastUtilisation())))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  /** With three digits that count, however small. */
  static String money(double cost) {
    return Double.isNaN(cost) || Double.isInfinite(cost)
        ? Formats.NONE
        : String.format(Locale.ROOT, cost != 0 && Math.abs(cost) < 0.001 ? "%.2e" : "%.4f", cost);
  }

  private static String fast(PlacementHistory history) {
    String words =
        history.asked().entrySet().stream()
            .filter(each -> each.getValue() == Tier.FAST)
            .map(each -> each.getKey().word())
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "nothing" : words;
  }

  /** How long it took from kills until all was well again; empty where nobody was killed. */
  private static Optional<Table> recovery(List<Placed> runs) {
    if (runs.stream().allMatch(placed -> whole(placed.run()).isEmpty())) {
      return Optional.empty();
    }
    Table.Draft table =
        Table.of(
                "placement-recovery",
                "Recovery by placement",
                "Of the faults that were proven and recovered from: the median, and in brackets the"
                    + " least and the most. Hosted less noticed is from the moment at which the"
                    + " lock was gone until all tablets were hosted. Whole counts how long the plan"
                    + " held the victim down, too.")
            .columns(
                "Run",
                "On fast disks",
                "By",
                "Faults",
                "Logs",
                "Noticed after",
                "First read after",
                "First write after",
                "Hosted after",
                "Hosted less noticed",
                "Whole after");
    for (Placed placed : runs) {
      List<FaultRecord> faults = whole(placed.run());
      table.row(
          placed.run().name(),
          fast(placed.history()),
          placed.history().by().word(),
          Formats.whole(faults.size()),
          spread(faults, measure(RecoveryMeasure.LOG), PlacementTables::bytes),
          spread(faults, measure(RecoveryMeasure.NOTICE), Formats::seconds),
          spread(faults, measure(RecoveryMeasure.FIRST_READ), Formats::seconds),
          spread(faults, measure(RecoveryMeasure.FIRST_FLUSH), Formats::seconds),
          spread(faults, measure(RecoveryMeasure.REHOST), Formats::seconds),
          spread(
              faults,
              fault ->
                  measure(RecoveryMeasure.REHOST).apply(fault)
                      - measure(RecoveryMeasure.NOTICE).apply(fault),
              Formats::seconds),
          spread(
              faults,
              fault -> (fault.recoveredAt().orElseThrow() - fault.startedAt()) / 1e3,
              Formats::seconds));
    }
    return Optional.of(table.done());
  }

  private static String bytes(double bytes) {
    return Amounts.bytes(Math.round(bytes));
  }

  private static List<FaultRecord> whole(RunHistory run) {
    return run.faults().stream().filter(fault -> fault.proven() && fault.recovered()).toList();
  }

  private static Function<FaultRecord, Double> measure(RecoveryMeasure measure) {
    return fault -> {
      Double value = fault.measures().get(measure.key());
      return value == null ? Double.NaN : value;
    };
  }

  private static String spread(
      List<FaultRecord> faults,
      Function<FaultRecord, Double> measure,
      Function<Double, String> words) {
    double[] sorted =
        faults.stream()
            .mapToDouble(measure::apply)
            .filter(value -> !Double.isNaN(value))
            .sorted()
            .toArray();
    if (sorted.length == 0) {
      return Formats.NONE;
    }
    String median = words.apply(Series.median(sorted));
    return sorted.length == 1
        ? median
        : "%s (%s to %s)"
            .formatted(median, words.apply(sorted[0]), words.apply(sorted[sorted.length - 1]));
  }

  /** Rounded down: what is not all is not 100 %. */
  private static String percent(double share) {
    return Formats.short4(Math.floor(1e4 * share) / 100) + " %";
  }

  private static Table places(List<Placed> runs) {
    Table.Draft table =
        Table.of(
                "placement-places",
                "Where the data was",
                "By the locations of blocks that HDFS tells, before, during and after the run; the"
                    + " share is of all that was seen in all looks, replicas and bytes are the most"
                    + " of any look.")
            .columns(
                "Run",
                "Place",
                "Asked",
                "By",
                "Seen there",
                "Slow replicas",
                "Fast replicas",
                "Bytes");
    for (Placed placed : runs) {
      PlacementHistory history = placed.history();
      for (Map.Entry<Place, Tier> asked : history.asked().entrySet()) {
        Place place = asked.getKey();
        double share = history.share(place);
        boolean blocks = !place.directories().isEmpty();
        table.row(
            placed.run().name(),
            place.word(),
            asked.getValue().word(),
            history.by().word(),
            Double.isNaN(share) ? "nothing stored" : percent(share),
            blocks ? Amounts.grouped(history.replicas(place, Tier.SLOW)) : Formats.NONE,
            blocks ? Amounts.grouped(history.replicas(place, Tier.FAST)) : Formats.NONE,
            Amounts.bytes(history.most(place)));
        if (share < 1) {
          table.marked(new Table.Mark("", "", "worse"));
        }
      }
    }
    return table.done();
  }
}
