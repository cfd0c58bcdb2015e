// SPDX-License-Identifier: Apache-2.0
/**
 * The search for the highest rate that a cluster holds, as a part of a run: steps of the activities
 * that a run has anyway, each at a rate of its own, measured from what their clients write into the
 * run directory.
 *
 * <p>{@link catena.scenario.rate.RateActivity} is the part. {@link
 * catena.scenario.rate.search.RateSearch} decides which rate comes next, {@link
 * catena.scenario.rate.StepRunner} does a step, {@link catena.scenario.rate.StepGauge} measures it,
 * {@link catena.scenario.rate.StepJudge} says whether it held and whose fault it was if not.
 */
package catena.scenario.rate;
