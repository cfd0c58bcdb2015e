/** What a report shows of the operations of YCSB's workloads. */
package catena.report.ycsb;
