// SPDX-License-Identifier: Apache-2.0
/**
 * Reads a table by a MapReduce job and writes all of it again into another: readers and writers of
 * Accumulo's own input and output formats at the same time, in the same tasks.
 *
 * <p>The copy has the graph of the table, and records what it is a copy of in its properties
 * ({@link catena.harness.accumulo.TableCopy}). So the ledgers of the runs that wrote the table say
 * for each entry what must be in the copy; {@code verify} compares it with them.
 */
package catena.ingest.moru;
