// SPDX-License-Identifier: Apache-2.0
/** What happened during a run, as it happened: one JSON object per line and process. */
package catena.records.journal;
