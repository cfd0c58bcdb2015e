// SPDX-License-Identifier: Apache-2.0
/**
 * Writes windows of the graph until each is acknowledged, given up or stopped.
 *
 * <p>A window is in the ledger before it is sent, and again when it is acknowledged. {@link
 * catena.ingest.write.Sender} is the only one that tells the ledger of windows, that repeats what
 * failed, and that gives up. A batch writer, an import of files, and operations that are made one
 * by one are three ways to send.
 */
package catena.ingest.write;
