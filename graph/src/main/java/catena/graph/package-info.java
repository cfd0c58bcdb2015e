// SPDX-License-Identifier: Apache-2.0
/**
 * The graph as a pure function: no I/O, no threads, no clock.
 *
 * <h2>What is written</h2>
 *
 * <p>A <b>writer</b> is one numbered client of ingest. It writes <b>windows</b>, one after the
 * other: a window is what one flush acknowledges, and has {@link
 * catena.graph.GraphSpec#flushInterval} <b>nodes</b>. A node is a row of the table, of one entry or
 * more ({@link catena.graph.Cells}); its value names the <b>previous</b> row, to which it points.
 * {@link catena.graph.GraphSpec#depth} windows make a <b>block</b>; the window's place in its block
 * is its <b>layer</b>. Layer 0 are heads, which point nowhere; node i of layer d points to node i
 * of layer d − 1, if {@link catena.graph.Links} are even. Then a closing pass writes the heads
 * again: head i points to node i + 1 of the last layer, and the chains become one list:
 *
 * <pre>
 *   layer 0     n0      n1      n2          heads; written again when the block is closed
 *               ↑ ╲     ↑ ╲     ↑
 *   layer 1     n0  ╲   n1  ╲   n2          each points to the same node of the layer before
 *               ↑    ╲  ↑    ╲  ↑
 *   layer 2     n0    ╲ n1    ╲ n2          the last layer (depth 3): head i points to node i + 1
 * </pre>
 *
 * <p>With {@link catena.graph.GraphSpec#deleteProbability} a block is deleted instead, the last
 * layer first. Which blocks these are follows from the seed, too. A writer goes on only when all
 * its earlier writes are acknowledged, so that a pointer never refers to a row that was never
 * written: a dangling pointer is a loss. {@link catena.graph.WriteOrder} is this order, {@link
 * catena.graph.Position} a point in it.
 *
 * <h2>The function, and its inverse</h2>
 *
 * <p>None of this is stored. {@link catena.graph.Graph} computes it in three ways:
 *
 * <ul>
 *   <li>from a node to its row: {@link catena.graph.Graph#row(catena.graph.Node)};
 *   <li>from a row to the node that it belongs to, if any: {@link catena.graph.Graph#node};
 *   <li>from a range of rows to the nodes in it, in the order of their rows, at a cost in
 *       proportion to their number: {@link catena.graph.Graph#nodes}.
 * </ul>
 *
 * <p>The third makes an exact check of a scan possible without a shuffle. It needs rows that seem
 * random and can still be listed:
 *
 * <pre>
 *   rows     row.min                                                    row.max
 *            ├── stratum 0 ──┼── stratum 1 ──┼── stratum 2 ──┼── stratum 3 ──┤    one for each node of a window
 *                            │               │
 *                            ├─┬─┬─┬─┬─┬─┬─┬─┤                                    2^b cells, one for each window
 *                              │ │
 *                              w2 w0 w1                                           one row for each writer
 * </pre>
 *
 * <ul>
 *   <li>The range is divided into as many <b>strata</b> as a window has nodes. A window puts one
 *       node into each; which one is a permutation, drawn for each window ({@link
 *       catena.graph.function.Permutation}). So every window spreads over all tablets.
 *   <li>A stratum is divided into <b>cells</b>, one for each window that a writer may ever write.
 *       The cell of a window is a nested scramble ({@link catena.graph.function.Scramble}): its
 *       upper bits follow from the lower bits of the window, so the windows below n whose cells are
 *       in an interval are found without computing the others.
 *   <li>A cell has one row for each writer, rotated by a hash. No two nodes share a row.
 *   <li>If rows are not even ({@link catena.graph.function.RowLaw}), strata are narrower where rows
 *       are to be denser, or each node of a writer has its own stratum, in order.
 * </ul>
 *
 * <p>The number of writers, the flush interval and the range are therefore parameters of the graph,
 * like the seed and the delete probability. {@link catena.graph.GraphSpec} has all of them: a few
 * texts in the table's properties, enough to check every entry of the table. Columns, visibility,
 * payload and the writer's UUID follow from hashes of seed, writer, window and index. {@link
 * catena.graph.NodeCodec} knows the bytes, which are those of Accumulo's continuous ingest test;
 * {@link catena.graph.EntryEncoder} writes an entry, and {@link catena.graph.EntryMatcher} compares
 * one with what it must be.
 *
 * <h2>What must be seen</h2>
 *
 * <p>Since writers write in order, a writer's promise is two points: up to which its writes were
 * acknowledged, and up to which they were attempted ({@link catena.graph.judge.Promise}). Writes
 * before the first must be in the table, as the last of them left each node; those between the
 * points may be; those after the second must not. {@link catena.graph.judge.Expectation} compares a
 * row with that and names each difference ({@link catena.graph.judge.FindingKind}). It is the only
 * judge: walkers, scans, batch walks, verification and the simulation use it.
 *
 * <p>{@code docs/formats.md} describes bytes, formulas and files, {@code docs/design.md} the idea
 * and the terms.
 */
package catena.graph;
