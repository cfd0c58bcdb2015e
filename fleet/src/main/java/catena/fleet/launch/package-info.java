// SPDX-License-Identifier: Apache-2.0
/**
 * Starts workers with any of several engines: as processes of this machine or of others, as pods of
 * Kubernetes, or as a job on YARN.
 *
 * <p>An engine starts processes, reports which ended, and ends them. It decides nothing about the
 * run: the coordinator decides whether a worker that died is replaced, unless the engine does so by
 * itself ({@link catena.fleet.launch.Workers#start}).
 *
 * <p>On YARN that is a MapReduce job of map tasks only: one task for each slot, and a new attempt
 * of the task when a worker died. Nothing is installed on the nodes; the job ships the classes of
 * the process that submits it. A worker runs in its task's own JVM: heap, container, log, death and
 * successor are those of any task of YARN and MapReduce. What tasks need to know is in the job's
 * credentials, since it holds a password and YARN's web pages show a job's configuration. A counter
 * of the task says with which status a worker ended.
 */
package catena.fleet.launch;
