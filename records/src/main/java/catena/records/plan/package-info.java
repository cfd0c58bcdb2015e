// SPDX-License-Identifier: Apache-2.0
/**
 * What a run is to do, on record before it begins: the parameters of its scenario, its phases and
 * which of them are rows of a table; and which runs a sweep has made. Written by whoever starts
 * runs, read by reports.
 */
package catena.records.plan;
