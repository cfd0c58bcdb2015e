/** What was done in each phase of a run, in numbers. */
package catena.report.phase;
