// SPDX-License-Identifier: Apache-2.0
/** Searches for the highest rate: their number, their steps, throughput against latency. */
package catena.report.rate;
