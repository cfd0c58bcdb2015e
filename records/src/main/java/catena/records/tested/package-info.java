// SPDX-License-Identifier: Apache-2.0
/** What was under test, as a run records it. */
package catena.records.tested;
