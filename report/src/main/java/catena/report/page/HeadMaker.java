// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.FaultRecord;
import catena.records.history.RateFile;
import catena.records.history.RateState;
import catena.records.history.RecoveryMeasure;
import catena.records.journal.Event;
import catena.records.verdict.Findings;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.report.history.Operations;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.RunState;
import catena.report.history.Work;
import catena.report.page.Page.Head;
import catena.report.page.Page.Tile;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The first screen of a run. */
public record HeadMaker(RunHistory run, ZoneId zone) {
  /** The first screen, with times in the given zone. */
  public static Head of(RunHistory run, ZoneId zone) {
    return new HeadMaker(run, zone).head();
  }

  private Head head() {
    Optional<Verdict> verdict = run.verdict().map(VerdictFile::verdict);
    return new Head(
        run.name(),
        word(verdict),
        mood(verdict),
        run.outdated()
            .map(why -> Formats.sentence(why, zone))
            .or(() -> verdict.map(HeadMaker::meaning))
            .orElseGet(this::withoutVerdict),
        compared(),
        proof(),
        run.verdict().map(VerdictFile::reasons).orElse(List.of()).stream()
            .map(why -> Formats.sentence(why, zone))
            .toList(),
        run.title(),
        run.scenario().about().orElse(""),
        tiles(),
        latency(),
        run.missing());
  }

  /** The verdict in a word; a PASS that is older than the data is shown as outdated. */
  private String word(Optional<Verdict> verdict) {
    if (verdict.isEmpty()) {
      return run.life() == RunState.RUNNING ? "RUNNING" : "NO VERDICT";
    }
    return verdict.get().name() + (run.outdated().isPresent() ? ", OUTDATED" : "");
  }

  private String mood(Optional<Verdict> verdict) {
    Optional<Verdict> now =
        run.outdated().isPresent() ? verdict.map(Verdict.UNKNOWN::and) : verdict;
    return now.map(v -> v.name().toLowerCase(java.util.Locale.ROOT)).orElse("none");
  }

  private String compared() {
    return "Compared"
        + run.verdict()
            .flatMap(VerdictFile::at)
            .flatMap(Formats::instant)
            .map(at -> " at " + Formats.time(at.toEpochMilli(), zone))
            .orElse("");
  }

  /** What was compared, and what else the reader must know to trust it. */
  private List<String> proof() {
    List<String> proof = new ArrayList<>();
    run.verdict().ifPresent(file -> proof.addAll(file.proof().compared()));
    proof.sort(Comparator.comparing(what -> !what.startsWith("Exactly")));
    if (!proof.isEmpty()) {
      ledgers().ifPresent(proof::add);
    }
    return proof;
  }

  private Optional<String> ledgers() {
    long all = run.ledgers().size();
    long damaged =
        run.ledgers().values().stream().filter(each -> each.damage().isPresent()).count();
    return all == 0
        ? Optional.empty()
        : Optional.of(
            "Ledgers read: "
                + Amounts.grouped(all)
                + (damaged == 0 ? ", none" : ", of them " + damaged)
                + " damaged");
  }

  private static String meaning(Verdict verdict) {
    return switch (verdict) {
      case PASS -> "Everything that was acknowledged is there, and nothing else.";
      case FAIL -> "The table does not hold what was acknowledged.";
      case UNKNOWN -> "A check could not be completed; this is no pass.";
      case BUDGET -> "The data is right; a declared budget was missed.";
    };
  }

  private String withoutVerdict() {
    return run.life().withoutVerdict()
        + (run.life() == RunState.RUNNING
            ? "; nothing is verified yet."
            : "; nothing says that the data is right.");
  }

  private List<Tile> tiles() {
    List<Tile> tiles = new ArrayList<>();
    run.rate().ifPresent(search -> tiles.add(highest(search)));
    tiles.add(findings());
    tiles.add(faults());
    tiles.add(entries());
    tiles.add(duration());
    Background.tile(run).ifPresent(tiles::add);
    run.journal().work().values().forEach(work -> rate(work).ifPresent(tiles::add));
    return tiles;
  }

  /** The tile of the highest rate; if there is none, it shows the result of the search. */
  private static Tile highest(RateFile file) {
    String value =
        file.hasRate()
            ? (file.state() == RateState.AT_LEAST ? "≥ " : "") + Amounts.rate(file.rate())
            : file.state().word();
    String note =
        file.hasRate() && file.high() > file.low()
            ? "%s, %s to %s"
                .formatted(file.unit(), Amounts.rate(file.low()), Amounts.rate(file.high()))
            : file.unit();
    return new Tile("Highest rate: " + file.workload(), value, note);
  }

  private Tile entries() {
    double deletes = run.journal().deletes().total();
    int writers = run.ledgers().size();
    String by = writers == 0 ? "" : " by " + writers + (writers == 1 ? " writer" : " writers");
    return new Tile(
        "Entries written",
        Formats.whole(run.journal().puts().total()),
        deletes > 0 ? "and " + Formats.whole(deletes) + " deleted" + by : "none deleted" + by);
  }

  private Tile duration() {
    return new Tile(
        "Duration",
        Amounts.span(run.span().duration()),
        run.span().to() == 0 ? "" : "from " + Formats.time(run.span().from(), zone));
  }

  private Optional<Tile> rate(Work work) {
    if (work.counted().total() == 0) {
      return Optional.empty();
    }
    double most = run.maximum(work);
    String mostWords =
        Double.isNaN(most) ? "" : "; at most " + Formats.large(most) + " " + overWords(work);
    return Optional.of(
        new Tile(
            Formats.capital(work.label()) + " per second",
            Formats.large(work.average()),
            "on average" + mostWords));
  }

  /** The interval of a maximum, and the interval of the reports if that is longer. */
  private String overWords(Work work) {
    long every = work.reportMillis();
    return "over "
        + run.rateSeconds()
        + " s"
        + (every > run.rateSeconds() * 1500L
            ? ", reported every " + Math.round(every / 1000.0) + " s"
            : "");
  }

  private Tile faults() {
    List<FaultRecord> faults = run.faults();
    if (faults.isEmpty()) {
      return new Tile("Faults", "none", "injected");
    }
    long proven = faults.stream().filter(FaultRecord::proven).count();
    long recovered = faults.stream().filter(FaultRecord::overcome).count();
    return new Tile(
        "Faults",
        Amounts.grouped(faults.size()),
        proven + " proven, " + recovered + " recovered" + worst(faults) + doubted());
  }

  /** The longest times until the tablets were hosted, and until the cluster was whole. */
  private static String worst(List<FaultRecord> faults) {
    List<String> worst = new ArrayList<>();
    if (!largest(faults, RecoveryMeasure.REHOST, "tablets hosted within ", worst)) {
      largest(faults, RecoveryMeasure.FIRST_FLUSH, "acknowledged again within ", worst);
    }
    faults.stream()
        .filter(FaultRecord::overcome)
        .max(Comparator.comparingDouble(fault -> fault.after(fault.recoveredAt())))
        .ifPresent(
            fault ->
                worst.add(
                    "whole within "
                        + Formats.seconds(fault.after(fault.recoveredAt()))
                        + (fault.healed()
                            ? " (healed after "
                                + Formats.seconds(fault.after(fault.healedAt()))
                                + ")"
                            : "")));
    return worst.isEmpty() ? "" : "; " + String.join(", ", worst);
  }

  private static boolean largest(
      List<FaultRecord> faults, RecoveryMeasure measure, String words, List<String> worst) {
    double[] times = Recovery.sorted(faults, measure.key());
    return times.length > 0 && worst.add(words + Formats.seconds(times[times.length - 1]));
  }

  private String doubted() {
    long doubted = run.faults().stream().filter(fault -> !fault.doubts().isEmpty()).count();
    return doubted == 0 ? "" : "; " + doubted + " in doubt";
  }

  private Tile findings() {
    long total = run.findingTotal();
    if (total == 0) {
      return new Tile(
          "Findings", "none", run.verdict().isPresent() ? "" : "but nothing was concluded");
    }
    boolean known = run.findings().total() > 0;
    return new Tile(
        "Findings",
        Amounts.grouped(total),
        known ? Findings.inWords(run.findingCounts()) : "the file of findings is missing");
  }

  private Table latency() {
    return Table.<String>named("latency", about(), left())
        .words("Operation", tag -> tag)
        .numbers("Number", Unit.COUNT, tag -> run.latencies().get(tag).total().getTotalCount())
        .numbers("Average", Unit.MILLIS, tag -> run.latencies().get(tag).total().getMean() / 1e6)
        .latencies("%s", tag -> run.latencies().get(tag).total(), 50, 90, 95, 99, 99.9)
        .numbers("Largest", Unit.MILLIS, of -> run.latencies().get(of).total().getMaxValue() / 1e6)
        .rows(Operations.ordered(run.latencies().keySet()));
  }

  private String about() {
    return Operations.ordered(run.latencies().keySet()).stream()
        .map(Operations::about)
        .filter(words -> !words.isEmpty())
        .map(words -> " " + words)
        .collect(Collectors.joining());
  }

  /** The operations that were not answered when a phase ended, and are in no latency. */
  private String left() {
    SortedMap<String, long[]> byOperation = new TreeMap<>();
    for (Event.Unanswered each : run.journal().all(Event.Unanswered.class)) {
      long[] sums = byOperation.computeIfAbsent(each.operation(), o -> new long[2]);
      sums[0] += each.underWay();
      sums[1] += each.neverBegun();
    }
    byOperation.values().removeIf(sums -> sums[0] + sums[1] == 0);
    return byOperation.isEmpty()
        ? ""
        : byOperation.entrySet().stream()
            .map(
                e ->
                    "%s: %s under way and %s due and never begun when a phase ended"
                        .formatted(
                            e.getKey(),
                            Amounts.grouped(e.getValue()[0]),
                            Amounts.grouped(e.getValue()[1])))
            .collect(Collectors.joining("; ", " Not in these numbers: ", "."));
  }
}
