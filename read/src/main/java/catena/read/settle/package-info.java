// SPDX-License-Identifier: Apache-2.0
/**
 * Rows that are not as promised and may pass: read again until they do, or until their time is up.
 * {@link catena.read.settle.Settler} has the rules; a driver decides on the time, concurrently with
 * the readers or until all rows are settled. Each row that is handed over is accounted for.
 */
package catena.read.settle;
