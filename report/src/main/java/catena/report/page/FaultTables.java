// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.journal.Event;
import catena.report.history.FaultCost;
import catena.report.history.FaultCosts;
import catena.report.history.RelativeRates;
import catena.report.history.RunHistory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The faults of a run, and how the cluster recovered from them. */
public final class FaultTables {
  private static final int MANY = 12;
  private static final String HEALED = RecoveryMeasure.HEALED.key();

  private FaultTables() {}

  /** How recovery went, a row for each kind of fault and role. */
  public static Table kinds(RunHistory run) {
    boolean older =
        run.faults().stream().anyMatch(f -> f.recovered() && !f.measures().containsKey(HEALED));
    Table.Columns<Map.Entry<String, List<FaultRecord>>> table =
        Table.<Map.Entry<String, List<FaultRecord>>>named(
                "recovery",
                (older
                    ? " This journal is of an older version: notice, rehost, first flush and"
                        + " first read count from when the fault was done."
                    : ""),
                clocks(run))
            .words("Fault", Map.Entry::getKey)
            .numbers("Planned", Unit.COUNT, kind -> kind.getValue().size())
            .numbers("Proven", Unit.COUNT, kind -> count(kind.getValue(), FaultRecord::proven))
            .numbers("Healed", Unit.COUNT, kind -> count(kind.getValue(), FaultRecord::healed))
            .numbers("Recovered", Unit.COUNT, kind -> count(kind.getValue(), FaultRecord::overcome))
            .numbers(
                "Doubted", Unit.COUNT, kind -> count(kind.getValue(), f -> !f.doubts().isEmpty()));
    for (String measure : Recovery.measures(run.faults())) {
      Unit unit = Recovery.unit(measure);
      table.cells(
          Formats.capital(Recovery.words(measure)),
          unit,
          kind -> median(Recovery.sorted(kind.getValue(), measure), unit));
    }
    return table.rows(Recovery.byKind(run.faults()).entrySet());
  }

  /** A fault is timed by the agitator's clock, its first flush by that of a worker's host. */
  private static String clocks(RunHistory run) {
    OptionalDouble off =
        run.journal().all(Event.WorkerJoined.class).stream()
            .mapToDouble(it -> Math.abs(it.offsetMillis()) + it.roundTripMillis() / 2)
            .max();
    return off.isEmpty()
        ? ""
        : " Clocks of workers' hosts were up to "
            + Formats.value(off.getAsDouble(), "ms")
            + " from ZooKeeper's when they joined: the first flush is known no better.";
  }

  private static Cell median(double[] sorted, Unit unit) {
    double median = Series.median(sorted);
    return sorted.length == 0
        ? Cell.NONE
        : Cell.more(
            median,
            unit,
            "%s (%s, n %d)"
                .formatted(
                    unit.inWords(median), unit.inWords(sorted[sorted.length - 1]), sorted.length));
  }

  private static long count(List<FaultRecord> faults, Predicate<FaultRecord> which) {
    return faults.stream().filter(which).count();
  }

  /** Every fault. */
  static Table all(RunHistory run, ZoneId zone) {
    return Table.<FaultRecord>named("faults")
        .numbers("Number", Unit.COUNT, FaultRecord::id)
        .words("Fault", FaultRecord::kind)
        .words("Target", fault -> String.join(", ", fault.targets()))
        .cells("Begin", Unit.TIME, fault -> Cell.time(fault.startedAt(), zone))
        .numbers("Begun late by", Unit.SECONDS, FaultTables::late)
        .words("State", FaultRecord::state)
        .numbers("Proven after", Unit.SECONDS, fault -> fault.after(fault.provenAt()))
        .numbers("Healed after", Unit.SECONDS, fault -> fault.after(fault.healedAt()))
        .numbers("Whole after", Unit.SECONDS, fault -> fault.after(fault.recoveredAt()))
        .words("Proof, outcome and doubts", FaultTables::proof)
        .marked(of -> new Table.Mark(Timeline.anchor(run, of, ""), around(of, run.span()), ""))
        .folded(run.faults().size() > MANY)
        .rows(run.faults());
  }

  private static String proof(FaultRecord fault) {
    List<String> words = new ArrayList<>(fault.doubts());
    fault.evidence().ifPresent(words::add);
    fault.outcome().ifPresent(words::add);
    return String.join("; ", words);
  }

  /** The part of the plots around a fault, as the page's script reads it. */
  private static String around(FaultRecord fault, Span run) {
    Span span = fault.span(run.to());
    long margin = Math.max(10, Math.round(span.seconds() / 2));
    long from = Math.floorDiv(span.from() - run.from(), 1000) - margin;
    long to = -Math.floorDiv(run.from() - span.to(), 1000) + margin;
    return "#t=%d,%d".formatted(Math.max(0, from), to);
  }

  /** How late a fault began, in seconds; NaN if an older journal does not record it. */
  private static double late(FaultRecord fault) {
    return fault.intendedAt() <= 0 ? Double.NaN : (fault.startedAt() - fault.intendedAt()) / 1000.0;
  }

  /** What each fault cost writers and readers; without rows if no client wrote or read. */
  public static Table costs(RunHistory run) {
    List<FaultCost> costs = run.costs().usual().isEmpty() ? List.of() : run.costs().faults();
    return Table.<FaultCost>named("costs", FaultCosts.SETTLING_SECONDS, usual(run.costs()))
        .numbers("Number", Unit.COUNT, cost -> cost.fault().id())
        .words("Fault", cost -> Recovery.kind(cost.fault()))
        .cells("Ingest dip", Unit.SHARE, cost -> depth(cost.writes()))
        .cells("Ingest low for", Unit.SECONDS, cost -> low(cost.writes()))
        .cells("None acknowledged for", Unit.SECONDS, cost -> silence(cost.writes()))
        .cells("Query dip", Unit.SHARE, cost -> depth(cost.reads()))
        .cells("Query low for", Unit.SECONDS, cost -> low(cost.reads()))
        .cells("None read for", Unit.SECONDS, cost -> silence(cost.reads()))
        .marked(cost -> new Table.Mark("", "#" + Timeline.anchor(run, cost.fault(), ""), ""))
        .folded(run.faults().size() > MANY)
        .rows(costs);
  }

  private static String usual(FaultCosts costs) {
    return costs.usual().stream().map(FaultTables::usual).collect(Collectors.joining(" "));
  }

  private static String usual(FaultCosts.Baseline usual) {
    String who = (usual.writing() ? "Ingest, " : "Queries, ") + usual.phase() + ": ";
    if (usual.rates().isPresent()) {
      RelativeRates.OfSeconds rates = usual.rates().get();
      return who
          + "usual are %s %s/s, over %d s, from %s quiet seconds%s; a client reports every %s."
              .formatted(
                  Formats.large(rates.usual()),
                  usual.writing() ? "entries" : "rows",
                  rates.width(),
                  Formats.whole(usual.quietSeconds()),
                  rates.lowByChance() < 0.005
                      ? ""
                      : " of which "
                          + Formats.value(rates.lowByChance(), "ratio")
                          + " were low as well",
                  Formats.millis((double) usual.reportMillis()));
    }
    return usual.tooFew()
        ? who
            + "what is usual is not known, of the %d quiet seconds that it takes there are %d."
                .formatted(FaultCosts.FEWEST_QUIET, usual.quietSeconds())
        : who + "too uneven without a fault to see a dip.";
  }

  private static Cell depth(FaultCost.Loss loss) {
    return loss.dip()
        .map(
            dip ->
                dip.seconds() > 0
                    ? Cell.of(dip.depth(), Unit.SHARE)
                    : Cell.more(
                        0,
                        Unit.SHARE,
                        "none" + (dip.whole() ? "" : " in " + Formats.seconds(dip.watched()))))
        .orElse(Cell.NONE);
  }

  private static Cell low(FaultCost.Loss loss) {
    return loss.dip()
        .filter(dip -> dip.seconds() > 0)
        .map(dip -> atLeast(dip.seconds(), dip.ended()))
        .orElse(Cell.NONE);
  }

  private static Cell silence(FaultCost.Loss loss) {
    return loss.silence()
        .map(
            silence ->
                silence.seconds() == 0 && silence.ended()
                    ? Cell.more(
                        0,
                        Unit.SECONDS,
                        "< " + (silence.unseen() > 0 ? Formats.seconds(silence.unseen()) : "1 s"))
                    : atLeast(silence.seconds(), silence.ended()))
        .orElse(Cell.NONE);
  }

  /** A time whose end may not have been seen. */
  private static Cell atLeast(double seconds, boolean ended) {
    return ended
        ? Cell.of(seconds, Unit.SECONDS)
        : Cell.more(seconds, Unit.SECONDS, "> " + Formats.seconds(seconds));
  }
}
