/** What a report shows of read-after-write lag. */
package catena.report.lag;
