// SPDX-License-Identifier: Apache-2.0
/** Whether every server is at work, by queries to the servers that must know. */
package catena.cluster.health;
