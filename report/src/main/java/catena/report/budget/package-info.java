/** Budgets of a run, measured by the numbers that its report shows. */
package catena.report.budget;
