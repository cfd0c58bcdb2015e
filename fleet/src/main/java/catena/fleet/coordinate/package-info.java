// SPDX-License-Identifier: Apache-2.0
/**
 * The coordinator's side: it waits for workers, orders each phase to begin at a time, notices who
 * dies and decides what follows, and lets all of them go in the end.
 *
 * <p>What is known of the workers is kept by {@link catena.fleet.coordinate.Roster}, which decides
 * and does nothing. {@link catena.fleet.coordinate.Supervisor} looks, and does what follows, as
 * {@link catena.fleet.coordinate.Coordinator} does who goes through the phases: by one thread
 * ({@link catena.fleet.coordinate.EventLoop}) that owns all of this. {@link
 * catena.fleet.coordinate.CoordinationRight} alone is for any thread, since what a coordinator does
 * itself must end when it has no right to it, whatever waits for ZooKeeper.
 */
package catena.fleet.coordinate;
