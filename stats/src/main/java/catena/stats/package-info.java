// SPDX-License-Identifier: Apache-2.0
/**
 * What the cluster, the hosts and our own clients did, sampled on one grid of time.
 *
 * <p>Three samplers that know nothing of each other write a file each: the cluster's figures from
 * the sources that have them (monitor, ZooKeeper, HDFS, YARN, the metadata table), those of the
 * host that it runs on and its processes, and those of the clients of the run, from the files that
 * they write anyway. All take their samples at multiples of the interval, so that the lines of
 * several files and of several hosts fit together without further ado.
 *
 * <p>A collector is there for the bad times: each source is queried in its own thread, and what it
 * has not answered in time is absent from that sample, which is written nevertheless.
 *
 * <p>{@link catena.stats.MetricsCompanion.MetricsEndpoint} reports what a run in progress is doing,
 * for Prometheus and other readers of OpenMetrics.
 */
package catena.stats;
