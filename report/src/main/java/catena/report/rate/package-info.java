/** Searches for the highest rate: their number, their steps, throughput against latency. */
package catena.report.rate;
