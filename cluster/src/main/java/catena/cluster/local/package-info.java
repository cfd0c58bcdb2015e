// SPDX-License-Identifier: Apache-2.0
/**
 * A cluster of processes on this machine, from its layout to its end, and {@code catena cluster}.
 *
 * <p>HDFS, ZooKeeper, Accumulo and, if asked for, YARN are started from Maven artifacts, each
 * server in a separate JVM that outlives the command that started it. What is needed to find the
 * servers again lies in the cluster's directory and nowhere else: {@code cluster.json} for what the
 * cluster is, a pid file per server for what runs. A pid file holds the birth of its process too,
 * so that no process is ever signalled that only got the same number later.
 *
 * <p>Decisions are pure: {@link catena.cluster.spec.ClusterSpec} defines what is wanted, the sites
 * and the command lines are computed from it. Effects are few: launching, signalling, asking.
 * Whether a server is ready is asked of the servers, never read out of a log.
 *
 * <p>Linux is assumed where processes are inspected ({@code /proc}).
 */
package catena.cluster.local;
