/** What each figure of a report must be, by {@code docs/report.md}. */
package catena.recompute.rule;
