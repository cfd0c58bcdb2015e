// SPDX-License-Identifier: Apache-2.0
/** Several runs in one table. */
package catena.report.several;
