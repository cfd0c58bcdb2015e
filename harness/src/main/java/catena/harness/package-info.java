// SPDX-License-Identifier: Apache-2.0
/**
 * What a part of a run works with: the definition of an activity and of a command, the connection,
 * what is known of servers and tablets, jobs. It knows what a run's files say, and nothing of how a
 * table is judged.
 */
package catena.harness;
