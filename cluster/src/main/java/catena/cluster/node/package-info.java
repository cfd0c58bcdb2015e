// SPDX-License-Identifier: Apache-2.0
/** What each node of a cluster has to itself: processor and memory by control groups. */
package catena.cluster.node;
