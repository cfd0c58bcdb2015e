// SPDX-License-Identifier: Apache-2.0
/**
 * A worker's side: it joins, gets ready for each phase, begins at the ordered time, reports the
 * outcome, and ends by itself when no process coordinates any more.
 *
 * <p>{@link catena.fleet.worker.WorkerPhase.Shares} defines its share of a phase.
 */
package catena.fleet.worker;
