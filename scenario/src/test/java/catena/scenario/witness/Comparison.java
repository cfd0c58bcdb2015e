// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.records.history.RecoveryMeasure;
import catena.scenario.witness.Shown.Cost;
import catena.scenario.witness.Shown.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is shown of each fault beside what was observed.
 *
 * <p>A time may differ by {@link #TIME} beyond how exactly either side says that it knows it; the
 * depth and the length of a dip by {@link #DIP}. What only one side knows of is a disagreement.
 */
final class Comparison {
  /** Seconds by which a measure may differ. */
  static final double TIME = 1;

  /** Seconds between two checks of the agitator. */
  static final double LOOK = 0.5;

  /** Share by which a dip may differ. */
  static final double DIP = 0.1;

  private static final String NOTHING = "–";

  /**
   * One number of one fault.
   *
   * @param measure its name; a dip's are those of the report's columns
   * @param shown empty where the run does not tell it
   * @param observed empty where nothing of the kind was seen
   * @param limit by how much they may differ
   */
  record Line(
      Fault fault, String measure, Optional<Range> shown, Optional<Range> observed, double limit) {
    /** How far they are apart; infinite where only one side knows of it. */
    double difference() {
      return shown.isPresent() && observed.isPresent()
          ? shown.get().distance(observed.get())
          : Double.POSITIVE_INFINITY;
    }

    boolean agrees() {
      return difference() <= limit;
    }
  }

  private final Shown shown;
  private final Observed observed;
  private final double look;
  private final double gapMillis;
  private final List<Line> lines = new ArrayList<>();

  private Comparison(Shown shown, Observed observed) {
    this.shown = shown;
    this.observed = observed;
    this.look = LOOK;
    this.gapMillis = 1000 * (look + TIME);
  }

  /** Compares every fault that the run says it has recovered from. */
  static Comparison of(Shown shown, Observed observed) {
    Comparison comparison = new Comparison(shown, observed);
    shown.faults().stream().filter(Fault::recovered).forEach(comparison::fault);
    return comparison;
  }

  List<Line> lines() {
    return List.copyOf(lines);
  }

  List<Line> disagreements() {
    return lines.stream().filter(line -> !line.agrees()).toList();
  }

  private void fault(Fault fault) {
    boolean orderly = Observed.isOrderly(fault);
    if (Observed.isOfServers(fault) && !orderly) {
      add(fault, "injection", Optional.of(Range.exactly(0)), observed.hit(fault), TIME);
    }
    if (fault.server().startsWith("tserver") || fault.server().startsWith("manager")) {
      time(fault, RecoveryMeasure.NOTICE, look, observed.notice(fault));
    }
    rehost(fault);
    time(fault, RecoveryMeasure.FIRST_READ, 0, observed.firstRead(fault));
    acknowledgement(fault);
    if (observed.healing(fault).isPresent()) {
      // The system needs a moment until a process that is started, or goes on, is seen.
      Optional<Range> seen = observed.healing(fault).map(range -> range.grown(TIME, 0));
      time(fault, RecoveryMeasure.HEALING, 0, seen);
    }
    time(
        fault,
        RecoveryMeasure.RECOVERED,
        look,
        Optional.of(observed.wholeNotBefore(fault, (long) gapMillis)));
    cost(fault, "ingest", fault.writes(), true);
    cost(fault, "query", fault.reads(), false);
  }

  private void acknowledgement(Fault fault) {
    Optional<Double> told =
        Optional.ofNullable(fault.measures().get(RecoveryMeasure.FIRST_FLUSH.key()));
    Optional<Range> untried =
        observed
            .untried(fault)
            .filter(gap -> told.isPresent() && gap.distance(Range.exactly(told.get())) == 0);
    time(
        fault,
        RecoveryMeasure.FIRST_FLUSH,
        0,
        untried.isPresent() ? untried : observed.firstAcknowledgement(fault));
  }

  /** Tablets that have a host again before anybody looks leave no trace with the agitator. */
  private void rehost(Fault fault) {
    boolean told = fault.measures().containsKey(RecoveryMeasure.REHOST.key());
    if (told || observed.unhostedFor(fault, (long) gapMillis) * 1000 > gapMillis) {
      time(fault, RecoveryMeasure.REHOST, look, observed.rehost(fault, (long) gapMillis));
    }
  }

  /**
   * A time.
   *
   * @param late how much later than it was the case a look may have seen it, at the most
   */
  private void time(Fault fault, RecoveryMeasure measure, double late, Optional<Range> seen) {
    Optional<Range> told =
        Optional.ofNullable(fault.measures().get(measure.key()))
            .map(value -> new Range(value - late, value));
    add(fault, measure.key(), told, seen, TIME);
  }

  private void cost(Fault fault, String who, Cost cost, boolean writes) {
    if (cost.equals(Cost.UNKNOWN)) {
      return;
    }
    int width = shown.width().getOrDefault(writes, 1);
    Observed.Loss loss = observed.loss(fault, writes, window(writes), width);
    // Of a time that is shorter than it takes rates over, the report says nothing.
    if (cost.depth().isPresent() || fault.until() - fault.at() > (width + 1) * 1000L) {
      add(fault, who + " dip", cost.depth(), Optional.of(loss.depth()), DIP);
      share(fault, who + " low for", cost.low(), loss.low());
    }
    share(fault, who + " none for", cost.silence(), loss.silence());
  }

  private void share(Fault fault, String measure, Optional<Range> told, Range seen) {
    add(fault, measure, told, Optional.of(seen), DIP * seen.low());
  }

  /** Seconds from one answer to the next where nothing is wrong. */
  private double window(boolean writes) {
    if (!writes) {
      return 1; // readers count by the second
    }
    double rate = Double.parseDouble(shown.settings().getOrDefault("ingest.rate", "0"));
    double nodes = Double.parseDouble(shown.settings().getOrDefault("graph.flush.interval", "0"));
    return rate > 0 ? Math.max(0.25, nodes / rate) : 1;
  }

  private void add(
      Fault fault, String measure, Optional<Range> told, Optional<Range> seen, double limit) {
    if (told.isPresent() || seen.isPresent()) {
      lines.add(new Line(fault, measure, told, seen, limit));
    }
  }

  /** As a table, with what disagrees marked. */
  @Override
  public String toString() {
    List<String> rows = new ArrayList<>();
    rows.add(row("Fault", "Measure", "Shown", "Observed", "Difference", "Limit", ""));
    for (Line line : lines) {
      rows.add(
          row(
              line.fault().words(),
              line.measure(),
              line.shown().map(Range::toString).orElse(NOTHING),
              line.observed().map(Range::toString).orElse(NOTHING),
              Double.isInfinite(line.difference()) ? NOTHING : number(line.difference()),
              number(line.limit()),
              line.agrees() ? "" : "DIFFERS"));
    }
    return String.join("\n", rows);
  }

  private static String row(Object... cells) {
    return String.format("%-22s %-16s %-14s %-14s %10s %6s  %s", cells).stripTrailing();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
