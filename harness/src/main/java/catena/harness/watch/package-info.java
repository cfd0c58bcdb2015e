// SPDX-License-Identifier: Apache-2.0
/**
 * What is added to the files of a run while it goes on, read once for all its listeners: a
 * terminal, an endpoint, samples, an agitator, a search for a rate.
 *
 * <p>{@link catena.harness.watch.RunFollower} follows the journals and latency logs in a run
 * directory, whichever process of whichever host writes them, and hands what is new to any number
 * of {@link catena.harness.watch.RunListener}s. Nothing else follows them.
 */
package catena.harness.watch;
