// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.budget.Measure;
import catena.records.budget.Measured;
import catena.records.history.Missing;
import catena.records.history.RecoveryMeasure;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import catena.records.run.RunDirectory;
import catena.records.run.RunLayout;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import catena.report.history.LatencyTrack;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.history.RunTimes;
import catena.report.history.Work;
import com.google.common.base.Splitter;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Judges the budgets of a run when its parts are over, by the numbers that its report will show. A
 * missed budget is BUDGET; one whose number the run lacks is UNKNOWN, and so is a mark that the run
 * did not meet. Neither hides findings.
 */
public final class BudgetCompanion implements Companion {
  @Override
  public String name() {
    return "budgets";
  }

  @Override
  public List<Setting<?>> settings() {
    return Measure.settings();
  }

  /** What was judged before says nothing of what is done now, should this process be killed. */
  @Override
  public Attendance attend(RunContext run, Settings whole) throws IOException {
    if (!Measure.limits(whole).isEmpty()) {
      boolean unused = run.directory().fileSystem().delete(run.directory().budgets(), false);
    }
    return Attendance.NONE;
  }

  @Override
  public PartOutcome after(RunContext run, Settings whole) {
    run.journal().flush();
    return judged(run.directory(), run.clock(), whole);
  }

  /**
   * Judges what a directory records, and writes the result there.
   *
   * @param whole with the settings of all budgets
   */
  static PartOutcome judged(RunDirectory directory, Clock clock, Settings whole) {
    SortedMap<Measure, Double> asked = Measure.limits(whole);
    if (asked.isEmpty()) {
      return PartOutcome.NOTHING;
    }
    try {
      RunHistory run = RunReader.read(directory, clock);
      RunMeasures measures = new RunMeasures(run);
      List<Judgement> judgements = new ArrayList<>();
      asked.forEach(
          (measure, limit) -> judgements.add(Judgement.of(measure, limit, measures.of(measure))));
      Optional<String> unread =
          run.missing().stream()
              .filter(
                  each ->
                      each.startsWith(RunTimes.LEFT_OUT)
                          || (RunLayout.isAboutRecord(each) && each.contains(Missing.UNREAD)))
              .findFirst()
              .map("budgets were judged by the rest: "::concat);
      BudgetFile file = new BudgetFile(judgements, unread);
      file.writeTo(directory);
      return file.outcome();
    } catch (IOException e) {
      return PartOutcome.doubt("the budgets were not judged: " + Reasons.of(e));
    }
  }

  /** The result of a run in each measure, from its directory. */
  private record RunMeasures(RunHistory run) {
    /** The number, or why the run has none. */
    Measured of(Measure measure) {
      return switch (measure.of()) {
        case RATE -> rate(measure.subject());
        case PERCENTILE -> percentile(measure.subject());
        case RECOVERY -> Measured.longest(RecoveryMeasure.RECOVERED, run.faults());
        case REHOST -> Measured.longest(RecoveryMeasure.REHOST, run.faults());
        case LATE_START -> unlessLost(scheduled()::contains, this::lateStart);
        case UNANSWERED ->
            unlessLost(
                each -> parts(each).stream().anyMatch(work -> !work.writes()),
                () -> ofAll("reader", false, unanswered()));
        case REJECTED -> ofAll("writer", true, run.journal().of(Counted.REJECTED).total());
        case MARK -> Measured.of(run.marks().get(measure), measure.about());
      };
    }

    /** What was due, unless a worker was lost in a phase with such an activity. */
    private Measured unlessLost(Predicate<String> owes, Supplier<Measured> due) {
      return run.journal().all(Event.WorkerLost.class).stream()
          .filter(
              gone ->
                  run.journal().phases().stream()
                      .filter(phase -> phase.span().contains(gone.at()))
                      .flatMap(phase -> Splitter.on('+').splitToStream(phase.words()))
                      .anyMatch(owes))
          .map(gone -> "worker " + gone.worker() + " was lost, and did not say what was due")
          .map(Measured::missing)
          .findFirst()
          .orElseGet(due);
    }

    /** The parts of one activity: {@code ingest}, {@code ingest-2}. */
    private List<Work> parts(String activity) {
      return run.journal().work().values().stream()
          .filter(work -> ClientName.activity(work.name()).equals(activity))
          .toList();
    }

    private Measured rate(String activity) {
      Set<String> done = run.journal().work().keySet();
      Optional<String> idle =
          run.journal().parts().keySet().stream()
              .filter(part -> ClientName.activity(part).equals(activity) && !done.contains(part))
              .findFirst();
      if (idle.isPresent()) {
        return Measured.missing("there are no figures of a part " + idle.get());
      }
      return parts(activity).stream()
          .map(work -> Map.entry(work.name(), work.average()))
          .min(Map.Entry.comparingByValue())
          .map(least -> Measured.of(least.getValue(), least.getKey() + " on average"))
          .orElse(Measured.missing("there are no figures of a part " + activity));
    }

    private Measured percentile(String operation) {
      LatencyTrack track = run.latencies().get(operation);
      return track == null || track.total().getTotalCount() == 0
          ? Measured.missing("no latency of any " + operation + " was recorded")
          : Measured.of(
              track.total().getValueAtPercentile(99) / 1e9,
              "p99 of " + track.total().getTotalCount());
    }

    /** The activities of which a part had a rate, and so a schedule. */
    private Set<String> scheduled() {
      Set<String> scheduled = new HashSet<>();
      run.settings().entrySet().stream()
          .filter(each -> each.getKey().matches("\\w+\\.rate"))
          .filter(each -> !each.getValue().matches("\\s*|0+(\\.0*)?"))
          .forEach(each -> scheduled.add(each.getKey().replace(".rate", "")));
      // A part may have its own rate; only operations with a schedule are also timed without it.
      run.partLatencies()
          .forEach(
              (part, own) ->
                  own.keySet().stream()
                      .filter(tag -> tag.endsWith(LatencyRecorder.SERVICE))
                      .forEach(tag -> scheduled.add(ClientName.activity(part))));
      return scheduled;
    }

    /** How late the latest operation began; not known without a rate, and so without a schedule. */
    private Measured lateStart() {
      if (scheduled().isEmpty()) {
        return Measured.missing("no part has a rate, and so none has a schedule");
      }
      return run.journal()
          .latest()
          .map(each -> Measured.of(each.lateSeconds(), each.client()))
          .orElse(Measured.missing("no client said how late it was"));
    }

    private double unanswered() {
      return run.journal().all(Event.Unanswered.class).stream()
          .mapToDouble(each -> each.underWay() + each.neverBegun())
          .sum();
    }

    /** A number of all writers, or of all readers, if there are any. */
    private Measured ofAll(String clients, boolean writing, double number) {
      return run.journal().work().values().stream().anyMatch(work -> work.writes() == writing)
          ? Measured.of(number, "")
          : Measured.missing("there are no figures of a " + clients);
    }
  }
}
