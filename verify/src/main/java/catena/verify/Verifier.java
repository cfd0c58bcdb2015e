// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.activity.RunContext;
import catena.harness.job.JobSettings;
import catena.harness.job.Runner;
import catena.read.check.AuthorizationSets;
import catena.read.check.Ledgers;
import catena.read.reader.ReadSettings;
import catena.records.ledger.LedgerTotals;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import catena.verify.exact.ExactPass;
import catena.verify.job.OfflineClone;
import catena.verify.job.TableToVerify;
import catena.verify.job.VerifyContext;
import catena.verify.job.VerifySettings;
import catena.verify.job.VerifySettings.Mode;
import catena.verify.references.ReferencesPass;
import catena.verify.result.FindingBook;
import catena.verify.result.PassResult;
import catena.verify.row.RowRange;
import catena.verify.row.Tally;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Verifies one table once: all modes and passes that the settings ask for. The run that this is a
 * part of records the one verdict; in its directory {@code findings.jsonl} is replaced.
 *
 * <p>Whatever goes wrong in a pass is a doubt, in addition to what it and the others found.
 */
public final class Verifier {
  /** Findings of one kind, writer and window that the file has in full; one line has the others. */
  private static final long FINDINGS_EACH = 1000;

  /** Bytes of the file of findings; those in full take up to half of it. */
  private static final long FINDINGS_SIZE = 100L << 20;

  /** How the doubt begins that what was found is not in its file. */
  static final String UNPUBLISHED = "findings.jsonl could not be replaced: ";

  /** The doubt about a table that has ledgers if only its references were checked. */
  static final String UNCOMPARED =
      "Acknowledged data was not compared: the references of a table say nothing of what its"
          + " ledgers promise; verify it with verify.mode=exact or both";

  /** The verdict waits no longer than this for the removal of a clone. */
  private static final Duration REMOVAL = Duration.ofSeconds(30);

  private static final Logger LOG = LogManager.getLogger(Verifier.class);

  private final RunContext run;
  private final Settings settings;
  private final Consumer<Finding> found;

  /** Whether the user chose the authorizations, whose file may be gone later. */
  private final boolean chosen;

  /** What the passes have come to until now. */
  private PartOutcome all = PartOutcome.NOTHING;

  /**
   * A verification that has not begun.
   *
   * @param run whose ledgers say what the table must hold
   * @param settings those of {@link VerifySettings#ALL}
   * @param found receives findings one by one, of many the first
   */
  public Verifier(RunContext run, Settings settings, Consumer<Finding> found) {
    this.run = run;
    this.settings = settings;
    this.found = found;
    this.chosen = !VerifySettings.auths(settings).isBlank();
  }

  /**
   * Verifies, prints what it finds, and writes the findings.
   *
   * @throws UsageException if what was asked does not fit the table, the user or the ledgers;
   *     nothing was read then, and nothing written
   * @throws Exception if it could not begin to write findings
   */
  public PartOutcome verify() throws Exception {
    TableToVerify subject;
    try {
      subject = ask(run.connection(), settings, run.ledgers());
    } catch (TimeoutException e) {
      return PartOutcome.NOTHING.doubted(e.getMessage());
    }
    return compare(subject);
  }

  /**
   * Verifies a table that was queried before; queries the cluster again only if the runs, now that
   * all of them are known, wrote another table and none was named.
   */
  PartOutcome verify(TableToVerify asked) throws Exception {
    return TableName.of(settings, run.ledgers()).equals(asked.table()) ? compare(asked) : verify();
  }

  /**
   * Queries the cluster for the table to verify.
   *
   * @throws TimeoutException if it gives no answer within the limit, with the reason
   * @throws UsageException if what is asked for does not exist, or does not fit together
   */
  static TableToVerify ask(Connection connection, Settings settings, List<RunDirectory> runs)
      throws Exception {
    try {
      return Bounded.call(
          "Asking for the table",
          settings.get(JobSettings.STALL_LIMIT),
          () -> TableToVerify.find(connection, settings, runs));
    } catch (TimeoutException e) {
      throw new TimeoutException(e.getMessage() + ": is every server of the cluster at work?");
    }
  }

  private PartOutcome compare(TableToVerify subject) throws Exception {
    Proof proof = new Proof(List.of(), totals(subject));
    Ledgers ledgers = subject.ledgers(run.ledgers());
    Ledgers.LedgerSnapshot before = ledgers.read();
    subject.checkCopied(before);
    try (Runner runner = Runner.of("verify", settings);
        FindingBook book =
            new FindingBook(
                run.directory(),
                run.terminal(),
                settings.get(ReadSettings.PRINTED),
                FINDINGS_EACH,
                FINDINGS_SIZE,
                run::found,
                found)) {
      OfflineClone clone = new OfflineClone(run.connection().client(), subject.table());
      String scanned = settings.get(VerifySettings.OFFLINE) ? clone.name() : subject.table();
      VerifyContext session =
          new VerifyContext(run, settings, subject, scanned, ledgers, before, runner, book);
      PartOutcome outcome = passes(session, clone);
      outcome = stillCopied(subject, ledgers, outcome);
      book.printGroups();
      return published(book, outcome.and(PartOutcome.proven(proof)));
    }
  }

  /** A later write may explain a difference in the copied table, but none in the copy. */
  private static PartOutcome stillCopied(
      TableToVerify subject, Ledgers ledgers, PartOutcome outcome) {
    if (subject.found().copy().isEmpty()) {
      return outcome;
    }
    try {
      return subject.isCopiedBy(ledgers.read())
          ? outcome
          : outcome.doubted(
              "Table %s was written to while its copy %s was verified, so that what is missing from the copy may be taken for deleted: let ingest end before"
                  .formatted(subject.found().copy().get().source(), subject.table()));
    } catch (IOException | RuntimeException e) { // what was found stays found
      LOG.error("the ledgers could not be read once more", e);
      return outcome.doubted("The ledgers could not be read once more: " + Reasons.of(e));
    }
  }

  /** Whatever ends the passes early, what they found until then stays found. */
  private PartOutcome passes(VerifyContext session, OfflineClone clone)
      throws InterruptedException {
    FindingBook book = session.book();
    try {
      if (session.scanned().equals(clone.name())) {
        passesOfClone(session, clone);
      } else {
        passes(session);
      }
      return all;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      if (!book.hasFailed()) {
        throw e;
      }
      LOG.error("a verification broke off after it had found something", e);
      PartOutcome faults =
          new PartOutcome(Verdict.FAIL, List.of(), Map.of(), book.faults(), List.of());
      return faults.doubted("The verification broke off: " + Reasons.of(e));
    }
  }

  /** All passes over an offline clone of the table, which is made first and removed at last. */
  private void passesOfClone(VerifyContext session, OfflineClone clone)
      throws InterruptedException {
    Duration patience = session.patience();
    Duration removal = REMOVAL.compareTo(patience) < 0 ? REMOVAL : patience;
    try {
      clone.make(patience, run.stop());
      passes(session);
    } catch (InterruptedException | Error e) {
      Optional<String> unused = clone.remove(removal);
      throw e;
    } catch (Exception e) {
      LOG.error("table {} could not be cloned", session.subject().table(), e);
      doubt(
          "The table could not be cloned: %s; delete %s if it appears".formatted(e, clone.name()));
    }
    clone.remove(removal).ifPresent(this::doubt);
  }

  private void passes(VerifyContext session) throws InterruptedException {
    TableToVerify subject = session.subject();
    for (Authorizations set : subject.sets()) {
      String suffix = subject.sets().size() > 1 ? " [" + set + "]" : "";
      Optional<Tally> exact = Optional.empty();
      if (subject.mode() != Mode.REFERENCES) {
        exact = pass(session, "exact" + suffix, suffix, new ExactPass(session, set)::run);
      }
      if (subject.mode() != Mode.EXACT) {
        Optional<Tally> references =
            pass(session, "references" + suffix, suffix, new ReferencesPass(session, set)::run);
        if (session.isWhole()) {
          exact
              .flatMap(of -> references.flatMap(by -> PassResult.differ(of, by)))
              .ifPresent(this::doubt);
        }
      }
    }
    addUncovered(session);
  }

  private void doubt(String reason) {
    all = all.doubted(reason);
  }

  private void note(String sentence) {
    all = all.noted(sentence);
  }

  /** Adds the outcome of a pass; returns its counts if it was completed. */
  private Optional<Tally> pass(
      VerifyContext session,
      String title,
      String suffix,
      FailableSupplier<PassResult, Exception> pass)
      throws InterruptedException {
    TableToVerify subject = session.subject();
    if (run.stop().asked()) {
      doubt("Not begun, since a stop was asked for: " + title);
      return Optional.empty();
    }
    try {
      PassResult result = pass.get();
      if (result.verdict() == Verdict.FAIL) {
        session.book().fails(result.findings());
      }
      boolean evenLinks = subject.graph().map(graph -> graph.spec().links().even()).orElse(true);
      Map<String, Long> tally =
          title.startsWith("exact")
              ? result.exactTally(session.isWhole(), evenLinks)
              : result.referencesTally();
      Map<String, Long> named = new LinkedHashMap<>();
      tally.forEach((name, n) -> named.put(name + suffix, n));
      all = all.and(result.toOutcome(named, suffix + subject.where()));
      return Optional.of(result.tally());
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      LOG.error("verify {} of {} was not completed", title, subject.table(), e);
      doubt("The pass " + title + " was not completed: " + e);
      return Optional.empty();
    }
  }

  /** Adds what the passes together did not check. */
  private void addUncovered(VerifyContext session) {
    TableToVerify subject = session.subject();
    if (session.sample() < 1) {
      note(
          "A sample: "
              + session.sample()
              + " of every window was verified (seed "
              + run.seed()
              + ")");
    }
    if (!session.within().equals(RowRange.ALL)) {
      note("Only the rows " + session.within() + " were verified");
    }
    if (chosen && subject.graph().isEmpty()) {
      note("Only what the authorizations " + subject.sets() + " see was verified");
    }
    subject.known().neverBegun(session.before().promise()).ifPresent(this::note);
    Optional<String> hidden = hidden(subject);
    if (chosen) {
      hidden.ifPresent(this::note);
    } else {
      hidden.ifPresent(what -> doubt(what + ": grant them to the user"));
    }
    boolean acknowledged = session.before().ledgers() > 0;
    if (acknowledged && subject.mode() == Mode.REFERENCES) {
      all = all.and(PartOutcome.leaving(UNCOMPARED));
    } else if (acknowledged) {
      subject.known().withoutLedger(session.before().promise()).ifPresent(this::doubt);
    }
  }

  private static Optional<String> hidden(TableToVerify subject) {
    return subject
        .graph()
        .map(graph -> AuthorizationSets.unseen(graph.spec(), subject.sets()))
        .filter(unseen -> !unseen.isEmpty())
        .map(
            unseen ->
                "Entries of the visibilities "
                    + unseen
                    + " are hidden from the authorizations in use");
  }

  /** How far the ledgers in the verdict's directory have come, if they are compared with. */
  private Optional<LedgerTotals> totals(TableToVerify subject) {
    try {
      return subject.mode() == Mode.REFERENCES
          ? Optional.empty()
          : Optional.of(LedgerTotals.of(run.directory())).filter(all -> all.writers() > 0);
    } catch (IOException e) {
      LOG.warn("how far the ledgers have come is not known", e); // their reading adds the doubt
      return Optional.empty();
    }
  }

  private PartOutcome published(FindingBook book, PartOutcome outcome) {
    PartOutcome all = outcome.verdict() == Verdict.FAIL ? outcome.failed(book.first()) : outcome;
    try {
      book.publish(all.verdict() != Verdict.UNKNOWN);
      all = book.leftOut().map(all::noted).orElse(all);
      return all;
    } catch (IOException e) {
      LOG.error("findings.jsonl could not be replaced", e);
      return all.doubted(UNPUBLISHED + Reasons.of(e));
    }
  }
}
