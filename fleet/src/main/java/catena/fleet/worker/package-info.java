// SPDX-License-Identifier: Apache-2.0
/**
 * A worker's side: it joins, gets ready for each phase, begins at the time that is named, says what
 * came of it, and ends by itself when no process coordinates any more.
 *
 * <p>What its share of a phase is, {@link catena.fleet.worker.Shares} knows.
 */
package catena.fleet.worker;
