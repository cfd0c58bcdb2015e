// SPDX-License-Identifier: Apache-2.0
/**
 * A run over workers, put together: what starts them ({@link catena.scenario.fleet.Launchers}), the
 * coordinator with its files ({@link catena.scenario.fleet.FleetWorkers}), and what its terminal
 * shows.
 */
package catena.scenario.fleet;
