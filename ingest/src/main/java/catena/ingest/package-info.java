// SPDX-License-Identifier: Apache-2.0
/**
 * Makes tables for a graph and writes it into them.
 *
 * <p>A writer is one client on one thread. It plans a window ({@link
 * catena.ingest.write.WindowPlan}), records it in its ledger, computes the window's mutations
 * ({@link catena.ingest.write.MutationSource}), flushes, and records the acknowledgement; then
 * comes the next window. It remembers nothing else: a window that was rejected is computed and sent
 * again, and a writer that died is continued from its ledger alone.
 */
package catena.ingest;
