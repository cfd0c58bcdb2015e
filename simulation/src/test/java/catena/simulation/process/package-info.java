// SPDX-License-Identifier: Apache-2.0
/**
 * The real writers, readers and verification as processes of a seed, which can be killed at any
 * step.
 */
package catena.simulation.process;
