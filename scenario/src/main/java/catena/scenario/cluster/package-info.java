// SPDX-License-Identifier: Apache-2.0
/**
 * The cluster of a run: the one that it starts for itself ({@link
 * catena.scenario.cluster.OwnCluster}), what is known of one that is named ({@link
 * catena.scenario.cluster.Clusters}), and the phases that wait for its servers.
 */
package catena.scenario.cluster;
