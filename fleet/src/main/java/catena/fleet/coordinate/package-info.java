// SPDX-License-Identifier: Apache-2.0
/**
 * The coordinator's side: it waits for workers, orders each phase to begin at a time, notices
 * deaths and decides what follows, and lets all workers go in the end.
 *
 * <p>One thread ({@link catena.fleet.coordinate.EventLoop}) owns the state and makes all decisions:
 * {@link catena.fleet.coordinate.Leadership} has the right to coordinate and gives orders by it,
 * {@link catena.fleet.coordinate.Supervisor} supervises the workers, and {@link
 * catena.fleet.coordinate.Roster} only decides which of them are lost. Other threads get what they
 * may know as complete values. The classes that go through the phases ({@link
 * catena.fleet.coordinate.Coordinator}, {@link catena.fleet.coordinate.PhaseRun}) ask that thread,
 * and wait.
 */
package catena.fleet.coordinate;
