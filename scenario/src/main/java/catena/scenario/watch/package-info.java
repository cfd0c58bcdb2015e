// SPDX-License-Identifier: Apache-2.0
/**
 * What happens in a run, as it happens, for whoever wants to hear of it: a terminal, a command that
 * is to be run.
 *
 * <p>The run's {@link catena.harness.watch.RunFollower} tells of it; {@link
 * catena.scenario.watch.WatchCompanion} listens beside every run.
 */
package catena.scenario.watch;
