// SPDX-License-Identifier: Apache-2.0
/** What the files of a run say of what was lost and of what happened to the servers. */
package catena.trace.record;
