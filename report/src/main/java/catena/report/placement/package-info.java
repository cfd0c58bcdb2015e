// SPDX-License-Identifier: Apache-2.0
/**
 * Where the data of runs was, what storage of that kind costs, and how fast recovery was with it.
 */
package catena.report.placement;
