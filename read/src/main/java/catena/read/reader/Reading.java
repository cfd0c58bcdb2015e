// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.read.check.CurrentLedgers;
import catena.read.check.FindingEvidence;
import catena.read.check.Ledgers;
import catena.read.check.LivePromise;
import catena.read.check.SeenFindings;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import catena.read.settle.ReaderSettler;
import catena.read.settle.RereadAccount;
import catena.read.settle.Settler;
import catena.records.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What the readers of one phase share.
 *
 * @param terms what the phase reads and writes
 * @param promise empty for a table without a graph
 * @param views one for each set of authorizations
 * @param settler takes rows that differ; the driver of the phase takes its steps
 */
record Reading(
    ReadWork.ReadTerms terms,
    Optional<LivePromise> promise,
    List<View> views,
    TransientDifferences passing,
    SeenFindings findings,
    ReaderSettler settler) {

  /**
   * Puts it together.
   *
   * @throws catena.records.words.UsageException if a run or a ledger belongs to another table
   */
  static Reading of(ReadWork.ReadTerms terms) throws IOException {
    ReadTarget target = terms.target();
    target.check(terms.runs());
    Settings settings = terms.settings();
    Optional<LivePromise> promise = promise(terms);
    TransientDifferences passing = ReadSettings.passing(settings);
    SeenFindings findings =
        new SeenFindings(
            promise.map(live -> evidence(target, live)),
            terms.events(),
            terms.terminal(),
            settings.get(ReadSettings.PRINTED));
    Settler rules =
        new Settler(
            target.graph(),
            promise.<CurrentLedgers>map(live -> live).orElse(CurrentLedgers.none()),
            passing,
            target.view(target.user()),
            terms.clock());
    ReaderSettler settler =
        new ReaderSettler(
            rules,
            findings,
            new RereadAccount(),
            settings.get(ReadSettings.REREAD_LIMIT),
            terms.clock(),
            terms.nanoClock());
    return new Reading(
        terms,
        promise,
        target.sets().stream().map(target::view).toList(),
        passing,
        findings,
        settler);
  }

  /** What is read. */
  ReadTarget target() {
    return terms.target();
  }

  private static Optional<LivePromise> promise(ReadWork.ReadTerms terms) throws IOException {
    ReadTarget target = terms.target();
    if (target.graph().isEmpty()) {
      return Optional.empty();
    }
    Ledgers ledgers =
        new Ledgers(terms.runs(), target.asRunTable().home(), target.graph().get(), target.known())
            .keeping(target.everyVersion(), target.mayTie());
    return Optional.of(new LivePromise(ledgers, terms.nanoClock()));
  }

  private static FindingEvidence evidence(ReadTarget target, LivePromise live) {
    return new FindingEvidence(target.graph().orElseThrow(), live::last, live::times);
  }
}
