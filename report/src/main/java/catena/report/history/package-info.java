// SPDX-License-Identifier: Apache-2.0
/**
 * What a run directory records of a run, read once, whole or cut off at any byte.
 *
 * <p>The files are read by {@code catena.records.history}, which handles null and absence; this
 * package combines them so that a page can be made of any directory. {@link
 * catena.report.history.CoverageMarks} counts the marks that a run met: full logs, recoveries from
 * several of them, operations cut by a kill.
 */
package catena.report.history;
