// SPDX-License-Identifier: Apache-2.0
/**
 * What a cluster consists of, roles, servers, hosts and their names, and the files of its
 * directory: where each lies, and what {@code cluster.json} contains.
 */
package catena.cluster.spec;
