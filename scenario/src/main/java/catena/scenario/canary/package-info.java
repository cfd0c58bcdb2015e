// SPDX-License-Identifier: Apache-2.0
/**
 * The canary of a run: now and then a fault is planted in a table beside the run's own, which the
 * run's checks must notice while whatever goes on goes on ({@link
 * catena.scenario.canary.CanaryCompanion}). What is found there is never a finding of the run.
 */
package catena.scenario.canary;
