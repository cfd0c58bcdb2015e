/**
 * The cluster of a run: the one that it starts for itself ({@link
 * catena.scenario.cluster.OwnCluster}), and what is known of one that is named ({@link
 * catena.scenario.cluster.Clusters}).
 */
package catena.scenario.cluster;
