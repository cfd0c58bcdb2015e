// SPDX-License-Identifier: Apache-2.0
/**
 * One run over many processes: what they agree by, and what starts them.
 *
 * <p>{@link catena.fleet.launch} starts worker processes by some engine and reports which of them
 * ended; it knows nothing of what they do. What they do, the composition root decides: each of them
 * is the command line {@code catena worker RUN}.
 */
package catena.fleet;
