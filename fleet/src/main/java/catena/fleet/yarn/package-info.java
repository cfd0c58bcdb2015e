// SPDX-License-Identifier: Apache-2.0
/**
 * Starts workers on YARN, by a MapReduce job of map tasks only: one task for each slot, and a new
 * attempt of the task where a worker died. Nothing is installed on the nodes; the job ships the
 * classes of the process that submits it.
 *
 * <p>A worker runs in its task's own JVM: heap, container, log, death and successor are what YARN
 * and MapReduce make of any task. What tasks need to know goes with the job's credentials, since it
 * holds a password and the pages of YARN show a job's configuration. With which status a worker
 * ended is a counter of its task.
 */
package catena.fleet.yarn;
