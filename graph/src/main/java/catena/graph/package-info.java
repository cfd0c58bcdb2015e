// SPDX-License-Identifier: Apache-2.0
/**
 * The graph as a pure function: no I/O, no threads, no clock.
 *
 * <h2>What is written</h2>
 *
 * <p>A <b>writer</b> is one numbered client of ingest. It writes <b>windows</b>, one after the
 * other: a window is what one flush acknowledges, and has {@link
 * catena.graph.GraphSpec#flushInterval} <b>nodes</b>. A node is one entry of the table: its row is
 * the node's place, its value names the <b>previous</b> row, to which it points. {@link
 * catena.graph.GraphSpec#depth} windows make a <b>block</b>; the window's place in its block is its
 * <b>layer</b>. Layer 0 are heads, which point nowhere; node i of layer d points to node i of layer
 * d − 1. Then a closing pass writes the heads again, so that head i points to node i + 1 of the
 * last layer, and the chains become one long list:
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
 * that it wrote before is acknowledged, so that a pointer never leads to a row that was never
 * written: a pointer into nothing is a loss. {@link catena.graph.WriteOrder} is this order, {@link
 * catena.graph.Position} a point in it.
 *
 * <h2>The function, and its inverse</h2>
 *
 * <p>Nothing of that is stored. {@link catena.graph.Graph} computes it, three ways:
 *
 * <ul>
 *   <li>from a node to its row: {@link catena.graph.Graph#row(catena.graph.Node)};
 *   <li>from a row to the node that it belongs to, if any: {@link catena.graph.Graph#node};
 *   <li>from a range of rows to the nodes that belong into it, in the order of their rows, at a
 *       cost in proportion to their number: {@link catena.graph.Graph#nodes}.
 * </ul>
 *
 * <p>The third is what makes an exact check of a scan possible without a shuffle. It needs rows
 * that seem random and can still be listed:
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
 *   <li>The range is cut into as many <b>strata</b> as a window has nodes. A window puts one node
 *       into each; which one is a permutation, drawn anew for each window ({@link
 *       catena.graph.function.Permutation}). So every window spreads over all tablets.
 *   <li>A stratum is cut into <b>cells</b>, one for each window that a writer may ever write. The
 *       cell of a window is a nested scramble ({@link catena.graph.function.Scramble}): its upper
 *       bits follow from the lower bits of the window, so the windows below n whose cells lie in an
 *       interval are found without computing the others.
 *   <li>A cell has one row for each writer, turned round by a hash. No two nodes share a row.
 *   <li>Where rows do not lie evenly ({@link catena.graph.function.RowLaw}) strata are narrower
 *       where more rows are to lie, or each node of a writer has a stratum to itself, in order.
 * </ul>
 *
 * <p>The number of writers, the flush interval and the range are therefore parameters of the graph,
 * and with the seed and the delete probability they are all of it: {@link catena.graph.GraphSpec},
 * a few texts in the table's properties, is enough to check every entry of the table. Columns,
 * visibility, payload and the writer's UUID follow from hashes of seed, writer, window and index.
 * {@link catena.graph.NodeCodec} knows the bytes, which are those of Accumulo's continuous ingest
 * test; {@link catena.graph.EntryEncoder} writes an entry, and {@link catena.graph.EntryMatcher}
 * compares one with what it must be.
 *
 * <h2>What must be seen</h2>
 *
 * <p>As writers write in order, all that was promised of a writer is two points: up to where its
 * writes were acknowledged, and up to where they were attempted ({@link
 * catena.graph.judge.Promise}). What lies before the first must be there as it was written last;
 * what lies between them may be; what lies behind the second must not. {@link
 * catena.graph.judge.Expectation} compares a row with that and names each difference ({@link
 * catena.graph.judge.FindingKind}). It is the only judge: walkers, scans, batch walks, verification
 * and the simulation ask it.
 *
 * <p>Bytes, formulas and files are in {@code docs/formats.md}, the idea and the words in {@code
 * docs/design.md}.
 */
package catena.graph;
