// SPDX-License-Identifier: Apache-2.0
/**
 * What of a local cluster is on which kind of disk: storage policies of HDFS define where it is to
 * be, and the locations of blocks, and the files of the disks, where it is.
 */
package catena.cluster.placement;
