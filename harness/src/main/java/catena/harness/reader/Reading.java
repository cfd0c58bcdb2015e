package catena.harness.reader;

import catena.harness.check.Evidence;
import catena.harness.check.Ledgers;
import catena.harness.check.LivePromise;
import catena.harness.check.SeenFindings;
import catena.harness.check.Settlement;
import catena.harness.check.TransientDifferences;
import catena.harness.check.View;
import catena.harness.reader.reread.ReaderSettlement;
import catena.harness.reader.reread.RereadAccount;
import catena.harness.reader.reread.Rereads;
import catena.harness.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What the readers of one phase share.
 *
 * @param promise empty for a table without a graph
 * @param views one for each set of authorizations
 * @param rereads takes rows that may pass, and is stepped by whoever drives the phase
 */
record Reading(
    ReadTarget target,
    Optional<LivePromise> promise,
    List<View> views,
    TransientDifferences passing,
    SeenFindings findings,
    ReaderSettlement settling,
    Rereads rereads,
    RereadAccount account,
    Duration startLimit,
    LongSupplier nanoClock) {

  /**
   * Puts it together.
   *
   * @throws catena.harness.words.UsageException if a run or a ledger belongs to another table
   */
  static Reading of(ReadWork.Terms terms) throws IOException {
    ReadTarget target = terms.target();
    target.check(terms.runs());
    Settings settings = terms.settings();
    LongSupplier nanoClock = terms.nanoClock();
    Optional<LivePromise> promise = promise(terms);
    TransientDifferences passing = ReadSettings.passing(settings);
    SeenFindings findings =
        new SeenFindings(
            promise.map(live -> evidence(target, live)),
            terms.events(),
            terms.terminal(),
            settings.get(ReadSettings.PRINTED));
    RereadAccount account = new RereadAccount();
    ReaderSettlement settling =
        new ReaderSettlement(
            target.graph(),
            promise,
            new Settlement(passing, target.view(target.user()), terms.clock()),
            findings,
            account,
            terms.clock(),
            nanoClock);
    Rereads rereads =
        new Rereads(settling, account, settings.get(ReadSettings.REREAD_LIMIT), nanoClock);
    settling.through(rereads);
    return new Reading(
        target,
        promise,
        target.sets().stream().map(target::view).toList(),
        passing,
        findings,
        settling,
        rereads,
        account,
        settings.get(ReadSettings.START_LIMIT),
        nanoClock);
  }

  private static Optional<LivePromise> promise(ReadWork.Terms terms) throws IOException {
    ReadTarget target = terms.target();
    if (target.graph().isEmpty()) {
      return Optional.empty();
    }
    Ledgers ledgers =
        new Ledgers(terms.runs(), target.home(), target.graph().get(), target.known())
            .keeping(target.everyVersion(), target.mayTie());
    return Optional.of(new LivePromise(ledgers, terms.nanoClock()));
  }

  private static Evidence evidence(ReadTarget target, LivePromise live) {
    return new Evidence(target.graph().orElseThrow(), live::last, live::times);
  }
}
