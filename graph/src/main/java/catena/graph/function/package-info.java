// SPDX-License-Identifier: Apache-2.0
/**
 * The functions of numbers on which the graph is based: mixing, permutations, listable bijections,
 * Zipf sizes, and how often which records are requested ({@link catena.graph.function.Popularity}).
 * They do not depend on graphs.
 */
package catena.graph.function;
