// SPDX-License-Identifier: Apache-2.0
/**
 * Makes tables for a graph and writes it into them.
 *
 * <p>A writer is one client on one thread. It plans a window ({@link
 * catena.ingest.write.WindowPlan}), records it in its ledger, computes the window's mutations
 * ({@link catena.ingest.write.MutationSource}), flushes, and records the acknowledgement; then
 * comes the next window. It remembers nothing else: a window that was rejected is computed and sent
 * again, and a writer that died is continued from its ledger alone.
 *
 * <p>What is done to a table as a whole between phases is a {@link catena.ingest.TableAction}, in
 * the list of {@link catena.ingest.TableActions}. Except to make the table anew, none changes its
 * entries; a verification after them checks that.
 */
package catena.ingest;
