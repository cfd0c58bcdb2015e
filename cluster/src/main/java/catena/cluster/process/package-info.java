// SPDX-License-Identifier: Apache-2.0
/** Processes of servers: started, remembered, signalled, found again. */
package catena.cluster.process;
