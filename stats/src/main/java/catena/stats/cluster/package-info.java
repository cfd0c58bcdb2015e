// SPDX-License-Identifier: Apache-2.0
/** Figures of the cluster, from everybody who knows some. */
package catena.stats.cluster;
