// SPDX-License-Identifier: Apache-2.0
/**
 * What a reader must see by the promise, and the name of each difference; the one judge of all
 * readers.
 */
package catena.graph.judge;
