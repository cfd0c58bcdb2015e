package catena.harness.activity;

import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.records.journal.Event;
import catena.records.run.ProcessLog;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** A command at work in its run directory: description, journal, verdict, companions, the end. */
record CommandRun(
    Activity activity,
    PreparedPart part,
    Settings settings,
    RunDirectory directory,
    CommandContext context,
    Companions companions) {
  private static final Logger LOG = LogManager.getLogger(CommandRun.class);

  /** Performs it; the verdict is the command's own, whatever stands in the directory. */
  Verdict perform(Site site) throws Exception {
    site.terminal().note("run directory " + directory.display());
    ProcessLog.into(directory, activity.journal());
    RunDescription description = new RunDescription(directory, context);
    boolean writes = activity.effect() == Effect.WRITES;
    boolean owned = description.isMissing() || writes;
    description.write(writes, activity.filled(settings), part.work().settled(), site.seed());
    CommandVerdict verdict =
        new CommandVerdict(directory, context.clock(), activity.name(), activity.effect());
    Optional<PendingVerdict> pending = verdict.begin();
    try (RunJournal record = new RunJournal(directory, activity.journal(), site.terminal())) {
      RunContext run =
          new RunContext(
              activity.name(), site, directory, record.journal(), pending, context.stop().child());
      PartOutcome outcome = owned ? asRun(run, record) : outcome(run, record, false);
      return conclude(run, verdict, outcome);
    } catch (UsageException e) {
      verdict.withdraw();
      throw e;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      verdict.abandon(Reasons.of(e));
      throw e;
    }
  }

  /** Where the run is another's, its beginning and its end are another's, too. */
  private PartOutcome asRun(RunContext run, RunJournal record) throws Exception {
    String name = activity.name();
    run.journal().add(new Event.RunStarted(context.clock().millis(), name, name));
    PartOutcome outcome = outcome(run, record, true);
    run.journal().add(new Event.RunEnded(context.clock().millis(), name, outcome.verdict()));
    run.journal().flush();
    return outcome;
  }

  private PartOutcome outcome(RunContext run, RunJournal record, boolean owned) throws Exception {
    List<PartOutcome> outcomes = new ArrayList<>();
    Companions beside = owned ? companions : companions.always();
    outcomes.addAll(
        beside.accompany(
            run,
            settings,
            () -> outcomes.add(performed(run)),
            () -> !outcomes.isEmpty(),
            "What went on beside it was not completed"));
    if (owned || outcomes.get(0).verdict() == Verdict.FAIL) {
      outcomes.addAll(companions.after(run, settings));
    }
    outcomes.addAll(record.doubts());
    return outcomes.stream().reduce(PartOutcome.NOTHING, PartOutcome::and);
  }

  private PartOutcome performed(RunContext run) throws Exception {
    PartOutcome outcome = part.perform(run);
    String name = activity.name();
    run.journal()
        .add(
            new Event.PartEnded(
                context.clock().millis(), name, name, outcome.verdict(), outcome.reasons()));
    return outcome;
  }

  private Verdict conclude(RunContext run, CommandVerdict verdict, PartOutcome outcome) {
    PartOutcome last = outcome;
    Optional<VerdictFile> standing = Optional.empty();
    try {
      standing = verdict.conclude(outcome);
    } catch (Throwable e) { // an Error, too; one that cannot be written is no pass
      LOG.error("verdict.json could not be written", e);
      last = outcome.and(PartOutcome.doubt("verdict.json could not be written: " + Reasons.of(e)));
    }
    companions.concluded(run);
    print(run.terminal(), last, standing);
    return last.verdict();
  }

  private static String why(VerdictFile file, PartOutcome outcome) {
    return file.reasons().stream()
        .filter(reason -> !outcome.reasons().contains(reason))
        .findFirst()
        .orElse("see verdict.json");
  }

  private void print(Terminal terminal, PartOutcome outcome, Optional<VerdictFile> standing) {
    terminal.line("");
    outcome.facts().forEach(terminal::line);
    outcome
        .findings()
        .forEach(
            (kind, n) ->
                terminal.line("  " + Amounts.grouped(n) + " " + kind + ": " + kind.meaning()));
    outcome.proof().compared().forEach(sentence -> terminal.line("Compared: " + sentence));
    outcome.reasons().forEach(terminal::line);
    terminal.line("Run directory: " + directory.display());
    boolean ofAll = standing.filter(file -> file.verdict() == outcome.verdict()).isPresent();
    if (!ofAll) {
      standing.ifPresent(
          file ->
              terminal.line(
                  "The run's verdict.json says " + file.verdict() + ": " + why(file, outcome)));
    }
    // What this command has come to is not what the run has, where the two differ.
    terminal.verdict(ofAll ? "" : activity.name() + ": ", outcome.verdict());
  }
}
