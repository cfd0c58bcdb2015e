// SPDX-License-Identifier: Apache-2.0
/**
 * Tables and plots that only some runs have: several runs side by side ({@link
 * catena.report.table.SideBySide}), searches for the highest rate, servers that were added, tables
 * that split, fast and slow disks, lags, and tables of papers in their own shape with our rows
 * below theirs ({@link catena.report.table.ExperimentTables}).
 */
package catena.report.table;
