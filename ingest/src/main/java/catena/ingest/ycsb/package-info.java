// SPDX-License-Identifier: Apache-2.0
/**
 * The operations of YCSB over the nodes of a graph (Cooper and others, "Benchmarking Cloud Serving
 * Systems with YCSB", 2010): read, update, insert, scan, read-modify-write, in any mix, each on a
 * record that a distribution draws.
 *
 * <p>Each read is judged like any reader's, and each write is recorded in the ledger. A client
 * updates as the writer whose block it took over: which node the next update writes follows from
 * the graph ({@link catena.graph.UpdateOrder}), and not from a draw of the client. It inserts as a
 * separate writer, since the order of the first one has reached its updates.
 */
package catena.ingest.ycsb;
