package catena.report.page;

import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.words.Amounts;
import catena.report.history.FaultCost;
import catena.report.history.FaultCosts;
import catena.report.history.RunHistory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What was done to the cluster and how it took it. */
public final class FaultTables {
  private static final int MANY = 12;
  private static final String HEALED = RecoveryMeasure.HEALED.key();

  private FaultTables() {}

  /** How recovery went, a row for each kind of fault and role; empty without faults. */
  public static Optional<Table> kinds(RunHistory run) {
    if (run.faults().isEmpty()) {
      return Optional.empty();
    }
    List<String> measures = Recovery.measures(run.faults());
    List<String> columns =
        new ArrayList<>(List.of("Fault", "Planned", "Proven", "Healed", "Recovered", "Doubted"));
    measures.forEach(measure -> columns.add(Formats.capital(Recovery.words(measure))));
    boolean older =
        run.faults().stream().anyMatch(f -> f.recovered() && !f.measures().containsKey(HEALED));
    Table.Draft table =
        Table.of(
                "recovery",
                "Recovery by kind of fault",
                "Of the faults that were proven and recovered from, counted from the injection: the"
                    + " median; in brackets the largest and of how many faults. Whole less healed is"
                    + " what the cluster itself took; what comes before is the plan's."
                    + (older
                        ? " This journal is of an older version: notice, rehost, first flush and first"
                            + " read count from when the fault was done."
                        : "")
                    + clocks(run))
            .columns(columns);
    Recovery.byKind(run.faults())
        .forEach((kind, faults) -> table.row(kind(kind, faults, measures)));
    return Optional.of(table.done());
  }

  /** A fault is by the clock of who agitates, its first flush by that of a worker's host. */
  private static String clocks(RunHistory run) {
    OptionalDouble off = run.journal().clocks();
    return off.isEmpty()
        ? ""
        : " Clocks of workers' hosts were up to "
            + Formats.value(off.getAsDouble(), "ms")
            + " from ZooKeeper's when they joined: the first flush is known no better.";
  }

  private static List<String> kind(String kind, List<FaultRecord> faults, List<String> measures) {
    List<String> row = new ArrayList<>();
    row.add(kind);
    row.add(Formats.whole(faults.size()));
    row.add(count(faults, FaultRecord::proven));
    row.add(count(faults, FaultRecord::healed));
    row.add(count(faults, Recovery::recovered));
    row.add(count(faults, f -> !f.doubts().isEmpty()));
    for (String measure : measures) {
      double[] sorted = Recovery.sorted(faults, measure);
      String unit = RecoveryMeasure.unit(measure);
      row.add(
          sorted.length == 0
              ? Formats.NONE
              : "%s (%s, n %d)"
                  .formatted(
                      Formats.value(Series.median(sorted), unit),
                      Formats.value(sorted[sorted.length - 1], unit),
                      sorted.length));
    }
    return row;
  }

  private static String count(List<FaultRecord> faults, Predicate<FaultRecord> which) {
    return Amounts.grouped(faults.stream().filter(which).count());
  }

  /** Every fault; empty without any. */
  static Optional<Table> all(RunHistory run, ZoneId zone) {
    if (run.faults().isEmpty()) {
      return Optional.empty();
    }
    Table.Draft table =
        Table.of(
                "faults",
                "Faults",
                "Times are from the injection. A number leads to its time in the plots.")
            .columns(
                "Number",
                "Fault",
                "Target",
                "Begin",
                "Begun late by",
                "State",
                "Proven after",
                "Healed after",
                "Whole after",
                "Proof, outcome and doubts");
    for (FaultRecord fault : run.faults()) {
      List<String> words = new ArrayList<>(fault.doubts());
      fault.evidence().ifPresent(words::add);
      fault.outcome().ifPresent(words::add);
      table.row(
          Formats.whole(fault.id()),
          fault.kind(),
          String.join(", ", fault.targets()),
          Formats.time(fault.startedAt(), zone),
          late(fault),
          fault.state(),
          after(fault, fault.provenAt()),
          after(fault, fault.healedAt()),
          after(fault, fault.recoveredAt()),
          String.join("; ", words));
      table.marked(new Table.Mark(Timeline.anchor(fault, ""), around(fault, run.span()), ""));
    }
    return Optional.of(run.faults().size() > MANY ? table.folded() : table.done());
  }

  /** The plots around a fault, as the page's script reads it. */
  private static String around(FaultRecord fault, Span run) {
    Span span = fault.span(run.to());
    long margin = Math.max(10, Math.round(span.seconds() / 2));
    long from = Math.floorDiv(span.from() - run.from(), 1000) - margin;
    long to = -Math.floorDiv(run.from() - span.to(), 1000) + margin;
    return "#t=%d,%d".formatted(Math.max(0, from), to);
  }

  private static String late(FaultRecord fault) {
    return fault.intendedAt() <= 0 // an older journal does not say
        ? Formats.NONE
        : Formats.seconds((fault.startedAt() - fault.intendedAt()) / 1000.0);
  }

  private static String after(FaultRecord fault, OptionalLong at) {
    return at.isEmpty() ? Formats.NONE : Formats.seconds(Recovery.after(fault, at.getAsLong()));
  }

  /** What each fault cost those who wrote and those who read; empty if nobody did. */
  public static Optional<Table> costs(RunHistory run) {
    if (run.costs().usual().isEmpty()) {
      return Optional.empty();
    }
    Table.Draft table =
        Table.of(
                "costs",
                "What each fault cost",
                ("Less than four fifths of what is usual is a dip: its depth, and for how long in all;"
                        + " > where its end was not seen before the next fault, the end of the phase or"
                        + " the last word of the clients. None: the longest time without any"
                        + " acknowledgement, or without any row, that has to do with the fault. Usual is"
                        + " what was the case with no fault open for %d s. %s")
                    .formatted(FaultCosts.SETTLING_SECONDS, usual(run.costs())))
            .columns(
                "Number",
                "Fault",
                "Ingest dip",
                "Ingest low for",
                "None acknowledged for",
                "Query dip",
                "Query low for",
                "None read for");
    for (FaultCost cost : run.costs().faults()) {
      table.row(
          Formats.whole(cost.fault().id()),
          Recovery.kind(cost.fault()),
          depth(cost.writes()),
          low(cost.writes()),
          silence(cost.writes()),
          depth(cost.reads()),
          low(cost.reads()),
          silence(cost.reads()));
      table.marked(new Table.Mark("", "#" + Timeline.anchor(cost.fault(), ""), ""));
    }
    return Optional.of(run.faults().size() > MANY ? table.folded() : table.done());
  }

  private static String usual(FaultCosts costs) {
    return costs.usual().stream().map(FaultTables::usual).collect(Collectors.joining(" "));
  }

  private static String usual(FaultCosts.Usual usual) {
    String who = (usual.writing() ? "Ingest, " : "Queries, ") + usual.phase() + ": ";
    if (usual.rate().isPresent()) {
      return who
          + "usual are %s %s/s, over %d s, from %s quiet seconds%s; a client tells every %s."
              .formatted(
                  Formats.large(usual.rate().getAsDouble()),
                  usual.writing() ? "entries" : "rows",
                  usual.width(),
                  Formats.whole(usual.quietSeconds()),
                  usual.low() < 0.005
                      ? ""
                      : " of which " + Formats.value(usual.low(), "ratio") + " were low as well",
                  Formats.millis((double) usual.toldMillis()));
    }
    return usual.tooFew()
        ? who
            + "what is usual is not known, of the %d quiet seconds that it takes there are %d."
                .formatted(FaultCosts.FEWEST_QUIET, usual.quietSeconds())
        : who + "too uneven without a fault to tell a dip.";
  }

  private static String depth(FaultCost.Loss loss) {
    return loss.dip()
        .map(
            dip ->
                dip.seconds() == 0
                    ? "none" + (dip.whole() ? "" : " in " + Formats.seconds(dip.watched()))
                    : Formats.value(dip.depth(), "ratio"))
        .orElse(Formats.NONE);
  }

  private static String low(FaultCost.Loss loss) {
    return loss.dip()
        .filter(dip -> dip.seconds() > 0)
        .map(dip -> (dip.ended() ? "" : "> ") + Formats.seconds(dip.seconds()))
        .orElse(Formats.NONE);
  }

  private static String silence(FaultCost.Loss loss) {
    return loss.silence()
        .map(
            silence ->
                silence.seconds() == 0 && silence.ended()
                    ? "< " + (silence.unseen() > 0 ? Formats.seconds(silence.unseen()) : "1 s")
                    : (silence.ended() ? "" : "> ") + Formats.seconds(silence.seconds()))
        .orElse(Formats.NONE);
  }
}
