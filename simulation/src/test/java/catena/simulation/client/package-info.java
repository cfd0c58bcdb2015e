/** Accumulo's client for the simulated table, as far as the suite uses it. */
package catena.simulation.client;
