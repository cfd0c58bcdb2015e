package catena.agitator;

import catena.harness.client.StopSignal;
import catena.harness.journal.Journal;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What every fault of a plan works with.
 *
 * @param name under which the journal is written
 * @param tableId of the run's table; empty if there is none
 * @param proofLimit until a fault that was done must be proven
 * @param recoveryLimit until it must be mended, and from then until the cluster must be whole
 * @param notes takes lines for people
 * @param stop asks for the end: what is open is mended, nothing new is begun
 */
record Scene(
    String name,
    String tableId,
    Field field,
    ClusterWatch watch,
    Watchdog watchdog,
    OpenFaults open,
    Witnesses witnesses,
    Journal journal,
    Clock clock,
    Duration proofLimit,
    Duration recoveryLimit,
    Consumer<String> notes,
    StopSignal stop) {}
