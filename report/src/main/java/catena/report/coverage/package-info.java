// SPDX-License-Identifier: Apache-2.0
/**
 * What a run met of all that it may be asked to meet: full logs, recoveries from several of them,
 * operations cut by a kill.
 */
package catena.report.coverage;
