/** Several runs in one table. */
package catena.report.several;
