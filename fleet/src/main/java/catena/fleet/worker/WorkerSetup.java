// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

import catena.fleet.FleetLimits;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Specification;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import java.time.Clock;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What a worker works with.
 *
 * @param mine what it has of the run: it has to agree with what the coordinator says
 * @param slot the place that it was given; empty: the first that is free
 * @param attempt the how manieth process of that place it is; empty: the next
 * @param host its name, for people
 * @param directory takes what its shares came to
 * @param notes takes lines for people
 * @param stop asked by signals
 */
public record WorkerSetup(
    FleetNodes nodes,
    Specification mine,
    OptionalInt slot,
    OptionalInt attempt,
    String host,
    FleetLimits limits,
    RunDirectory directory,
    Consumer<String> notes,
    Clock clock,
    StopSignal stop) {}
