// SPDX-License-Identifier: Apache-2.0
/** What a cluster consists of: roles, servers, hosts and their names. */
package catena.cluster.spec;
