package catena.report.page;

import catena.report.history.Blocks;
import catena.report.history.RunHistory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Two runs, figure by figure: how much changed, and whether that is more than noise. */
public final class Comparison {
  private Comparison() {}

  /**
   * One run against another.
   *
   * @param id of the table
   */
  static Table of(String id, RunHistory base, RunHistory other) {
    Map<String, Figure> before =
        Figures.of(base).stream()
            .collect(Collectors.toMap(Figure::name, Function.identity(), (a, b) -> a));
    Table.Draft table =
        Table.of(
                id,
                other.name() + " against " + base.name(),
                ("Each run is cut into up to %d blocks of equal length (recovery: into its faults). A"
                        + " change stands out where chance alone would bring about such a"
                        + " difference between the blocks less often than once in %.0f times:"
                        + " two-sided Mann–Whitney U test, p < %s, at least %d blocks in each run.")
                    .formatted(Blocks.MOST, 1 / Blocks.LEVEL, Blocks.LEVEL, Blocks.FEWEST))
            .columns("Figure", base.name(), other.name(), "Change", "Stands out");
    for (Figure after : Figures.of(other)) {
      Figure first = before.get(after.name());
      if (first != null) {
        table.row(
            after.name(),
            first.shown(),
            after.shown(),
            Formats.change(first.value(), after.value()),
            judgement(first.noise(), after.noise()));
      }
    }
    return table.done();
  }

  /** Whether a change is more than noise, in words. */
  static String judgement(Blocks before, Blocks after) {
    if (before.size() == 0 || after.size() == 0) {
      return "one value each";
    }
    if (!before.comparable(after)) {
      return "too short to tell (%d and %d blocks)".formatted(before.size(), after.size());
    }
    double p = before.chance(after);
    String chance = p < 0.0001 ? "p < 0.0001" : String.format(Locale.ROOT, "p = %.4f", p);
    return (p < Blocks.LEVEL ? "yes, " : "no, ") + chance;
  }

  /** Each run after the first against the first. */
  static List<Table> all(List<RunHistory> runs) {
    return java.util.stream.IntStream.range(1, runs.size())
        .mapToObj(i -> of("comparison-" + i, runs.get(0), runs.get(i)))
        .toList();
  }
}
