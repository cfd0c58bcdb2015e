// SPDX-License-Identifier: Apache-2.0
/**
 * The content of a report: figures, tables and plots, independent of the output format. A table is
 * a list of columns, and its cells are numbers in units ({@link catena.report.page.Table}); page,
 * text and CSV are made from them.
 */
package catena.report.page;
