// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.harness.job.JobSettings;
import catena.read.check.AuthorizationSets;
import catena.records.verdict.PartOutcome;
import catena.verify.exact.ExactPass;
import catena.verify.job.OfflineClone;
import catena.verify.job.VerifyContext;
import catena.verify.job.VerifySettings.Mode;
import catena.verify.references.ReferencesPass;
import catena.verify.result.PassResult;
import catena.verify.result.Report;
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
  private static final Duration REMOVAL = Duration.ofMinutes(2);

  /** The outcome of a pass, with its counts if it was completed. */
  private record Passed(PartOutcome outcome, Optional<Tally> tally) {
    static final Passed NOT_ASKED = new Passed(PartOutcome.NOTHING, Optional.empty());

    static Passed uncounted(String doubt) {
      return new Passed(PartOutcome.NOTHING.doubted(doubt), Optional.empty());
    }
  }

  /** The doubt about a table that has ledgers if only its references were checked. */
  static final String UNCOMPARED =
      "Acknowledged data was not compared: the references of a table say nothing of what its"
          + " ledgers promise; verify it with verify.mode=exact or both";

  private final TableToVerify subject;
  private final VerifyContext session;
  private final OfflineClone clone;

  /**
   * All passes of a verification.
   *
   * @param clone is made first, and removed at last, if the session scans it
   */
  Passes(TableToVerify subject, VerifyContext session, OfflineClone clone) {
    this.subject = subject;
    this.session = session;
    this.clone = clone;
  }

  PartOutcome run() throws InterruptedException {
    if (!session.scanned().equals(clone.name())) {
      return passes();
    }
    Duration patience = session.settings().get(JobSettings.STALL_LIMIT);
    PartOutcome outcome;
    try {
      clone.make(patience, session.stop());
      outcome = passes();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      LOG.error("table {} could not be cloned", subject.table(), e);
      outcome = PartOutcome.NOTHING.doubted("The table could not be cloned: " + e);
    }
    return clone
        .remove(REMOVAL.compareTo(patience) < 0 ? REMOVAL : patience)
        .map(outcome::doubted)
        .orElse(outcome);
  }

  private PartOutcome passes() throws InterruptedException {
    PartOutcome all = PartOutcome.NOTHING;
    for (Authorizations set : subject.sets()) {
      String suffix = subject.sets().size() > 1 ? " [" + set + "]" : "";
      Passed exact = Passed.NOT_ASKED;
      if (subject.mode() != Mode.REFERENCES) {
        exact = pass("exact" + suffix, suffix, new ExactPass(session, set)::run);
        all = all.and(exact.outcome());
      }
      if (subject.mode() != Mode.EXACT) {
        Passed references =
            pass("references" + suffix, suffix, new ReferencesPass(session, set)::run);
        all = all.and(references.outcome());
        if (session.isWhole()) {
          all = differ(exact, references).map(all::doubted).orElse(all);
        }
      }
    }
    return covered(all);
  }

  private static Optional<String> differ(Passed exact, Passed references) {
    return exact.tally().flatMap(of -> references.tally().flatMap(by -> Report.differ(of, by)));
  }

  private boolean evenLinks() {
    return session.graph().map(graph -> graph.spec().links().even()).orElse(true);
  }

  private Passed pass(String title, String suffix, FailableSupplier<PassResult, Exception> pass)
      throws InterruptedException {
    if (session.stop().asked()) {
      return Passed.uncounted("Not begun, since a stop was asked for: " + title);
    }
    try {
      PassResult result = pass.get();
      Map<String, Long> tally =
          title.startsWith("exact")
              ? Report.exact(result, session.isWhole(), evenLinks())
              : Report.references(result);
      Map<String, Long> named = new LinkedHashMap<>();
      tally.forEach((name, n) -> named.put(name + suffix, n));
      return new Passed(
          result.toOutcome(named, suffix + subject.where()), Optional.of(result.tally()));
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      LOG.error("verify {} of {} was not completed", title, subject.table(), e);
      return Passed.uncounted("The pass " + title + " was not completed: " + e);
    }
  }

  /** Adds what the passes together did not check. */
  private PartOutcome covered(PartOutcome outcome) {
    PartOutcome all = outcome;
    if (session.sample() < 1) {
      all =
          all.noted(
              "A sample: "
                  + session.sample()
                  + " of every window was verified (seed "
                  + session.seed()
                  + ")");
    }
    if (!session.within().equals(RowRange.ALL)) {
      all = all.noted("Only the rows " + session.within() + " were verified");
    }
    boolean chosen = !Verifier.auths(session.settings()).isBlank();
    if (chosen && session.graph().isEmpty()) {
      all = all.noted("Only what the authorizations " + subject.sets() + " see was verified");
    }
    all = subject.known().neverBegun(session.before().promise()).map(all::noted).orElse(all);
    Optional<String> hidden = hidden();
    all = hidden.filter(any -> chosen).map(all::noted).orElse(all);
    if (!chosen && hidden.isPresent()) {
      all = all.doubted(hidden.get() + ": grant them to the user");
    }
    return unlooked().map(all::doubted).orElse(all);
  }

  private Optional<String> hidden() {
    return session
        .graph()
        .map(graph -> AuthorizationSets.unseen(graph.spec(), subject.sets()))
        .filter(unseen -> !unseen.isEmpty())
        .map(
            unseen ->
                "Entries of the visibilities "
                    + unseen
                    + " are hidden from the authorizations in use");
  }

  /** Data that was acknowledged, and that no pass could check. */
  private Optional<String> unlooked() {
    if (subject.mode() == Mode.REFERENCES) {
      return session.before().ledgers() == 0 ? Optional.empty() : Optional.of(UNCOMPARED);
    }
    return session.before().ledgers() == 0
        ? Optional.empty()
        : subject.known().withoutLedger(session.before().promise());
  }
}
