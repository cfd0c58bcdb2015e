// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.graph.judge.FindingKind;
import catena.records.budget.BudgetFile;
import catena.records.budget.Measure;
import catena.records.history.Addition;
import catena.records.history.Causes;
import catena.records.history.FaultRecord;
import catena.records.history.RateFile;
import catena.records.history.RunPlan;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.journal.ClientName;
import catena.records.ledger.LedgerState;
import catena.records.placement.PlacementHistory;
import catena.records.run.Environment;
import catena.records.run.GraphFile;
import catena.records.sample.ClassicField;
import catena.records.server.Role;
import catena.records.tested.Tested;
import catena.records.verdict.Findings;
import catena.records.verdict.VerdictFile;
import com.google.common.collect.Maps;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * All that a run directory records of a run; no file is read after this.
 *
 * @param name of the directory
 * @param where the directory is
 * @param span from the first reported work or sample to the last
 * @param graph the table and its graph
 * @param verdict what was concluded, or a failure before the end
 * @param outdated why the verdict does not cover all that is acknowledged by now
 * @param costs the faults and what each cost
 * @param latencies by operation
 * @param partLatencies by the group of clients, and then by operation
 * @param ledgers the state of each writer's, by its file
 * @param missing what was expected and not found, in words
 * @param tested what was under test; empty if not recorded
 * @param tablets how many the run's table had, whenever that changed
 * @param budgets the results of its budgets, if it had any
 * @param plan what it was to do, if recorded
 * @param rate the search for its highest rate, if it had one
 * @param placement where its data was, on a cluster with fast and slow disks
 * @param additions the servers that were added during the run
 * @param marks how often it met each mark
 */
public record RunHistory(
    String name,
    String where,
    RunState life,
    Span span,
    ScenarioText scenario,
    SortedMap<String, String> settings,
    Optional<Environment> environment,
    Optional<GraphFile> graph,
    Optional<VerdictFile> verdict,
    Optional<String> outdated,
    JournalFold journal,
    FaultCosts costs,
    SortedMap<String, LatencyTrack> latencies,
    SortedMap<String, SortedMap<String, LatencyTrack>> partLatencies,
    Samples samples,
    FindingSamples findings,
    Causes causes,
    SortedMap<String, LedgerState> ledgers,
    List<String> missing,
    Optional<Tested.Snapshot> tested,
    Series tablets,
    Optional<BudgetFile> budgets,
    Optional<RunPlan> plan,
    Optional<RateFile> rate,
    Optional<PlacementHistory> placement,
    List<Addition> additions,
    Map<Measure, Long> marks) {

  /**
   * How many findings there are of each kind: as many as its files have, or as its verdict counted
   * if that is more, since a file may be cut off or missing.
   */
  public Map<FindingKind, Long> findingCounts() {
    return Findings.larger(
        findings.counts(), verdict.map(VerdictFile::findings).orElseGet(TreeMap::new));
  }

  /** How many findings there are of all kinds. */
  public long findingTotal() {
    return findingCounts().values().stream().mapToLong(number -> number).sum();
  }

  /** The faults, in the order of time. */
  public List<FaultRecord> faults() {
    return costs.faults().stream().map(FaultCost::fault).toList();
  }

  /** A fault's number, in a run with two of it with that of the agitator: {@code 1_2}. */
  public String number(FaultRecord fault) {
    int before = faults().stream().filter(of -> of.id() == fault.id()).toList().indexOf(fault);
    return fault.id() + (before > 0 ? "_" + (before + 1) : "");
  }

  /**
   * The grid of the run: the length of the intervals, counted from its first second, in which rates
   * are drawn, written to files, and searched for their maximum.
   */
  public int rateSeconds() {
    return span.rateSeconds();
  }

  /** The rates of what was counted on the grid of the run: {@link #rateSeconds}. */
  public Series rates(RateBins counted) {
    return counted.rates(span, rateSeconds());
  }

  /** The highest rate of a work in an interval of the run's grid; NaN if nothing was counted. */
  public double maximum(Work work) {
    RateBins counted = work.counted();
    return counted.total() == 0 ? Double.NaN : notBelow(rates(counted).max(), work.average());
  }

  /** A maximum; NaN if it is below the average, since work was shorter than an interval. */
  static double notBelow(double maximum, double average) {
    return maximum < average * 0.999_999 ? Double.NaN : maximum; // sums are rounded
  }

  /** Whether a part is of a phase that the plan names as a row; if it names none, each is. */
  public boolean measures(String part) {
    List<RunPlan.Phase> phases = plan.map(RunPlan::phases).orElse(List.of());
    return phases.stream().allMatch(phase -> phase.row().isEmpty())
        || phases.stream().anyMatch(it -> it.row().isPresent() && it.parts().contains(part));
  }

  /** The groups that did what is measured, without those that prepared it. */
  public List<Work> measured() {
    return journal.work().values().stream().filter(work -> measures(work.name())).toList();
  }

  /**
   * The average rate of a group that is measured, or of the first such group of an activity, per
   * second; NaN if the run has none.
   *
   * @see Work#average
   */
  public double average(String name) {
    return measured().stream()
        .filter(work -> List.of(work.name(), ClientName.activity(work.name())).contains(name))
        .mapToDouble(Work::average)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** The longest time of any fault that was proven until the cluster was whole again, seconds. */
  public double longestRecovery() {
    return faults().stream()
        .filter(FaultRecord::overcome)
        .mapToDouble(fault -> fault.after(fault.recoveredAt()))
        .max()
        .orElse(Double.NaN);
  }

  /** The latencies of an operation in the parts that are measured, nanoseconds. */
  public Histogram latencies(String operation) {
    Histogram sum = new Histogram(3);
    partLatencies.keySet().stream()
        .filter(this::measures)
        .flatMap(part -> Stream.ofNullable(latenciesOf(part).get(operation)))
        .forEach(sum::add);
    return sum;
  }

  /** The latencies of the clients of one part by operation, nanoseconds. */
  public SortedMap<String, Histogram> latenciesOf(String part) {
    return Maps.transformValues(
        partLatencies.getOrDefault(part, Collections.emptySortedMap()), LatencyTrack::total);
  }

  /** The scenario's name, else that of the command that began the directory, else its own. */
  public String title() {
    return scenario.name().or(journal::scenario).orElse(name);
  }

  /**
   * The tablet servers of the run: the median of the collector's samples, else the scenario's
   * number, else those under test. NaN if unknown.
   */
  public double tservers() {
    double[] seen = samples.of(ClassicField.TABLET_SERVERS).known();
    if (seen.length > 0) {
      java.util.Arrays.sort(seen);
      return seen[seen.length / 2];
    }
    if (scenario.tservers().isPresent()) {
      return scenario.tservers().getAsInt();
    }
    int known = tested.map(snapshot -> snapshot.of(Role.TSERVER).size()).orElse(0);
    return known > 0 ? known : Double.NaN;
  }

  /** How far a run has come when its directory is read. */
  public enum RunState {
    /** It ended and recorded that. */
    FINISHED("The run has ended and left no verdict"),
    /** It wrote its last event a moment ago. */
    RUNNING("The run is going on"),
    /** It has written nothing for a while and did not record its end. */
    BROKEN_OFF("The run was broken off before its verdict");

    private final String withoutVerdict;

    RunState(String withoutVerdict) {
      this.withoutVerdict = withoutVerdict;
    }

    /** Why there is no verdict yet. */
    public String withoutVerdict() {
      return withoutVerdict;
    }
  }

  /**
   * One phase of a run.
   *
   * @param words the activities, joined by plus signs if several ran concurrently
   */
  public record PhaseSpan(String words, Span span) {}
}
