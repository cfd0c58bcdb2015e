// SPDX-License-Identifier: Apache-2.0
/**
 * Puts the parts together: the command line, and runs as scenarios describe them.
 *
 * <p>A run is data: a scenario and settings go in, every arrow between phases is a file of the run
 * directory, and a verdict comes out.
 *
 * <p>A run over workers is put together by {@link catena.scenario.Launchers}, the list of what can
 * start them, and {@link catena.fleet.coordinate.FleetPhases}, which performs its phases.
 */
package catena.scenario;
