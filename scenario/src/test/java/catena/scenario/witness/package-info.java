// SPDX-License-Identifier: Apache-2.0
/**
 * Whether what a run shows of its faults is what happened: an observer from outside, who shares no
 * code with the agitator or the report, sees the same faults, and both are compared.
 *
 * <p>{@code Outside…} sees: ZooKeeper through a client of its own, processes in {@code /proc}, what
 * the managers log, and clients of Accumulo that write and read in each tablet of the run's table.
 * {@link Sightings} are what was seen, {@link Observed} follows from them purely, {@link Shown} is
 * what the run's journal and report say, and {@link Comparison} puts both side by side.
 */
package catena.scenario.witness;
