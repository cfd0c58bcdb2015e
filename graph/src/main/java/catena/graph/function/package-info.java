// SPDX-License-Identifier: Apache-2.0
/**
 * Functions of numbers that the graph is made of: mixing, permutations, listable bijections, Zipf
 * sizes. They know nothing of graphs.
 */
package catena.graph.function;
