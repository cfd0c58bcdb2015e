// SPDX-License-Identifier: Apache-2.0
/** The clock, the random numbers and the scheduler: all that follows from a seed. */
package catena.simulation.world;
