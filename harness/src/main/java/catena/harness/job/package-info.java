// SPDX-License-Identifier: Apache-2.0
/**
 * MapReduce jobs, in this process or on YARN: their configuration, the jars that they ship, and
 * their run from the submission to the last record of their output.
 */
package catena.harness.job;
