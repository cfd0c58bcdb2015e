// SPDX-License-Identifier: Apache-2.0
/**
 * Processes of servers: started, remembered, signalled, found again; and what each node of them has
 * to itself, processor and memory by control groups.
 */
package catena.cluster.process;
