// SPDX-License-Identifier: Apache-2.0
/** Accumulo's client for the simulated table, as far as the suite uses it. */
package catena.simulation.client;
