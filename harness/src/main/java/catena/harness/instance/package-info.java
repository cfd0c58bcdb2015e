// SPDX-License-Identifier: Apache-2.0
/**
 * The instance as all modules read it: its servers by name and by session, its tablets, and what it
 * keeps in ZooKeeper.
 *
 * <p>A server is distinguished from all others, past ones at the same address too, by its session
 * with ZooKeeper. That decides whether a tablet is hosted, in {@link
 * catena.harness.instance.Tablet#isHosted} alone.
 */
package catena.harness.instance;
