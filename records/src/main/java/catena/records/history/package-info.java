// SPDX-License-Identifier: Apache-2.0
/**
 * What the files of a run record about it, read back, for all its readers: report, trace, stats and
 * agitator.
 *
 * <p>What is written by one module and read by another has one type here that both use. A directory
 * may be whole, still growing, cut off at any byte or of an older version: {@link
 * catena.records.history.TolerantReader} reads what there is and says what is missing, and absent
 * values become empty ones in the types themselves.
 */
package catena.records.history;
