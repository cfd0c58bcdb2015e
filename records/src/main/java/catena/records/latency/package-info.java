// SPDX-License-Identifier: Apache-2.0
/**
 * How long things took and how much was done, kept whole, measured from when it should have begun.
 *
 * <p>A client that sends at a target rate and falls behind would, if it measured from when it
 * really sent, leave out exactly the waiting that a user would have seen (coordinated omission). So
 * each operation has an intended start, which a {@link catena.records.latency.Pacer} computes, and
 * is recorded twice: from the intended start, and from the real one (tag {@code
 * <operation>.service}).
 *
 * <p>The clients of a part share one log, and sums are made of the histograms themselves. {@link
 * catena.records.latency.Meters} puts a phase's clients together: their logs, their throughput by
 * interval, and whether they were themselves what held the figures down.
 */
package catena.records.latency;
