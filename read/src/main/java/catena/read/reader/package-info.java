// SPDX-License-Identifier: Apache-2.0
/**
 * What everything that reads a graph's table shares: what the ledgers promise by now, the judgement
 * of what one read returned, and what becomes of it.
 *
 * <p>A read is judged in two steps. First by the promise before it: what must be there. Nearly
 * every row is as promised, and that is all it costs. A row that differs is judged again by the
 * promise read after it, since a writer may have written meanwhile: what may be there. A row that
 * is still missing is read again until a limit, concurrently with the reader's work, and is then
 * late, withheld or lost. So an indeterminate window or a block being deleted is never an alarm.
 *
 * <p>A way of reading decides only which rows it reads next and how it uses the result ({@link
 * catena.read.reader.ReadPhase.Reader}). When a read is due, how its latency is measured, how a
 * stop ends it and what is reported of it is the same for all: {@link
 * catena.read.reader.ReaderContext}, and {@link catena.read.reader.RowReader} for single rows.
 *
 * <p>What is owed is accounted for: each row that is to be read again is settled or in doubt, and
 * so is what a thread held that died. {@link catena.read.reader.ReadWork} is all of the work in
 * steps, {@link catena.read.reader.ReadPhase} the threads that take them.
 */
package catena.read.reader;
