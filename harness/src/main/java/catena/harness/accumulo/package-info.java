// SPDX-License-Identifier: Apache-2.0
/** What every part needs of Accumulo: a connection with limits, the graph of a table, entries. */
package catena.harness.accumulo;
