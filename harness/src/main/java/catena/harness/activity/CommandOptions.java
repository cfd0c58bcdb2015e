// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * What only the command line can ask of an activity; a delegate for JCommander. An activity finds
 * its own in {@link CallerContext}, if it is performed as a command.
 */
public class CommandOptions {
  /** Options that ask for nothing. */
  public CommandOptions() {}

  /** What they set, above all other layers. */
  public List<Layer> layers() {
    return List.of();
  }

  /** The run directories that are named as arguments. */
  public List<String> runs() {
    return List.of();
  }

  /** The run directory to work in, if they name one. */
  public Optional<String> directory() {
    return Optional.empty();
  }

  /**
   * Something that is no run at all, if it is asked for.
   *
   * @param given the options, the terminal, the context of the command, a local cluster
   */
  public Optional<Callable<Verdict>> errand(Settings own, CallerContext given) {
    return Optional.empty();
  }
}
