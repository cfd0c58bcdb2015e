// SPDX-License-Identifier: Apache-2.0
/** When samples are taken and how they are kept: one grid of time, files of lines. */
package catena.stats.sample;
