// SPDX-License-Identifier: Apache-2.0
/**
 * What a reader must see, by what was promised, and the name of each difference; the one judge of
 * all readers.
 */
package catena.graph.judge;
