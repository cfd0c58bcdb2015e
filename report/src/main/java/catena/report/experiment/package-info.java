// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments of others beside the same here: tables of the benchmark paper in its own shape
 * ({@link catena.report.experiment.PaperTable}), and below each of its rows that of a run of ours
 * ({@link catena.report.experiment.ExperimentTables}).
 */
package catena.report.experiment;
