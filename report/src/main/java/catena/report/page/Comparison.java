package catena.report.page;

import catena.report.history.Blocks;
import catena.report.history.Chance;
import catena.report.history.Noise;
import catena.report.history.RunHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Two runs, figure by figure: how much changed, and whether that is more than noise. */
public final class Comparison {
  private Comparison() {}

  /** Each run after the first against the first. */
  static List<Table> all(List<RunHistory> runs) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 1; i < runs.size(); i++) {
      pairs.addAll(pairs(i, Figures.of(runs.get(0)), Figures.of(runs.get(i))));
    }
    List<Chance> chances = Chance.corrected(pairs.stream().map(Pair::chance).toList());
    long tests = chances.stream().filter(chance -> chance.p().isPresent()).count();
    List<Table> tables = new ArrayList<>();
    for (int i = 1; i < runs.size(); i++) {
      Table.Draft table =
          Table.of(
                  "comparison-" + i,
                  runs.get(i).name() + " against " + runs.get(0).name(),
                  note(tests))
              .columns("Figure", runs.get(0).name(), runs.get(i).name(), "Change", "Stands out");
      for (int row = 0; row < pairs.size(); row++) {
        if (pairs.get(row).run() == i) {
          table.row(pairs.get(row).cells(chances.get(row)));
        }
      }
      tables.add(table.done());
    }
    return tables;
  }

  private static String note(long tests) {
    return ("A change stands out where chance alone would bring about any of those on this page less"
            + " often than once in %.0f times: p < %s, corrected for the %d tests of the page (Holm)."
            + " Rates and latencies: each run is cut into %d to %d blocks of at least %d s and %d"
            + " correlation times, from which the uncertainty of the figure itself is taken (Welch's t"
            + " test); a run that holds fewer is too short to tell. Recovery: Mann–Whitney U test of the"
            + " faults, at least %d in each run.")
        .formatted(
            1 / Noise.LEVEL,
            Noise.LEVEL,
            tests,
            Blocks.FEWEST,
            Blocks.MOST,
            Blocks.SHORTEST_SECONDS,
            Blocks.CORRELATION_TIMES,
            Noise.Cases.FEWEST);
  }

  /** The same figure of the first run and of another one. */
  private record Pair(int run, Figure before, Figure after, Chance chance) {
    private List<String> cells(Chance corrected) {
      return List.of(
          after.name(),
          before.shown(),
          after.shown(),
          Formats.change(before.value(), after.value()),
          corrected.inWords());
    }
  }

  private static List<Pair> pairs(int run, List<Figure> before, List<Figure> after) {
    Map<String, Figure> first =
        before.stream().collect(Collectors.toMap(Figure::name, Function.identity(), (a, b) -> a));
    return after.stream()
        .filter(figure -> first.containsKey(figure.name()))
        .map(
            figure -> {
              Figure base = first.get(figure.name());
              Chance chance = base.noise().against(base.value(), figure.noise(), figure.value());
              return new Pair(run, base, figure, chance);
            })
        .toList();
  }
}
