// SPDX-License-Identifier: Apache-2.0
/**
 * What a report says: figures, tables and plots, before they have a form. A table is a list of
 * columns, and its cells are numbers in units ({@link catena.report.page.Table}); page, text and
 * CSV are made from them.
 */
package catena.report.page;
