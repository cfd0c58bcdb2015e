/**
 * What the phases of a run are made of: several parts at the same time ({@link
 * catena.scenario.phase.ParallelPhase}), conditions on what came before, and the wait for a cluster
 * that is at rest.
 */
package catena.scenario.phase;
