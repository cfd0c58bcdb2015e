// SPDX-License-Identifier: Apache-2.0
/** Whether every server is at work, asked of those who must know. */
package catena.cluster.health;
