// SPDX-License-Identifier: Apache-2.0
/** What may be done to the servers of a cluster, also of one that another process started. */
package catena.cluster.control;
