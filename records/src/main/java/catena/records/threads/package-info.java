// SPDX-License-Identifier: Apache-2.0
/** Threads none of which ends unseen, calls and programs with a limit, and one way to stop. */
package catena.records.threads;
