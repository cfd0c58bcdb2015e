// SPDX-License-Identifier: Apache-2.0
/**
 * What was found in a run: all counted, by kind, tablet and server; the first of each kind kept.
 */
package catena.report.finding;
