// SPDX-License-Identifier: Apache-2.0
/**
 * What every reader of a table needs to check it: what the ledgers promise by now, how a range is
 * compared with a scan, and what becomes of a row that differs.
 */
package catena.read.check;
