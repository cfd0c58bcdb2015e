// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.words.Problems;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What the composition root gives to the commands.
 *
 * @param known the settings of all commands, which a file may hold
 * @param words the command line, for {@code environment.json}
 * @param stop asked by SIGTERM and Ctrl-C
 * @param seeds gives a seed to a graph for which the user names none
 */
public record CommandContext(
    List<Setting<?>> known, List<String> words, StopSignal stop, Clock clock, LongSupplier seeds) {
  /** Copies the collections. */
  public CommandContext {
    known = List.copyOf(known);
    words = List.copyOf(words);
  }

  /** The settings that a command declares, from its options; problems are added to the others. */
  public Settings settings(
      Collection<? extends Setting<?>> declared, TargetOptions options, Problems problems) {
    List<Layer> layers = options.layers(List.of(), problems);
    return Settings.resolve(declared, known, layers, problems);
  }
}
