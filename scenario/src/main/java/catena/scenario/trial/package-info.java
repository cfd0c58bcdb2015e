// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that are tried on a table with planted faults, each performed as a run performs it, in its
 * own directory, so that nothing of it counts as the run's own ({@link
 * catena.scenario.trial.Trial}).
 *
 * <p>The self-test tries all of them on a real cluster: every kind of fault is planted in separate
 * tables, every check that claims to see it is performed, and a matrix says which found what
 * ({@link catena.scenario.trial.SelftestActivity}). The canary of a run plants a fault now and then
 * in a table next to the run's own, which the run's checks must notice while whatever goes on goes
 * on ({@link catena.scenario.trial.CanaryCompanion}).
 */
package catena.scenario.trial;
