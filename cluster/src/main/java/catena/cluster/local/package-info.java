// SPDX-License-Identifier: Apache-2.0
/** A cluster of processes on this machine, from its layout to its end. */
package catena.cluster.local;
