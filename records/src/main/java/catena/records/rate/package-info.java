// SPDX-License-Identifier: Apache-2.0
/**
 * What a search for the highest rate has found so far, on record in {@code rate.json} of its run
 * directory: written by the search after each step, read by reports.
 */
package catena.records.rate;
