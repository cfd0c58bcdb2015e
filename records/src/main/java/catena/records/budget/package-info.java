// SPDX-License-Identifier: Apache-2.0
/**
 * What is asked of a run's numbers: the least rate, the longest recovery, the highest percentile. A
 * run whose data is right and that missed one is BUDGET; one whose number is not known is UNKNOWN.
 * The settings {@code budget.…} declare them, reports measure and judge ({@link
 * catena.records.budget.Measure}), {@code budgets.json} has the result ({@link
 * catena.records.budget.BudgetFile}).
 *
 * <p>A mark is what a run met on the way. A run that lacks one that it names has shown too little:
 * it is UNKNOWN.
 */
package catena.records.budget;
