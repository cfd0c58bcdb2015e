// SPDX-License-Identifier: Apache-2.0
/**
 * Samples: of the cluster, from every source that knows some figures; of this host and of the
 * processes on it; of the run's own clients, from what they write into the run directory. They are
 * taken by one grid of time, and kept in files of lines. Which figures there are, with name, unit
 * and meaning, each {@link catena.stats.sample.Metric} says.
 */
package catena.stats.sample;
