/**
 * Writes windows of the graph until each is acknowledged, given up or stopped.
 *
 * <p>A window is in the ledger before it is sent, and again when it is acknowledged.
 */
package catena.ingest.write;
