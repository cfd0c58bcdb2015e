// SPDX-License-Identifier: Apache-2.0
/** A network of hosts on one machine, by network namespaces, which can be cut and healed. */
package catena.cluster.network;
