// SPDX-License-Identifier: Apache-2.0
/**
 * The search for the highest rate that holds, as a pure decision: which rate is to be tried next,
 * what follows from whether it held. Nobody waits, measures or connects here.
 *
 * <p>One search doubles the rate as long as it holds and halves it as long as it does not ({@link
 * catena.scenario.rate.search.RateSearch}), then tries the geometric mean of the highest rate that
 * held and the lowest that did not, until the two differ by no more than the resolution. A rate
 * counts as not held only if it failed as many times in a row as {@link
 * catena.scenario.rate.search.SearchPlan#tries} says: a pause of a collector is no limit.
 *
 * <p>One search by itself says nothing of its own error. So it is repeated from near its end,
 * across other rates, and a confirming run follows ({@link
 * catena.scenario.rate.search.RateSearch}). Where these differ by more than the spread that is
 * allowed there is no number: it cannot be told.
 */
package catena.scenario.rate.search;
