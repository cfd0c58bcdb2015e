package catena.harness.read;

import catena.harness.command.Terminal;
import catena.harness.journal.Journal;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What the readers of one phase share.
 *
 * @param promise empty for a table without a graph
 * @param views one for each set of authorizations
 */
record Reading(
    ReadTarget target,
    Optional<LivePromise> promise,
    List<View> views,
    Passing passing,
    SeenFindings findings,
    Settling settling,
    Rereads rereads,
    Duration startLimit,
    LongSupplier nanoClock) {

  /**
   * Puts it together.
   *
   * @param runs whose ledgers say what must be seen
   * @throws catena.harness.command.UsageException if a ledger belongs to another table
   */
  static Reading of(
      ReadTarget target,
      Settings settings,
      List<RunDirectory> runs,
      Journal journal,
      Terminal terminal,
      Clock clock)
      throws IOException {
    LongSupplier nanoClock = System::nanoTime;
    Optional<LivePromise> promise =
        target.graph().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new LivePromise(new Ledgers(runs, target.home(), target.graph().get()), nanoClock));
    Passing passing =
        new Passing(
            settings.get(ReadSettings.CONSISTENCY)
                == org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel.EVENTUAL);
    SeenFindings findings =
        new SeenFindings(
            promise.map(live -> evidence(target, live)),
            journal,
            terminal,
            settings.get(ReadSettings.PRINTED));
    Settling settling =
        new Settling(
            target.graph(),
            promise,
            passing,
            target.view(target.user()),
            findings,
            clock,
            nanoClock);
    Rereads rereads =
        new Rereads(
            settling, settings.get(ReadSettings.REREAD_LIMIT), Rereads.AFTER_STOP, nanoClock);
    settling.through(rereads);
    return new Reading(
        target,
        promise,
        target.sets().stream().map(target::view).toList(),
        passing,
        findings,
        settling,
        rereads,
        settings.get(ReadSettings.START_LIMIT),
        nanoClock);
  }

  private static Evidence evidence(ReadTarget target, LivePromise live) {
    return new Evidence(target.graph().orElseThrow(), live::last, live::times);
  }
}
