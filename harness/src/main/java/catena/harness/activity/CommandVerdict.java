package catena.harness.activity;

import catena.graph.judge.FindingKind;
import catena.records.budget.BudgetFile;
import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a command does to the verdict of its run directory, which may hold one of what came before.
 *
 * <p>A verification replaces it, but for what became of the run's budgets. Whoever reads a part, or
 * writes, leaves the worse of both with the reasons, counts and findings of both: no FAIL is
 * forgotten, and where nothing was verified, or something was written since, no PASS stands.
 * Whoever acts on servers or looks on says nothing of another's data: its verdict stands only where
 * the directory is its own.
 */
final class CommandVerdict {
  /** What says nothing of data that was written before. */
  private static final Set<Effect> ABOUT_ITSELF =
      EnumSet.of(Effect.HITS, Effect.TRIES, Effect.WATCHES);

  private final RunDirectory directory;
  private final Clock clock;
  private final String name;
  private final Effect effect;
  private Optional<VerdictFile> earlier = Optional.empty();
  private Optional<PendingVerdict> pending = Optional.empty();

  /**
   * A verdict that has not begun.
   *
   * @param name of the command
   */
  CommandVerdict(RunDirectory directory, Clock clock, String name, Effect effect) {
    this.directory = directory;
    this.clock = clock;
    this.name = name;
    this.effect = effect;
  }

  /**
   * From now on {@code verdict.json} says that the command is not finished, and FAIL if it did
   * unless this verifies anew.
   *
   * @return empty if the directory's verdict is another's
   */
  Optional<PendingVerdict> begin() throws IOException {
    if (ABOUT_ITSELF.contains(effect) && isAnothers()) {
      return Optional.empty();
    }
    earlier = effect == Effect.VERIFIES ? Optional.empty() : standing();
    pending = Optional.of(PendingVerdict.begin(directory, clock, what()));
    if (earlier.filter(file -> file.verdict() == Verdict.FAIL).isPresent()) {
      pending.get().foundBefore();
    }
    return pending;
  }

  /** What a writer that was killed has left says nothing that is not said again. */
  private Optional<VerdictFile> standing() throws IOException {
    return VerdictFile.readFrom(directory)
        .filter(
            file ->
                effect != Effect.WRITES || !file.unfinished() || file.verdict() != Verdict.UNKNOWN);
  }

  private String what() {
    return effect == Effect.VERIFIES ? "the verification" : name;
  }

  private boolean isAnothers() throws IOException {
    return !directory.ledgers().isEmpty() || directory.read(directory.scenario()).isPresent();
  }

  /** Ends it where nothing was begun: what stood before stands again. */
  void withdraw() throws IOException {
    if (pending.isPresent()) {
      pending.get().withdraw();
    }
  }

  /** Ends it where the command could not be completed. */
  void abandon(String why) {
    pending.ifPresent(one -> one.abandon(why));
  }

  /**
   * Ends it.
   *
   * @return what stands in the directory now; empty if that is another's
   */
  Optional<VerdictFile> conclude(PartOutcome outcome) throws IOException {
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    VerdictFile own =
        VerdictFile.of(outcome.verdict(), outcome.reasons(), outcome.tally(), outcome.findings())
            .withProof(outcome.proof());
    return Optional.of(
        pending.get().conclude(effect == Effect.VERIFIES ? withBudgets(own) : beside(own)));
  }

  /** A verification says nothing of numbers: what a run's budgets came to stands. */
  private VerdictFile withBudgets(VerdictFile own) {
    PartOutcome budgets =
        BudgetFile.readFrom(directory, new TolerantReader(directory, new Missing()))
            .map(BudgetFile::outcome)
            .orElse(PartOutcome.NOTHING);
    List<String> reasons = new ArrayList<>(own.reasons());
    reasons.addAll(budgets.reasons());
    return own.with(own.verdict().and(budgets.verdict()), reasons);
  }

  /** What another command has concluded meanwhile counts, else what stood there at first. */
  private VerdictFile beside(VerdictFile own) throws IOException {
    Optional<VerdictFile> before =
        VerdictFile.readFrom(directory).filter(file -> !file.unfinished()).or(() -> earlier);
    if (effect == Effect.WRITES) {
      String since =
          before
              .map(file -> "written to since " + file.inWords() + ": verify again")
              .orElse("nothing was verified");
      VerdictFile unproven =
          own.with(own.verdict().and(Verdict.UNKNOWN), with(since, own.reasons()));
      return before.isPresent() ? both(before.get(), unproven) : unproven;
    }
    if (before.isPresent()) {
      String what = "before it: " + before.get().inWords();
      return both(before.get(), own.with(own.verdict(), with(what, own.reasons())));
    }
    return directory.ledgers().isEmpty()
        ? own
        : own.with(
            own.verdict().and(Verdict.UNKNOWN),
            with(
                "the run of these ledgers was not verified: " + name + " looks at a part of it",
                own.reasons()));
  }

  private static List<String> with(String reason, List<String> reasons) {
    List<String> all = new ArrayList<>(reasons);
    all.add(reason);
    return all;
  }

  private static VerdictFile both(VerdictFile earlier, VerdictFile own) {
    List<String> reasons = new ArrayList<>(own.reasons());
    earlier.reasons().stream().filter(reason -> !reasons.contains(reason)).forEach(reasons::add);
    Map<String, Long> tally = new TreeMap<>(earlier.tally());
    own.tally().forEach((what, n) -> tally.merge(what, n, Long::sum));
    Map<FindingKind, Long> findings = new TreeMap<>(earlier.findings());
    own.findings().forEach((kind, n) -> findings.merge(kind, n, Long::sum));
    return VerdictFile.of(own.verdict().and(earlier.verdict()), reasons, tally, findings)
        .withProof(earlier.proof().and(own.proof()));
  }
}
