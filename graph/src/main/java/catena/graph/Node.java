// SPDX-License-Identifier: Apache-2.0
package catena.graph;

/**
 * A node's place in the graph.
 *
 * @param writer the number of the writer, from 0
 * @param window the window of that writer that the node belongs to, from 0; one window is one layer
 *     of a block
 * @param index the place in the window, in {@code [0, flushInterval)}
 */
public record Node(int writer, long window, int index) {}
