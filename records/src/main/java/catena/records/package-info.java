// SPDX-License-Identifier: Apache-2.0
/**
 * What a run's files say: each file of a run directory has one type here that writes and reads it,
 * with the words, the settings and the threads that everything above uses. It knows the graph, and
 * no cluster.
 */
package catena.records;
