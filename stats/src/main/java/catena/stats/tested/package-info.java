// SPDX-License-Identifier: Apache-2.0
/**
 * What is under test: the servers of the cluster with their versions and JVMs, and how system and
 * table are configured.
 *
 * <p>No one knows all of it. The manager tells the version of each tablet server, ZooKeeper and the
 * NameNode tell their own, and whatever runs on this machine is looked up among its processes. What
 * nobody tells is written down as unknown, and no run fails for it.
 */
package catena.stats.tested;
