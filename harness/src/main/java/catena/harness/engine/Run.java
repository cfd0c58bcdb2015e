// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.activity.CallerContext;
import catena.harness.activity.Companion;
import catena.harness.activity.Companions;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.ProvenSoFar;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunJournal;
import catena.harness.command.Terminal;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.fleet.FleetProgress;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Reasons;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One run: the phases of a scenario, one after the other, on one cluster, to one verdict.
 *
 * <ol>
 *   <li>The scenario, the properties and {@code -o} make one set of settings; all errors are
 *       reported at once, and nothing has begun ({@link PhaseSettings}).
 *   <li>The run directory is made and described ({@link RunDescription}); its verdict is pending
 *       ({@link RunVerdict}).
 *   <li>A cluster is started, or the one that is named is asked whether it accepts the user.
 *   <li>The companions begin: samples, and the record of where each tablet is hosted.
 *   <li>The phases follow one another, or are left out; each of their parts is prepared and
 *       performed ({@link PhasePerformer}), several of one phase {@link ParallelPhase}. A part that
 *       fails is a doubt.
 *   <li>Clients write ledgers, journals and latencies as they go; a fault is reported at once.
 *   <li>The agitator injects faults, proves and heals them, and waits until the cluster is whole.
 *   <li>{@code quiesce} waits for every tablet; {@code verify} compares.
 *   <li>The companions end and say what there is to say, causes among it; the verdict is written
 *       once ({@link RunSummary}), the report made of the directory, the cluster stopped.
 * </ol>
 *
 * <p>A command goes the same way with one part ({@link ActivityCommand}).
 */
public final class Run {
  private static final Logger LOG = LogManager.getLogger(Run.class);

  private final Scenario scenario;
  private final PhaseSettings settings;
  private final RunDirectory directory;
  private final Form form;
  private final RunVerdict standing;
  private final Companions companions;
  private final PhasePerformer performer;
  private final RunSummary summary;

  /** Whether a phase was performed. */
  private boolean begun;

  /**
   * How a run is named and reported.
   *
   * @param name of the run in its journal
   * @param journal the name of that
   * @param command whether it is a command: then its phase is not reported
   * @param owner whether the directory is this run's, so that its beginning and its end are, too;
   *     else only the work is added to what is another's
   */
  public record Form(String name, String journal, boolean command, boolean owner) {
    /** A whole scenario. */
    public static final Form SCENARIO = new Form("run", "run", false, true);
  }

  /**
   * A run that has not begun.
   *
   * @param companions of all runs; those whose place a part takes are left out
   */
  public Run(
      Scenario scenario,
      PhaseSettings settings,
      Form form,
      RunVerdict standing,
      Companions companions,
      PhasePerformer performer) {
    this.scenario = scenario;
    this.settings = settings;
    this.directory = standing.directory();
    this.form = form;
    this.standing = standing;
    this.companions =
        companions.without(
            scenario.parts().stream()
                .flatMap(part -> part.activity().description().inPlaceOf().stream())
                .toList());
    this.performer = performer;
    this.summary = new RunSummary(standing);
  }

  /**
   * Performs it to its verdict.
   *
   * @param stop asks all parts to end
   * @throws Exception if nothing could be done; then the verdict says so, or stays as it was
   */
  public Verdict perform(PartEnvironment site, StopSignal stop) throws Exception {
    try {
      return performed(site, stop);
    } catch (Throwable e) { // what was found is no less true where the end cannot be recorded
      if (form.command() || !standing.hasFailed()) {
        throw e;
      }
      LOG.error("the run was not completed", e);
      site.terminal().note("The run was not completed: " + Reasons.of(e));
      return Verdict.FAIL;
    }
  }

  private Verdict performed(PartEnvironment site, StopSignal stop) throws Exception {
    try (RunJournal record = new RunJournal(directory, form.journal(), site.terminal())) {
      try {
        RunContext run =
            new RunContext(
                form.name(), known(site), directory, record.journal(), standing.pending(), stop);
        return conclude(run, record);
      } catch (Throwable e) { // an Error, too; and before the right to conclude is given back
        standing.broken(e);
        throw e;
      } finally {
        performer.close();
      }
    }
  }

  /** What the phases before have proven is known to those behind them; a command has one. */
  private PartEnvironment known(PartEnvironment site) {
    return form.command()
        ? site
        : site.knowing(CallerContext.lazily(ProvenSoFar.class, summary::provenSoFar));
  }

  private Verdict conclude(RunContext run, RunJournal record) throws Exception {
    Journal journal = run.journal();
    if (form.owner()) {
      journal.add(new Event.RunStarted(run.clock().millis(), form.name(), scenario.name()));
    }
    Companions attending = form.owner() ? companions : companions.always();
    List<PartOutcome> attended =
        attending.accompany(
            run,
            settings.whole(),
            attendances -> phases(run, record, attendances),
            () -> begun || (!form.command() && standing.hasFailed()),
            form.command()
                ? "What went on at the same time was not completed"
                : "The phases were not completed");
    boolean failed = summary.verdict() == Verdict.FAIL;
    attended.forEach(summary::add);
    if (performer.isOusted()) {
      run.terminal().note("The verdict is left to the process that has taken the run over");
      return Verdict.UNKNOWN;
    }
    if (form.owner() || failed) {
      companions.after(run, settings.whole()).forEach(summary::add);
    }
    record.doubts().forEach(summary::doubt);
    Optional<VerdictFile> file = form.command() ? closeCommand() : summary.close(run.stop());
    if (form.owner()) {
      journal.add(new Event.RunEnded(run.clock().millis(), form.name(), summary.verdict()));
      journal.flush();
    }
    companions.concluded(run);
    if (form.command()) {
      summary.printCommand(run.terminal(), scenario.name(), directory.display(), file);
    } else {
      summary.print(run.terminal(), scenario.name(), directory.display());
    }
    return summary.verdict();
  }

  private Optional<VerdictFile> closeCommand() {
    try {
      return summary.closeCommand();
    } catch (Throwable e) { // an Error, too; one that cannot be written is no pass
      LOG.error("verdict.json could not be written", e);
      summary.doubt("verdict.json could not be written: " + Reasons.of(e));
      return Optional.empty();
    }
  }

  /** Performs each phase, or leaves it out; none begins once a stop was asked for. */
  private void phases(RunContext run, RunJournal record, List<Companion.Attendance> attendances)
      throws Exception {
    List<Phase> all = scenario.phases();
    List<FleetProgress.Done> before = performer.performedBefore();
    Map<String, Verdict> outcomes = new HashMap<>();
    try {
      performer.begin(run);
      record.holdBy(performer::hold);
      attendances.forEach(each -> each.holdBy(performer::hold));
      for (int i = 0; i < all.size(); i++) {
        Phase phase = all.get(i);
        if (i >= before.size() && run.stop().asked() && !form.command()) {
          summary.doubt("stopped before phase " + phase.words());
          return;
        }
        Optional<String> whyNot = phase.whyNot(outcomes);
        if (whyNot.isEmpty()) {
          List<PartOutcome> came =
              i < before.size()
                  ? again(phase, before.get(i), run.terminal())
                  : perform(phase, i, run, record);
          for (int part = 0; part < phase.parts().size(); part++) {
            outcomes.put(phase.parts().get(part).name(), came.get(part).verdict());
          }
        } else if (i >= before.size()) {
          leaveOut(phase, whyNot.get(), run);
          performer.over(i, new FleetProgress.Done(List.of(), whyNot.get(), 0), List.of());
        }
      }
    } finally {
      performer.end(summary::add);
    }
  }

  /** The outcome of a phase that another coordinator has performed. */
  private List<PartOutcome> again(Phase phase, FleetProgress.Done over, Terminal terminal) {
    terminal.note("== " + phase.words() + " was performed before");
    summary.add(phase, over.parts(), this::table);
    begun = true;
    summary.took(phase.words(), Duration.ofMillis(over.tookMillis()));
    return over.parts();
  }

  /** It is on record all the same, so that the journal has each phase of the plan in its place. */
  private void leaveOut(Phase phase, String why, RunContext run) {
    run.terminal().note("");
    run.terminal().note("== " + phase.words() + " left out: " + why);
    long now = run.clock().millis();
    run.journal().add(new Event.PhaseStarted(now, form.name(), phase.words()));
    run.journal().add(new Event.PhaseEnded(now, form.name(), phase.words(), "left out: " + why));
    // As the scenario has it: no doubt by itself.
    summary.add(PartOutcome.fact(phase.words() + " was left out: " + why));
  }

  /** Performs a phase; that of a command is not reported, as it is the command. */
  private List<PartOutcome> perform(Phase phase, int index, RunContext run, RunJournal record)
      throws Exception {
    String words = phase.words();
    if (!form.command()) {
      run.terminal().note("");
      run.terminal().note("== " + words);
      run.journal().add(new Event.PhaseStarted(run.clock().millis(), form.name(), words));
      run.journal().flush(); // a process that takes the run over knows what was due
    }
    long began = run.clock().millis();
    List<PartOutcome> came = performer.perform(phase, index, run);
    begun = true;
    if (form.command()) {
      came.forEach(summary::add);
    } else {
      summary.add(phase, came, this::table);
    }
    ended(phase, came, run);
    if (form.command()) {
      return came;
    }
    long took = run.clock().millis() - began;
    summary.took(words, Duration.ofMillis(took));
    String reason = run.stop().reason().orElse("done");
    run.journal().add(new Event.PhaseEnded(run.clock().millis(), form.name(), words, reason));
    if (!run.stop().asked()) {
      performer.over(index, new FleetProgress.Done(came, "", took), record.doubts());
    }
    return came;
  }

  private String table(Part part) {
    return part.activity().scope(settings.of(part)).table();
  }

  /** Records the outcome of each part, in the order of the parts. */
  private void ended(Phase phase, List<PartOutcome> came, RunContext run) {
    for (int i = 0; i < phase.parts().size(); i++) {
      PartOutcome outcome = came.get(i);
      String part = phase.parts().get(i).name();
      run.journal()
          .add(
              new Event.PartEnded(
                  run.clock().millis(), form.name(), part, outcome.verdict(), outcome.reasons()));
    }
  }
}
