// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.settings.Setting;
import catena.records.verdict.Verdict;
import catena.scenario.usage.Invocation.Options;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Prints a script by which bash completes commands, options, settings and scenarios.
 *
 * @param commands all of them, including this one
 */
public record CompletionCommand(Supplier<List<Command>> commands) implements Command {
  @Override
  public CommandDescription description() {
    return CommandDescription.of(
        "completion",
        "print the completion of these commands for bash",
        CommandDescription.DONE,
        "bin/catena completion",
        "bin/catena completion > ~/.local/share/bash-completion/completions/catena");
  }

  @Override
  public Verdict run(Terminal terminal) throws IOException {
    String names = commands.get().stream().map(Command::name).collect(Collectors.joining(" "));
    try (InputStream script = CompletionCommand.class.getResourceAsStream("completion.bash")) {
      new String(script.readAllBytes(), UTF_8)
          .formatted(
              names,
              cases(command -> keys(command.description())),
              cases(command -> Options.of(command).names()),
              cases(command -> command.description().argumentWords().get()))
          .lines()
          .forEach(terminal::line);
    }
    return Verdict.PASS;
  }

  /** The words of each command that has some. */
  private String cases(Function<Command, List<String>> wordsOf) {
    StringBuilder cases = new StringBuilder();
    for (Command command : commands.get()) {
      String words = String.join(" ", wordsOf.apply(command));
      if (!words.isEmpty()) {
        cases.append("      %s) words=\"%s\" ;;\n".formatted(command.name(), words));
      }
    }
    return cases.toString();
  }

  /** The words that may follow {@code -o}. */
  private static List<String> keys(CommandDescription command) {
    return command.settings().stream()
        .flatMap(Setting::keys)
        .map(key -> key.endsWith(".") ? key : key + "=")
        .toList();
  }
}
