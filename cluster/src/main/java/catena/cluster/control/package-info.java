// SPDX-License-Identifier: Apache-2.0
/**
 * What may be done to the servers of a cluster, also of one that another process started, and which
 * of them holds which lock.
 */
package catena.cluster.control;
