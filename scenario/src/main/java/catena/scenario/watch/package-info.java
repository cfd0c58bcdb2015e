/**
 * What happens in a run, as it happens, for whoever wants to hear of it: a terminal, a command that
 * is to be run, an endpoint.
 *
 * <p>{@link catena.scenario.watch.RunWatch} follows the journals and latency logs in a run
 * directory, whichever process of whichever host writes them, and hands what is new to any number
 * of {@link catena.scenario.watch.RunListener}s. {@link catena.scenario.watch.WatchCompanion} has
 * one beside every run.
 */
package catena.scenario.watch;
