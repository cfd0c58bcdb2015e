// SPDX-License-Identifier: Apache-2.0
/**
 * The files of many writers' blocks by a MapReduce job without a shuffle: each task has a range of
 * rows, and the graph lists the nodes of the range in order.
 */
package catena.ingest.load;
