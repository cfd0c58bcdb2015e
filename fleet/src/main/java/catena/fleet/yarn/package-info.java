/**
 * Starts workers on YARN, by a MapReduce job of map tasks only: one task for each slot, and a new
 * attempt of the task where a worker died. Nothing is installed on the nodes; the job ships the
 * classes of the process that submits it.
 *
 * <p>A task starts the worker as a process of its own, with the command line that every launcher
 * uses. So the worker has its own heap, signals and exit status, and the task reports progress
 * whatever the worker waits for. Each ends with the other: the task kills the worker, the worker
 * looks whether the task is there, and YARN kills both with their container.
 *
 * <p>What the submitter and the tasks tell one another, beside what MapReduce does, are files in a
 * directory of the user's home ({@link catena.fleet.yarn.JobFiles}): that all are to end, and how
 * each worker ended. What tasks need to know goes with the job's credentials, since it holds a
 * password and the pages of YARN show a job's configuration.
 */
package catena.fleet.yarn;
