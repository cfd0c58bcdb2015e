// SPDX-License-Identifier: Apache-2.0
/**
 * The search for the highest rate that a cluster holds, as a part of a run: steps of the activities
 * that a run has anyway, each at its own rate, measured from what their clients write into the run
 * directory.
 *
 * <p>{@link catena.scenario.rate.RateActivity} is the part. {@link catena.scenario.rate.RateSearch}
 * decides which rate comes next, {@link catena.scenario.rate.StepRunner} does a step, {@link
 * catena.scenario.rate.StepRunner.StepGauge} measures it, {@link catena.scenario.rate.StepJudge}
 * says whether it held and whose fault it was if not.
 *
 * <p>Which rate comes next is decided purely: nothing waits, measures or connects for that. One
 * search doubles the rate as long as it holds and halves it as long as it does not, then tries the
 * geometric mean of the highest rate that held and the lowest that did not, until the two differ by
 * no more than the resolution. A rate counts as not held only if it failed as many times in a row
 * as {@link catena.scenario.rate.RateSearch.SearchPlan#tries} says: a pause of a collector is no
 * limit. One search by itself says nothing of its error. So it is repeated from near its end,
 * across other rates, and a confirming run follows. Where these differ by more than the spread that
 * is allowed there is no number: it cannot be determined.
 */
package catena.scenario.rate;
