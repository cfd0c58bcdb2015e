// SPDX-License-Identifier: Apache-2.0
/**
 * One run over many processes: how they agree, and what starts them.
 *
 * <p>{@link catena.fleet.launch} starts worker processes with some engine and reports which of them
 * ended; it knows nothing of what they do. The composition root decides what they do: each of them
 * runs the command line {@code catena worker RUN}.
 */
package catena.fleet;
