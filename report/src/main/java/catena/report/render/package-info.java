// SPDX-License-Identifier: Apache-2.0
/** The forms of a report: one HTML file, text of 80 columns, CSV. */
package catena.report.render;
