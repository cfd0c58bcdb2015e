// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that are tried on a table with planted faults, each performed as a run performs it, in a
 * directory of its own, so that nothing of it counts as the run's own ({@link
 * catena.scenario.trial.Trial}).
 */
package catena.scenario.trial;
