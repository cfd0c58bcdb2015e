// SPDX-License-Identifier: Apache-2.0
/**
 * The forms of a report: one HTML file, text of 80 columns, CSV; and the results of a run in
 * formats that other tools read.
 */
package catena.report.render;
