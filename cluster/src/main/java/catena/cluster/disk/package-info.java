// SPDX-License-Identifier: Apache-2.0
/**
 * Disks of DataNodes, whose power can be cut: images of ext4, mounted through loop devices.
 *
 * <p>An image and its mount point are known from the cluster's directory alone. So what an
 * interrupted start or stop has left is found and unmounted by the next one. Where a DataNode has
 * two, the kernel limits the bandwidth of the slow one by its device.
 */
package catena.cluster.disk;
