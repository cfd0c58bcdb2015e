// SPDX-License-Identifier: Apache-2.0
/**
 * Servers that are added to a running cluster, and how long it takes until they have their share.
 *
 * <p>As with faults, nothing is believed because a command returned: a server counts as registered
 * when it holds its lock in ZooKeeper, and as hosting when a metadata table has a tablet with the
 * session of that lock.
 */
package catena.agitator.growth;
