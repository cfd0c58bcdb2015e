// SPDX-License-Identifier: Apache-2.0
/**
 * MapReduce jobs, in this process or on YARN: their configuration, the jars that they ship, and
 * their run from the submission to the last record of their output.
 *
 * <p>On YARN every job needs the site's Hadoop configuration, and this process's own class path,
 * since nothing of Catena is installed on the nodes ({@link catena.harness.job.TaskJars}).
 */
package catena.harness.job;
