// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.records.settings.Setting;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a command says of itself. Help, completion and the nearest words are made from it, and from
 * the options that JCommander's annotations declare.
 *
 * @param name the word on the command line, lower case
 * @param about what it does, in a line
 * @param statuses the exit statuses with their meanings, in a line
 * @param examples command lines as a user would type them, from {@code bin/catena} on
 * @param settings that the command reads
 * @param argumentWords words that may be its arguments; none where these are names of files
 * @param group where help has it
 */
public record CommandDescription(
    String name,
    String about,
    String statuses,
    List<String> examples,
    List<Setting<?>> settings,
    Supplier<List<String>> argumentWords,
    String group) {
  /** The group of what one begins with, which needs no cluster. */
  public static final String START = "Start here";

  /** The group of what is done to a cluster or to a run. */
  public static final String CLUSTER = "On your cluster";

  /** The group of all else. */
  public static final String MORE = "More";

  /** The statuses of a command that ends with a verdict. */
  public static final String VERDICTS =
      "0 PASS, 1 FAIL, 2 UNKNOWN, 3 BUDGET, 64 usage or settings error";

  /** The statuses of a command that only does or prints something. */
  public static final String DONE = "0 done, 2 not completed, 64 usage or settings error";

  /** Copies the lists. */
  public CommandDescription {
    examples = List.copyOf(examples);
    settings = List.copyOf(settings);
  }

  /** Of a command without settings, whose arguments are names of files. */
  public static CommandDescription of(
      String name, String about, String statuses, String... examples) {
    return new CommandDescription(
        name, about, statuses, List.of(examples), List.of(), () -> List.of(), MORE);
  }

  /** The same in a group of the help. */
  public CommandDescription in(String its) {
    return new CommandDescription(name, about, statuses, examples, settings, argumentWords, its);
  }

  /** The same of a command that reads these settings. */
  public CommandDescription reading(List<? extends Setting<?>> those) {
    return new CommandDescription(
        name, about, statuses, examples, List.copyOf(those), argumentWords, group);
  }

  /** The same of a command whose arguments may be these words. */
  public CommandDescription withArguments(Supplier<List<String>> words) {
    return new CommandDescription(name, about, statuses, examples, settings, words, group);
  }
}
