// SPDX-License-Identifier: Apache-2.0
/** What was done in each phase of a run, in numbers. */
package catena.report.phase;
