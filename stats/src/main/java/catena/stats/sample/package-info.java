// SPDX-License-Identifier: Apache-2.0
/**
 * Samples: of the cluster, from everybody who knows some figures; of this host and of the processes
 * on it; of the run's own clients, from what they write into the run directory. They are taken by
 * one grid of time, and kept in files of lines.
 */
package catena.stats.sample;
