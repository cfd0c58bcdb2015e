// SPDX-License-Identifier: Apache-2.0
/**
 * The cluster of a run, whether it is given or started for it ({@link
 * catena.scenario.cluster.Clusters}), and the phases that wait for its servers.
 */
package catena.scenario.cluster;
