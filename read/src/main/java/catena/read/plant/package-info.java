// SPDX-License-Identifier: Apache-2.0
/**
 * Faults that are planted to see whether checks find them: a small table written as ingest writes
 * one ({@link catena.read.plant.ScratchTable}), and all that can be wrong with it ({@link
 * catena.read.plant.Faults}).
 *
 * <p>The tests of the checks, {@code selftest} and the canary of a run plant with the same code, so
 * that what a user sees found on a real cluster is what the tests have seen found.
 */
package catena.read.plant;
