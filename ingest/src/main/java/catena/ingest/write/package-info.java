// SPDX-License-Identifier: Apache-2.0
/**
 * Writes windows of the graph until each is acknowledged, given up or stopped.
 *
 * <p>A window is in the ledger before it is sent, and again when it is acknowledged. Only {@link
 * catena.ingest.write.Sender} records windows in the ledger, repeats what failed, and gives up. A
 * batch writer, an import of files, and operations that are made one by one are three ways to send.
 */
package catena.ingest.write;
