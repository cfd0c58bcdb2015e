// SPDX-License-Identifier: Apache-2.0
/**
 * What the column visibilities of a graph's entries look like: expressions that somebody satisfies,
 * and terms beside these that nobody does, so that an expression has many terms, any size, and
 * where it is asked for is another one for each entry (YCSB++, section 3.6).
 */
package catena.graph.visibility;
