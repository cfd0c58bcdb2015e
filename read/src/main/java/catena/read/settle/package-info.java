// SPDX-License-Identifier: Apache-2.0
/**
 * Rows that are not as promised and may pass: read again until they do, or until their time is up.
 * {@link catena.read.settle.Settler} has the rules; a driver has the time, during the work of
 * readers or to the end of all rows. What is handed over is accounted for.
 */
package catena.read.settle;
