// SPDX-License-Identifier: Apache-2.0
/**
 * What is done to a table as a whole between phases: flushed, compacted, split, merged, its
 * properties changed, made anew, waited for until it is balanced. Each is an activity of its own; a
 * new one is a class here and its place in {@link catena.ingest.TableActivities}. What stands in
 * the table does not change by any of them, which is for a verification behind them to say.
 */
package catena.ingest.action;
