// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.records.history.RateFile;
import catena.records.history.RateStep;
import catena.records.words.Amounts;
import catena.records.words.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.text.WordUtils;

/** A search as lines of a terminal: a table of its steps, its result, and why no rate above it. */
final class RateTable {
  /** The summary of a run indents each line by two. */
  private static final int WIDTH = 78;

  private RateTable() {}

  /** Lines of at most 78 columns. */
  static List<String> lines(RateFile file) {
    List<String> lines = new ArrayList<>();
    if (!file.steps().isEmpty()) {
      TextTable table =
          new TextTable("step", "stage", "asked", "done", "p99", "late", "CPU", "host", "outcome");
      for (RateStep step : file.steps()) {
        table.row(
            step.number(),
            step.stage() + " " + step.repeat(),
            Amounts.rate(step.asked()),
            Amounts.rate(step.done()),
            StepJudge.time(step.longestP99()),
            StepJudge.time(step.lateSeconds()),
            StepJudge.percent(step.processors()),
            StepJudge.percent(step.hostProcessors()),
            step.cause().word());
      }
      table.lines().forEach(line -> lines.add(line.substring(0, Math.min(WIDTH, line.length()))));
    }
    wrap(file.sentence(), "", lines);
    file.steps().stream()
        .filter(step -> file.hasRate() && step.held() && step.stage().equals("confirm"))
        .reduce((a, b) -> b)
        .ifPresent(
            step ->
                wrap("confirmed by step %d: %s".formatted(step.number(), text(step)), "  ", lines));
    file.beyond()
        .ifPresent(
            step ->
                wrap(
                    "not held: %s (%s): %s"
                        .formatted(
                            Amounts.rate(step.asked()),
                            step.cause().word(),
                            String.join("; ", step.reasons())),
                    "  ",
                    lines));
    return lines;
  }

  private static String text(RateStep step) {
    StringBuilder words = new StringBuilder(Amounts.rate(step.done()) + " done");
    step.latencies()
        .forEach(
            (operation, latency) ->
                words
                    .append(", ")
                    .append(operation)
                    .append(" p99 ")
                    .append(StepJudge.time(latency.p99()))
                    .append(" of ")
                    .append(Amounts.grouped(latency.count())));
    return words + " in " + Amounts.span(Duration.ofMillis(step.to() - step.from()));
  }

  private static void wrap(String text, String indent, List<String> lines) {
    WordUtils.wrap(text, WIDTH - indent.length(), "\n", true)
        .lines()
        .forEach(line -> lines.add(indent + line));
  }
}
