// SPDX-License-Identifier: Apache-2.0
/**
 * What happens in a run, as it happens, for its listeners: a terminal, a command that is to be run.
 *
 * <p>The run's {@link catena.harness.watch.RunFollower} reports it; {@link
 * catena.scenario.watch.WatchCompanion} listens along with every run.
 */
package catena.scenario.watch;
