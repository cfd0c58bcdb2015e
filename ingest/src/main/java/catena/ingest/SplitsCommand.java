// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.SettingOptions;
import catena.harness.command.Terminal;
import catena.ingest.table.GraphSettings;
import catena.ingest.table.SplitPoints;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes a file of even split points: the paper's GenSplits. */
public final class SplitsCommand implements Command {
  private static final List<Setting<?>> SETTINGS =
      List.of(GraphSettings.ROW_MIN, GraphSettings.ROW_MAX);

  @ParametersDelegate private final SettingOptions options = new SettingOptions();

  @Parameter(description = "N FILE: how many split points, and the file for them")
  private List<String> arguments = new ArrayList<>();

  private final CommandContext context;

  /** The command. */
  public SplitsCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            "splits",
            "write a file of N evenly spaced split points",
            CommandDescription.DONE,
            "bin/catena splits 99 splits.txt",
            "bin/catena splits 9 splits.txt -o graph.row.max=1000000")
        .reading(SETTINGS);
  }

  @Override
  public Verdict run(Terminal terminal) {
    Problems problems = new Problems();
    Settings settings = context.settings(SETTINGS, options, problems);
    problems.unless(
        arguments.size() == 2 && arguments.get(0).matches("[1-9][0-9]{0,6}"),
        "Write it as: splits N FILE, where N is from 1 to 9999999");
    problems.throwIfAny();
    long min = settings.get(GraphSettings.ROW_MIN);
    long max = settings.get(GraphSettings.ROW_MAX);
    if (min >= max) {
      throw new UsageException("graph.row.min must be less than graph.row.max");
    }
    int number = Integer.parseInt(arguments.get(0));
    Path file = Path.of(arguments.get(1));
    List<String> rows = SplitPoints.even(min, max, number);
    SplitPoints.write(file, rows);
    terminal.line("wrote %d split points into %s".formatted(number, file));
    return Verdict.PASS;
  }
}
