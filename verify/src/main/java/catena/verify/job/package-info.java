// SPDX-License-Identifier: Apache-2.0
/**
 * MapReduce jobs over a table, on this machine or on YARN: settings, splits, limits, and what they
 * leave.
 */
package catena.verify.job;
