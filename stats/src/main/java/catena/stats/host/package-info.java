// SPDX-License-Identifier: Apache-2.0
/** Figures of this host and of the processes on it. */
package catena.stats.host;
