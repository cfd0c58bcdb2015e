package catena.harness.reader;

import catena.graph.judge.FindingKind;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.PendingVerdict;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The verdict of a reading command in its run directory, which may hold one of what came before:
 * the worse of both stands there in the end, with the reasons, counts and findings of both.
 */
final class ReadVerdict {
  private final RunDirectory directory;
  private final Clock clock;
  private final String name;
  private Optional<VerdictFile> earlier = Optional.empty();
  private Optional<PendingVerdict> pending = Optional.empty();

  /**
   * A verdict that has not begun.
   *
   * @param name of the command
   */
  ReadVerdict(RunDirectory directory, Clock clock, String name) {
    this.directory = directory;
    this.clock = clock;
    this.name = name;
  }

  /** From now on {@code verdict.json} says that reading is not finished, and FAIL if it did. */
  void begin() throws IOException {
    earlier = VerdictFile.readFrom(directory);
    pending = Optional.of(PendingVerdict.begin(directory, clock, name));
    if (earlier.filter(file -> file.verdict() == Verdict.FAIL).isPresent()) {
      found();
    }
  }

  /** Takes note of a fault; for any thread. */
  void found() {
    pending.ifPresent(PendingVerdict::found);
  }

  /** Ends it. */
  void conclude(PartOutcome outcome) throws IOException {
    VerdictFile own =
        VerdictFile.of(outcome.verdict(), outcome.reasons(), outcome.tally(), outcome.findings())
            .withProof(outcome.proof());
    var unused = pending.orElseThrow().conclude(beside(own));
  }

  private VerdictFile beside(VerdictFile own) throws IOException {
    if (earlier.isPresent()) {
      return both(earlier.get(), own);
    }
    if (directory.ledgers().isEmpty()) {
      return own;
    }
    List<String> reasons = new ArrayList<>(own.reasons());
    reasons.add("the run of these ledgers was not verified: " + name + " looks at a part of it");
    return own.with(own.verdict().and(Verdict.UNKNOWN), reasons);
  }

  private static VerdictFile both(VerdictFile earlier, VerdictFile own) {
    List<String> reasons = new ArrayList<>(own.reasons());
    reasons.add("before it: " + earlier.inWords());
    earlier.reasons().stream().filter(reason -> !reasons.contains(reason)).forEach(reasons::add);
    Map<String, Long> tally = new TreeMap<>(earlier.tally());
    own.tally().forEach((what, n) -> tally.merge(what, n, Long::sum));
    Map<FindingKind, Long> findings = new TreeMap<>(earlier.findings());
    own.findings().forEach((kind, n) -> findings.merge(kind, n, Long::sum));
    return VerdictFile.of(own.verdict().and(earlier.verdict()), reasons, tally, findings)
        .withProof(earlier.proof().and(own.proof()));
  }
}
