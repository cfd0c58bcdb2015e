// SPDX-License-Identifier: Apache-2.0
/** Threads that never end unseen, calls and programs with a limit, and one way to stop. */
package catena.records.threads;
