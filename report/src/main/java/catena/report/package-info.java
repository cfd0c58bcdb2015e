// SPDX-License-Identifier: Apache-2.0
/**
 * What happened in a run, on one page, from the run directory alone.
 *
 * <p>Three steps, independent of one another's internals. Reading ({@link
 * catena.report.history.RunReader}) turns a directory, whole or truncated anywhere, into a {@link
 * catena.report.history.RunHistory}: plain data and a list of what is missing. Telling ({@link
 * catena.report.page.PageMaker}, {@link catena.report.page.Plots}) turns histories into figures,
 * tables and plots, and reads no file. Writing ({@link catena.report.Reports}) puts those into
 * HTML, text and CSV.
 *
 * <p>Every figure comes from one place: rates from the journal's acknowledged windows and readers'
 * totals, latencies from the merged histograms, cluster sizes from the collector's samples. A rate
 * over an interval spreads a window's entries evenly over the time from the writer's previous
 * acknowledgement to its own, in which they were sent. So the sum over all intervals is what was
 * acknowledged, and a window that waited a minute is no burst at its end.
 */
package catena.report;
