// SPDX-License-Identifier: Apache-2.0
/**
 * The tester tested: the real writers, ledgers, readers and the real exact verification run against
 * a table in memory that behaves like Accumulo as far as a client can see, and that can be told to
 * lie.
 *
 * <p>One thread does everything. Each place where others may come between, in the table, in the
 * files and in a wait, calls {@link catena.simulation.world.World#point}, in which others take
 * whole steps, and in which a process may be killed. All that is drawn comes from one seed and time
 * is a number, so that a seed is the same run again, event by event. What the table holds in truth
 * is known, so is what must be said of it; CONTRIBUTING.md.
 */
package catena.simulation;
