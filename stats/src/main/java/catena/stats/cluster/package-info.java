/** Figures of the cluster, from everybody who knows some. */
package catena.stats.cluster;
