// SPDX-License-Identifier: Apache-2.0
/**
 * Actions on a table as a whole between phases: flush, compact, split, merge, change properties,
 * make anew, wait until it is balanced. Each is a separate activity; a new one is an entry of
 * {@link catena.ingest.action.TableActions}. Except to make the table anew, none changes its
 * entries; a verification after them checks that.
 */
package catena.ingest.action;
