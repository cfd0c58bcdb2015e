// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.harness.job.JobSettings;
import catena.read.check.AuthorizationSets;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.verify.exact.ExactPass;
import catena.verify.job.OfflineClone;
import catena.verify.job.TableToVerify;
import catena.verify.job.VerifyContext;
import catena.verify.job.VerifySettings;
import catena.verify.job.VerifySettings.Mode;
import catena.verify.references.ReferencesPass;
import catena.verify.result.PassResult;
import catena.verify.row.RowRange;
import catena.verify.row.Tally;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * All passes of one verification, and their common outcome; whatever goes wrong in one is a doubt,
 * in addition to what it and the others found.
 */
final class Passes {
  private static final Logger LOG = LogManager.getLogger(Passes.class);

  /** The verdict waits no longer than this for the removal of a clone. */
  private static final Duration REMOVAL = Duration.ofSeconds(30);

  /** The doubt about a table that has ledgers if only its references were checked. */
  static final String UNCOMPARED =
      "Acknowledged data was not compared: the references of a table say nothing of what its"
          + " ledgers promise; verify it with verify.mode=exact or both";

  private final VerifyContext session;
  private final TableToVerify subject;
  private final OfflineClone clone;
  private final boolean chosen;
  private PartOutcome all = PartOutcome.NOTHING;

  /**
   * All passes of a verification.
   *
   * @param clone is made first, and removed at last, if the session scans it
   */
  Passes(VerifyContext session, OfflineClone clone) {
    this.session = session;
    this.subject = session.subject();
    this.clone = clone;
    this.chosen = !VerifySettings.auths(session.settings()).isBlank();
  }

  PartOutcome run() throws InterruptedException {
    if (!session.scanned().equals(clone.name())) {
      passes();
      return all;
    }
    Duration patience = session.settings().get(JobSettings.STALL_LIMIT);
    Duration removal = REMOVAL.compareTo(patience) < 0 ? REMOVAL : patience;
    try {
      clone.make(patience, session.run().stop());
      passes();
    } catch (InterruptedException | Error e) {
      Optional<String> unused = clone.remove(removal);
      throw e;
    } catch (Exception e) {
      LOG.error("table {} could not be cloned", subject.table(), e);
      doubt(
          "The table could not be cloned: %s; delete %s if it appears".formatted(e, clone.name()));
    }
    clone.remove(removal).ifPresent(this::doubt);
    return all;
  }

  private void passes() throws InterruptedException {
    for (Authorizations set : subject.sets()) {
      String suffix = subject.sets().size() > 1 ? " [" + set + "]" : "";
      Optional<Tally> exact = Optional.empty();
      if (subject.mode() != Mode.REFERENCES) {
        exact = pass("exact" + suffix, suffix, new ExactPass(session, set)::run);
      }
      if (subject.mode() != Mode.EXACT) {
        Optional<Tally> references =
            pass("references" + suffix, suffix, new ReferencesPass(session, set)::run);
        if (session.isWhole()) {
          exact
              .flatMap(of -> references.flatMap(by -> PassResult.differ(of, by)))
              .ifPresent(this::doubt);
        }
      }
    }
    addUncovered();
  }

  private void doubt(String reason) {
    all = all.doubted(reason);
  }

  private void note(String sentence) {
    all = all.noted(sentence);
  }

  /** Adds the outcome of a pass; returns its counts if it was completed. */
  private Optional<Tally> pass(
      String title, String suffix, FailableSupplier<PassResult, Exception> pass)
      throws InterruptedException {
    if (session.run().stop().asked()) {
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
  private void addUncovered() {
    if (session.sample() < 1) {
      note(
          "A sample: "
              + session.sample()
              + " of every window was verified (seed "
              + session.run().seed()
              + ")");
    }
    if (!session.within().equals(RowRange.ALL)) {
      note("Only the rows " + session.within() + " were verified");
    }
    if (chosen && subject.graph().isEmpty()) {
      note("Only what the authorizations " + subject.sets() + " see was verified");
    }
    subject.known().neverBegun(session.before().promise()).ifPresent(this::note);
    Optional<String> hidden = hidden();
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

  private Optional<String> hidden() {
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
}
