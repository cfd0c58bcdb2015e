// SPDX-License-Identifier: Apache-2.0
/** Figures of the run's own clients, from what they write into the run directory. */
package catena.stats.client;
