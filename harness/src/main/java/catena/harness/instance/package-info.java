// SPDX-License-Identifier: Apache-2.0
/**
 * The instance as everybody looks at it: its servers by name and by session, its tablets, and what
 * it keeps in ZooKeeper.
 *
 * <p>A server is told from all others, past ones at the same address too, by its session with
 * ZooKeeper. Whether a tablet is hosted is decided by that, in {@link
 * catena.harness.instance.Tablet#isHosted} alone.
 */
package catena.harness.instance;
