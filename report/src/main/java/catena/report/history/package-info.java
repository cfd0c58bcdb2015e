// SPDX-License-Identifier: Apache-2.0
/**
 * What a run directory tells of a run, read once, whole or cut off at any byte.
 *
 * <p>The files are read by {@code catena.records.history}, which deals with null and absence; here
 * it is put together so that a page can be made of any directory.
 */
package catena.report.history;
