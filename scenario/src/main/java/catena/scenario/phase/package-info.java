/** Several parts of a run at the same time ({@link catena.scenario.phase.ParallelPhase}). */
package catena.scenario.phase;
