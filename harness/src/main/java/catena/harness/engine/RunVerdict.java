// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.activity.Effect;
import catena.records.budget.BudgetFile;
import catena.records.budget.Measure;
import catena.records.fleet.FleetFile;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.Findings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a run does to the verdict of its directory, which may hold one of what came before.
 *
 * <table>
 * <caption>What stands in the end</caption>
 * <tr><td>whole scenario<td>its own
 * <tr><td>command that verifies<td>its own, with the outcome of the run's budgets; if it is
 *     UNKNOWN after a FAIL as one that reads
 * <tr><td>command that reads, or checks<td>the worse of both, with the reasons, counts and findings of both;
 *     UNKNOWN where there are ledgers and no verdict
 * <tr><td>command that writes<td>the same, and UNKNOWN at best
 * <tr><td>any other command<td>what stood there, where the directory is another's; else as if it
 *     read
 * </table>
 *
 * <p>So no FAIL is forgotten, and where nothing was verified, or something was written since, no
 * PASS stands.
 *
 * @param effect of a command; empty for the run of a whole scenario
 * @param pending is notified of faults; empty if the directory's verdict is another's
 */
public record RunVerdict(
    RunDirectory directory,
    String name,
    Optional<Effect> effect,
    Optional<PendingVerdict> pending) {
  /** Commands that check no data that was written before. */
  private static final Set<Effect> ABOUT_ITSELF =
      EnumSet.of(Effect.HITS, Effect.TRIES, Effect.WATCHES);

  /** That of the run of a whole scenario. */
  public static RunVerdict ofScenario(RunDirectory directory, PendingVerdict pending) {
    return new RunVerdict(directory, "the run", Optional.empty(), Optional.of(pending));
  }

  /**
   * That of a command. From now on {@code verdict.json} says that the command is not finished, and
   * FAIL if it did, unless this verifies again.
   *
   * @param name of the command
   * @param checks whether it checks a table, whatever its effect is
   * @throws IOException if the verdict cannot be read or written
   */
  static RunVerdict ofCommand(
      RunDirectory directory, Clock clock, String name, Effect effect, boolean checks)
      throws IOException {
    Optional<Effect> its = Optional.of(effect);
    if (ABOUT_ITSELF.contains(effect) && !checks && isAnothers(directory)) {
      return new RunVerdict(directory, name, its, Optional.empty());
    }
    boolean verifies = effect == Effect.VERIFIES;
    String what = verifies ? "the verification" : name;
    PendingVerdict pending =
        verifies && !isResumable(directory)
            ? PendingVerdict.replace(directory, clock, what)
            : PendingVerdict.join(directory, clock, what);
    return new RunVerdict(directory, name, its, Optional.of(pending));
  }

  /** Whether a run with workers is at work, or can be gone on with: no command ends it. */
  public static boolean isResumable(RunDirectory directory) throws IOException {
    return FleetFile.read(directory).isPresent() && PendingVerdict.isRunAtWork(directory);
  }

  /** Whether a directory holds what another run wrote, or is to do. */
  public static boolean isAnothers(RunDirectory directory) throws IOException {
    return !directory.ledgers().isEmpty() || directory.read(directory.scenario()).isPresent();
  }

  /** What a command ends with, where it checks nothing that its verdict could be of. */
  Optional<String> done() {
    return effect.flatMap(
        its ->
            switch (its) {
              case VERIFIES, READS, TRIES -> Optional.empty();
              case WRITES, HITS -> Optional.of("done; nothing is verified yet");
              case WATCHES -> Optional.of("done");
            });
  }

  /** Whether a fault was reported, so that the verdict is FAIL whatever comes. */
  boolean hasFailed() {
    return pending.filter(PendingVerdict::hasFailed).isPresent();
  }

  /** Ends it where the run could not be completed; a command that was refused leaves no trace. */
  void broken(Throwable why) throws IOException {
    if (pending.isPresent()) {
      if (why instanceof UsageException && effect.isPresent()) {
        pending.get().withdraw(); // nothing was begun: what stood before stands again
      } else {
        pending.get().abandon(Reasons.of(why));
      }
    }
  }

  /**
   * Ends it.
   *
   * @param all the outcome of the run
   * @return what stands in the directory now; empty if that is another's
   * @throws IOException if it cannot be written
   */
  Optional<VerdictFile> conclude(PartOutcome all) throws IOException {
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(pending.get().conclude(before -> merged(all, before)));
  }

  /** The own verdict, with what an earlier one, or another command's meanwhile, makes of it. */
  private VerdictFile merged(PartOutcome own, Optional<VerdictFile> before) throws IOException {
    if (effect.isEmpty()) {
      return withCounts(own.toFile());
    }
    return switch (effect.get()) {
      case VERIFIES ->
          withBudgets(
              before
                  .filter(it -> own.verdict() == Verdict.UNKNOWN && it.verdict() == Verdict.FAIL)
                  .map(it -> both(it, doubt(own).noted("before it: " + it.inWords())))
                  .orElseGet(own::toFile));
      case WRITES -> unproven(own, before);
      case READS, HITS, TRIES, WATCHES -> joined(own, before);
    };
  }

  /** What it is in doubt of; it counts nothing, since what it has counted was counted before. */
  private static PartOutcome doubt(PartOutcome of) {
    return new PartOutcome(of.verdict(), of.reasons(), Map.of(), Map.of(), List.of());
  }

  private static VerdictFile withCounts(VerdictFile own) {
    String counts = Findings.inWords(own.findings());
    List<String> reasons = new ArrayList<>(own.reasons());
    if (!counts.isEmpty() && reasons.stream().noneMatch(reason -> reason.startsWith(counts))) {
      reasons.add(0, "found: " + counts);
    }
    return own.with(own.verdict(), reasons);
  }

  /** A verification does not check budgets: their outcome in the run is kept. */
  private VerdictFile withBudgets(VerdictFile own) {
    PartOutcome budgets = budgets();
    List<String> reasons = new ArrayList<>(own.reasons());
    reasons.addAll(budgets.reasons());
    return own.with(own.verdict().and(budgets.verdict()), reasons);
  }

  private PartOutcome budgets() {
    try {
      Optional<BudgetFile> judged = Json.read(directory, directory.budgets(), BudgetFile.class);
      return judged.isPresent() || !hasBudgets()
          ? judged.map(BudgetFile::outcome).orElse(PartOutcome.NOTHING)
          : PartOutcome.doubt("the budgets of the run were never judged");
    } catch (IOException e) { // what was verified is concluded all the same
      return PartOutcome.doubt("the budgets of the run cannot be read: " + Reasons.of(e));
    }
  }

  private boolean hasBudgets() throws IOException {
    Map<String, String> settings = directory.readSettings();
    return Arrays.stream(Measure.values())
        .anyMatch(each -> !settings.getOrDefault(each.key(), "").isBlank());
  }

  private static VerdictFile unproven(PartOutcome own, Optional<VerdictFile> before) {
    String since =
        before
            .map(file -> "written to since " + file.inWords() + ": verify again")
            .orElse("nothing was verified");
    PartOutcome unproven = own.doubted(since);
    return before.isPresent() ? both(before.get(), unproven) : unproven.toFile();
  }

  private VerdictFile joined(PartOutcome own, Optional<VerdictFile> before) throws IOException {
    if (before.isPresent()) {
      return both(before.get(), own.noted("before it: " + before.get().inWords()));
    }
    PartOutcome joined =
        directory.ledgers().isEmpty()
            ? own
            : own.doubted(
                "the run of these ledgers was not verified: " + name + " checks a part of it");
    return joined.toFile();
  }

  private static VerdictFile both(VerdictFile earlier, PartOutcome own) {
    PartOutcome before =
        new PartOutcome(
            earlier.verdict(), earlier.reasons(), earlier.tally(), earlier.findings(), List.of());
    return own.and(before).toFile().withProof(earlier.proof().and(own.proof()));
  }
}
