// SPDX-License-Identifier: Apache-2.0
/**
 * Checks exactly whether a table holds what was promised.
 *
 * <p>The way of a row: the driver reads the ledgers (the promise P0), cuts the rows into ranges and
 * starts one MapReduce job per set of authorizations. A mapper merges what belongs in its range,
 * which it computes in row order, with what the scan returns ({@link
 * catena.verify.row.ExactCheck}); rows with which all is well are only counted. A row that differs
 * under P0 goes, with all that the scan returned of it, through the reducer (which sorts by writer
 * and window) to the driver. There it is settled ({@link catena.read.settle.Settler}): the ledgers
 * are read again (P1), what a write between P0 and P1 explains is counted as changed during the
 * scan, what is missing is read again until a limit, and the rest are findings. So tasks need no
 * ledger files, and the driver's memory holds one batch of differing rows, however many there are.
 */
package catena.verify;
