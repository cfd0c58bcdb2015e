// SPDX-License-Identifier: Apache-2.0
/**
 * What a run will come to, said before it begins: entries, time, disk. Roughly, and by rates that
 * are named; nothing is decided by it.
 */
package catena.harness.forecast;
