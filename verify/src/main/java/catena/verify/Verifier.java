// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.activity.RunContext;
import catena.harness.job.JobSettings;
import catena.harness.job.Runner;
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
import catena.verify.job.OfflineClone;
import catena.verify.job.TableToVerify;
import catena.verify.job.VerifyContext;
import catena.verify.job.VerifySettings;
import catena.verify.job.VerifySettings.Mode;
import catena.verify.result.FindingBook;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Verifies one table once: all modes and passes that the settings ask for. The run that this is a
 * part of records the one verdict; in its directory {@code findings.jsonl} is replaced.
 *
 * @param run whose ledgers say what the table must hold
 * @param settings those of {@link VerifySettings#all}
 * @param found receives findings one by one, of many the first
 */
public record Verifier(RunContext run, Settings settings, Consumer<Finding> found) {
  /** Findings of one kind, writer and window that the file has in full; one line has the others. */
  private static final long FINDINGS_EACH = 1000;

  /** Bytes of the file of findings; those in full take up to half of it. */
  private static final long FINDINGS_SIZE = 100L << 20;

  /** How the doubt begins that what was found is not in its file. */
  static final String UNPUBLISHED = "findings.jsonl could not be replaced: ";

  private static final Logger LOG = LogManager.getLogger(Verifier.class);

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
      PartOutcome outcome = passes(new Passes(session, clone), book);
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
  private PartOutcome passes(Passes passes, FindingBook book) throws InterruptedException {
    try {
      return passes.run();
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
