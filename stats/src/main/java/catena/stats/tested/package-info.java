// SPDX-License-Identifier: Apache-2.0
/**
 * What is under test: the servers of the cluster with their versions and JVMs, and how system and
 * table are configured.
 *
 * <p>No single source knows all of it. The manager reports the version of each tablet server,
 * ZooKeeper and the NameNode report their own, and what runs on this machine is looked up among its
 * processes. What no source reports is recorded as unknown, and no run fails for it.
 */
package catena.stats.tested;
