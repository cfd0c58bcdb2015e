package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.observe.ClientJournals;
import catena.agitator.observe.ClusterWatch;
import catena.agitator.observe.Watchdog;
import catena.records.journal.Journal;
import catena.records.threads.StopSignal;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What every fault of a plan works with.
 *
 * @param name under which the journal is written
 * @param tableId of the run's table; empty if there is none
 * @param proofLimit until a fault that was done must be proven
 * @param recoveryLimit until it must be healed, and from then until the cluster must be whole
 * @param notes takes lines for people
 * @param stop asks for the end: what is open is healed, nothing new is begun
 */
public record FaultContext(
    String name,
    String tableId,
    ClusterUnderTest field,
    ClusterWatch watch,
    Watchdog watchdog,
    UnhealedFaults open,
    ClientJournals witnesses,
    Journal journal,
    Clock clock,
    Duration proofLimit,
    Duration recoveryLimit,
    Consumer<String> notes,
    StopSignal stop) {}
