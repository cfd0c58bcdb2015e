// SPDX-License-Identifier: Apache-2.0
/**
 * Starts workers by an engine, whichever it is: processes of this machine or of others, pods of
 * Kubernetes, or a job on YARN.
 *
 * <p>An engine starts processes, says which ended, and ends them. It decides nothing about the run:
 * whether a worker that died is replaced is for the coordinator to say, unless the engine does so
 * by itself ({@link catena.fleet.launch.Workers#start}).
 *
 * <p>On YARN that is a MapReduce job of map tasks only: one task for each slot, and a new attempt
 * of the task where a worker died. Nothing is installed on the nodes; the job ships the classes of
 * the process that submits it. A worker runs in its task's own JVM: heap, container, log, death and
 * successor are what YARN and MapReduce make of any task. What tasks need to know goes with the
 * job's credentials, since it holds a password and the pages of YARN show a job's configuration.
 * With which status a worker ended is a counter of its task.
 */
package catena.fleet.launch;
