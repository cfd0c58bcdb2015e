// SPDX-License-Identifier: Apache-2.0
/** How the table split while clients were at work, and what they noticed of it. */
package catena.report.split;
