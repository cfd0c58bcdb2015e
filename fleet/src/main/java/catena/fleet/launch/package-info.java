// SPDX-License-Identifier: Apache-2.0
/**
 * Starts workers by an engine, whichever it is: processes of this machine, or a job on YARN.
 *
 * <p>An engine starts processes, says which ended, and ends them. It decides nothing about the run:
 * whether a worker that died is replaced is for the coordinator to say, unless the engine does so
 * by itself ({@link catena.fleet.launch.Workers#start}).
 */
package catena.fleet.launch;
