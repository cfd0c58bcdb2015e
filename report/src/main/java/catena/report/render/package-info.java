// SPDX-License-Identifier: Apache-2.0
/**
 * The forms of a report: one HTML file, text of 80 columns, CSV; and what a run came to, in the
 * forms that other tools read.
 */
package catena.report.render;
