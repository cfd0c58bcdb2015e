// SPDX-License-Identifier: Apache-2.0
/**
 * The files of many writers' blocks by a MapReduce job without a shuffle: each task has a range of
 * rows, of which the graph lists the nodes in order.
 */
package catena.ingest.load;
