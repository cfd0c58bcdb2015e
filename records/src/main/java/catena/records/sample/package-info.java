// SPDX-License-Identifier: Apache-2.0
/**
 * What a collector samples, as it stands in the files below {@code stats/}: a line for each scope
 * and point of time, the line of the original collector, and what the names of the numbers mean.
 */
package catena.records.sample;
