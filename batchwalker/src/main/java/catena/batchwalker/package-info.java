// SPDX-License-Identifier: Apache-2.0
/**
 * The paper's batch walker (section 4.3): many walks at once, whose next rows one batch scanner
 * reads on several threads.
 *
 * <p>A pool holds up to three batches of walks. Each batch draws some of them, asks for the rows
 * where they stand, and compares what comes back, as a multiset, with what was asked: rows that are
 * missing, that were not asked for, and that came twice. Then all of the drawn walks advance to a
 * row that theirs refers to; those that are at their end are replaced.
 */
package catena.batchwalker;
