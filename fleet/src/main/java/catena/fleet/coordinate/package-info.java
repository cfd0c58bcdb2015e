// SPDX-License-Identifier: Apache-2.0
/**
 * The coordinator's side: it waits for workers, orders each phase to begin at a time, notices who
 * dies and decides what follows, and lets all of them go in the end.
 *
 * <p>One thread ({@link catena.fleet.coordinate.EventLoop}) owns all that is known, and all that is
 * decided happens there: {@link catena.fleet.coordinate.Leadership} has the right to coordinate and
 * orders by it, {@link catena.fleet.coordinate.Supervisor} supervises the workers, of which {@link
 * catena.fleet.coordinate.Roster} decides who is lost, and does nothing. What other threads may
 * know is shown to them as a whole. Those who go through the phases ({@link
 * catena.fleet.coordinate.Coordinator}, {@link catena.fleet.coordinate.PhaseRun}) ask that thread,
 * and wait.
 */
package catena.fleet.coordinate;
