// SPDX-License-Identifier: Apache-2.0
/**
 * The table in memory: tablets, servers, calls on their way, files, and the faults that can be
 * planted in it ({@link catena.simulation.table.Lie}).
 */
package catena.simulation.table;
