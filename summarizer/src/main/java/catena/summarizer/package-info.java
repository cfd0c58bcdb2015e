// SPDX-License-Identifier: Apache-2.0
/**
 * What Accumulo's servers load to judge a table's entries as they write them into files.
 *
 * <p>It needs the module {@code graph}, what Accumulo has, and nothing else, so that two jars are
 * all that a server is given. What goes wrong here must not stop a compaction.
 */
package catena.summarizer;
