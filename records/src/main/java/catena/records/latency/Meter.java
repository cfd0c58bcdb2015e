// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

/**
 * What one client records with.
 *
 * @param latency how long its operations took
 * @param throughput how much it got done
 */
public record Meter(LatencyRecorder latency, Throughput throughput) {}
