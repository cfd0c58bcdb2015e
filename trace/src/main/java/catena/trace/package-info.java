// SPDX-License-Identifier: Apache-2.0
/**
 * From a finding to its cause.
 *
 * <p>While a run goes on, {@link catena.trace.TabletRecorder} records which server hosts each
 * tablet, and which write-ahead logs are in use, as that changes. Afterwards {@link
 * catena.trace.Tracer} combines what was lost, when it was acknowledged, which server hosted it
 * then and which faults hit that server between the write and the finding. The files of the run are
 * all it needs; with a connection it also checks whether the rows are in files or logs now.
 *
 * <p>Only {@code RunRecord}, {@code LossReader} and {@code RowSearch} read; {@code SuspectedFaults}
 * and {@code LossGroups}, which are pure, judge what they read.
 */
package catena.trace;
