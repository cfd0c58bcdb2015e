package catena.harness.activity;

import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.PendingVerdict;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import catena.harness.words.Amounts;
import catena.harness.words.Reasons;
import catena.harness.words.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** A command at work in its run directory: description, journal, verdict, companions, the end. */
final class CommandRun {
  private static final Logger LOG = LogManager.getLogger(CommandRun.class);

  private final Activity activity;
  private final Work work;
  private final Settings settings;
  private final RunDirectory directory;
  private final CommandContext context;
  private final Companions companions;

  /** What could not be written down; added to by any thread. */
  private final Queue<String> unrecorded = new ConcurrentLinkedQueue<>();

  CommandRun(
      Activity activity,
      Work work,
      Settings settings,
      RunDirectory directory,
      CommandContext context,
      Companions companions) {
    this.activity = activity;
    this.work = work;
    this.settings = settings;
    this.directory = directory;
    this.context = context;
    this.companions = companions.without(List.of(activity.name()));
  }

  /** Performs it; the verdict is the command's own, whatever stands in the directory. */
  Verdict perform(Site site) throws Exception {
    site.terminal().note("run directory " + directory.display());
    RunDescription description = new RunDescription(directory, context);
    boolean writes = activity.effect() == Effect.WRITES;
    boolean owned = description.isMissing() || writes;
    description.write(writes, settings, work.settled(), site.seed());
    CommandVerdict verdict =
        new CommandVerdict(directory, context.clock(), activity.name(), activity.effect());
    Optional<PendingVerdict> pending = verdict.begin();
    try (Journal journal =
        new Journal(
            directory.append(directory.events(activity.journal())),
            e -> unrecorded(site.terminal(), e))) {
      RunContext run =
          new RunContext(
              activity.name(), site, directory, journal, pending, context.stop().child());
      PartOutcome outcome = owned ? asRun(run) : outcome(run, false);
      journal.flush();
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
  private PartOutcome asRun(RunContext run) throws Exception {
    String name = activity.name();
    run.journal().add(new Event.RunStarted(context.clock().millis(), name, name));
    PartOutcome outcome = outcome(run, true);
    run.journal().add(new Event.RunEnded(context.clock().millis(), name, outcome.verdict()));
    return outcome;
  }

  /** What is not on record cannot be traced or counted. */
  private void unrecorded(Terminal terminal, IOException e) {
    String why = "the journal cannot be written: " + Reasons.of(e);
    unrecorded.add(why);
    terminal.note(why);
  }

  private PartOutcome outcome(RunContext run, boolean owned) throws Exception {
    List<PartOutcome> outcomes = accompanied(run, owned ? companions : Companions.NONE);
    if (owned || outcomes.get(0).verdict() == Verdict.FAIL) {
      outcomes.addAll(after(run));
    }
    unrecorded.forEach(why -> outcomes.add(PartOutcome.doubt(why)));
    return sum(outcomes);
  }

  /** What goes wrong beside the work once it is done is a doubt beside what it has found. */
  private List<PartOutcome> accompanied(RunContext run, Companions beside) throws Exception {
    List<PartOutcome> outcomes = new ArrayList<>();
    try {
      outcomes.addAll(beside.accompany(run, settings, () -> outcomes.add(work.perform(run))));
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      if (outcomes.isEmpty()) {
        throw e;
      }
      outcomes.add(doubt("What went on beside it was not completed", e));
    }
    return outcomes;
  }

  private List<PartOutcome> after(RunContext run) {
    try {
      return companions.after(run, settings);
    } catch (Throwable e) { // an Error is no reason to lose what was found
      return List.of(doubt("The causes were not looked for", e));
    }
  }

  private static PartOutcome doubt(String what, Throwable e) {
    LOG.error(what, e);
    return PartOutcome.doubt(what + ": " + Reasons.of(e));
  }

  private static PartOutcome sum(List<PartOutcome> outcomes) {
    PartOutcome all = outcomes.get(0);
    for (PartOutcome next : outcomes.subList(1, outcomes.size())) {
      all = all.and(next);
    }
    return all;
  }

  private Verdict conclude(RunContext run, CommandVerdict verdict, PartOutcome outcome) {
    PartOutcome last = outcome;
    Optional<VerdictFile> standing = Optional.empty();
    try {
      standing = verdict.conclude(outcome);
    } catch (Throwable e) { // an Error, too; one that cannot be written is no pass
      last = outcome.and(doubt("verdict.json could not be written", e));
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
    standing
        .filter(file -> file.verdict() != outcome.verdict())
        .ifPresent(
            file ->
                terminal.line(
                    "The directory's verdict is " + file.verdict() + ": " + why(file, outcome)));
    terminal.line(outcome.verdict().name());
  }
}
