// SPDX-License-Identifier: Apache-2.0
/** What was under test, as a run tells it. */
package catena.records.tested;
