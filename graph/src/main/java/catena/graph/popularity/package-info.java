// SPDX-License-Identifier: Apache-2.0
/**
 * How often which records are requested: the request distributions of YCSB (Cooper and others,
 * "Benchmarking Cloud Serving Systems with YCSB", 2010, section 4.1) over ranks, each with its
 * inverse.
 *
 * <p>A sampler alone would not do. Updates of a graph are drawn from such a distribution, too, and
 * a reader must find out which of them wrote a row; so each distribution is given by its cumulative
 * probabilities, from which both directions follow ({@link catena.graph.popularity.Ranks}).
 * Samplers in libraries have no inverse. All is computed with {@link java.lang.StrictMath}, since
 * every process that reads a table must compute the same bits.
 */
package catena.graph.popularity;
