// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.history.Series;
import catena.report.history.Blocks;
import catena.report.history.Chance;
import catena.report.history.LatencyTrack;
import catena.report.history.Noise;
import catena.report.history.Operations;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Two runs, figure by figure: how much changed, and whether that is more than noise.
 *
 * @param sentences how the runs after the first differ from it
 * @param tables all figures of each run after the first
 */
public record Comparison(List<String> sentences, List<Table> tables) {
  /** Differences beyond this many are in the table only. */
  private static final int MOST = 4;

  private static final double[] PERCENTILES = {50, 99, 99.9};

  /** The measures of a recovery that are compared between runs. */
  private static final List<RecoveryMeasure> COMPARED =
      List.of(RecoveryMeasure.REHOST, RecoveryMeasure.FIRST_FLUSH, RecoveryMeasure.RECOVERED);

  /** Each later run against the first; a pair too short for a test has no sentence. */
  static Comparison of(List<RunHistory> runs) {
    List<Pair> pairs = pairs(runs);
    long tests = pairs.stream().filter(pair -> pair.chance.p().isPresent()).count();
    List<Table> tables = new ArrayList<>();
    ListMultimap<String, String> sentences =
        MultimapBuilder.linkedHashKeys().arrayListValues().build();
    for (int i = 1; i < runs.size(); i++) {
      int run = i;
      List<Pair> own = pairs.stream().filter(pair -> pair.run == run).toList();
      String title = runs.get(i).name() + " against " + runs.get(0).name();
      tables.add(
          Table.<Pair>of("comparison-" + i, title, note(own, tests).about())
              .words("Figure", pair -> pair.after.name())
              .cells(runs.get(0).name(), Unit.AMOUNT, pair -> pair.before.cell())
              .cells(runs.get(i).name(), Unit.AMOUNT, pair -> pair.after.cell())
              .cells("Change", Unit.SHARE, Pair::change)
              .words("Stands out", pair -> pair.chance.inWords(pair.mood()))
              .marked(pair -> Table.Mark.mood(pair.mood()))
              .rows(own));
      if (isTested(own) || own.stream().allMatch(pair -> pair.before.noise() == Noise.NONE)) {
        sentences.put(sentence(own), runs.get(i).name());
      }
    }
    return new Comparison(
        sentences.keySet().stream()
            .map(same -> who(sentences.get(same)) + " against " + runs.get(0).name() + ": " + same)
            .toList(),
        tables);
  }

  /** The runs with the same sentence; if they are many, the first, the last, and their number. */
  private static String who(List<String> same) {
    return same.size() < 3
        ? String.join(" and ", same)
        : "%s to %s (%d runs)".formatted(same.get(0), same.get(same.size() - 1), same.size());
  }

  /** How one run differs, the most significant difference first. */
  private static String sentence(List<Pair> own) {
    List<String> differing =
        own.stream()
            .filter(pair -> pair.chance.standsOut())
            .sorted(Comparator.comparingDouble(pair -> pair.chance.p().getAsDouble()))
            .map(Pair::inWords)
            .toList();
    if (!differing.isEmpty()) {
      int more = differing.size() - MOST;
      return String.join("; ", differing.subList(0, Math.min(MOST, differing.size())))
          + (more > 0
              ? "; and %d more figures stand out.".formatted(more)
              : "; nothing else stands out.");
    }
    return isTested(own)
        ? "no figure differs by more than chance explains."
        : "no figure can be compared, the runs have nothing in common.";
  }

  private static boolean isTested(List<Pair> own) {
    return own.stream().anyMatch(pair -> pair.chance.p().isPresent());
  }

  private static Words note(List<Pair> own, long tests) {
    return isTested(own)
        ? Words.of(
            "comparison",
            1 / Noise.LEVEL,
            Noise.LEVEL,
            tests,
            Blocks.FEWEST,
            Blocks.MOST,
            Blocks.SHORTEST_SECONDS,
            Blocks.CORRELATION_TIMES,
            Noise.Cases.FEWEST)
        : Words.of(
            "comparison-untested", Blocks.FEWEST, Blocks.SHORTEST_SECONDS, Noise.Cases.FEWEST);
  }

  /**
   * The same figure in the first run and in another one.
   *
   * @param chance corrected for all the tests of the page
   */
  private record Pair(int run, Figure before, Figure after, Chance chance) {
    private Pair with(Chance corrected) {
      return new Pair(run, before, after, corrected);
    }

    private String mood() {
      return chance.standsOut() ? before.mood(after.value()) : "";
    }

    private Cell change() {
      double less = after.value() - before.value();
      return Cell.of(
          less == 0 ? 0 : less / Math.abs(before.value()),
          Unit.SHARE,
          Formats.change(before.value(), after.value()));
    }

    /** {@code ingest entries, average 20.0 % lower (worse)}. */
    private String inWords() {
      String change = change().text();
      String direction = change.startsWith("-") ? " lower" : " higher";
      return "%s %s%s (%s)".formatted(after.name(), change.substring(1), direction, mood());
    }
  }

  private static List<Pair> pairs(List<RunHistory> runs) {
    if (runs.size() < 2) {
      return List.of();
    }
    List<Pair> pairs = new ArrayList<>();
    Map<String, Figure> first =
        figures(runs.get(0)).stream()
            .collect(Collectors.toMap(Figure::name, Function.identity(), (a, b) -> a));
    for (int run = 1; run < runs.size(); run++) {
      for (Figure figure : figures(runs.get(run))) {
        Figure base = first.get(figure.name());
        if (base != null) {
          Chance chance = base.noise().against(base.value(), figure.noise(), figure.value());
          pairs.add(new Pair(run, base, figure, chance));
        }
      }
    }
    List<Chance> corrected = Chance.corrected(pairs.stream().map(Pair::chance).toList());
    return IntStream.range(0, pairs.size())
        .mapToObj(i -> pairs.get(i).with(corrected.get(i)))
        .toList();
  }

  /**
   * The figures of a run, each with the noise within the run if that can be measured; the most
   * requested first.
   */
  public static List<Figure> figures(RunHistory run) {
    List<Figure> figures = new ArrayList<>();
    figures.add(Figure.single("entries written", Unit.AMOUNT, run.journal().puts().total()));
    if (run.journal().deletes().total() > 0) {
      figures.add(Figure.single("entries deleted", Unit.AMOUNT, run.journal().deletes().total()));
    }
    figures.add(Figure.single("duration", Unit.SECONDS, run.span().seconds()));
    run.journal().work().values().forEach(work -> rates(run, work, figures));
    Operations.ordered(run.latencies().keySet())
        .forEach(tag -> latencies(tag, run.latencies().get(tag), figures));
    recovery(run, figures);
    return figures;
  }

  private static void rates(RunHistory run, Work work, List<Figure> figures) {
    RateBins counted = work.counted();
    if (counted.total() == 0) {
      return;
    }
    String what = work.label();
    Noise noise = Blocks.ofRates(work.working(run.rateSeconds()), run.rateSeconds());
    figures.add(new Figure(what + ", average", Unit.PER_SECOND, work.average(), 0, noise));
    figures.add(Figure.single(what + ", maximum", Unit.PER_SECOND, run.maximum(work)));
  }

  private static void latencies(String tag, LatencyTrack track, List<Figure> figures) {
    for (double percentile : PERCENTILES) {
      figures.add(
          new Figure(
              tag + " latency, " + Formats.percentile(percentile),
              Unit.MILLIS,
              LatencyTrack.millis(track.total(), percentile),
              0,
              track.blocks(percentile)));
    }
    figures.add(
        Figure.single(
            tag + " latency, largest", Unit.MILLIS, LatencyTrack.millis(track.total(), 100)));
  }

  private static void recovery(RunHistory run, List<Figure> figures) {
    for (Map.Entry<String, List<FaultRecord>> kind : Recovery.byKind(run.faults()).entrySet()) {
      for (RecoveryMeasure measure : COMPARED) {
        double[] sorted = Recovery.sorted(kind.getValue(), measure.key());
        if (sorted.length > 0) {
          String name = kind.getKey() + ": " + Recovery.words(measure.key()) + ", median";
          Unit unit = Recovery.unit(measure.key());
          Noise noise = new Noise.Cases(sorted);
          figures.add(new Figure(name, unit, Series.median(sorted), sorted.length, noise));
        }
      }
    }
  }

  /**
   * One figure of a run.
   *
   * @param cases the number of cases that it is the median of; 0 if it is of the run as a whole
   * @param noise how far chance alone moves the number
   */
  public record Figure(String name, Unit unit, double value, int cases, Noise noise) {
    static Figure single(String name, Unit unit, double value) {
      return new Figure(name, unit, value, 0, Noise.NONE);
    }

    /**
     * Whether another number of the same kind is {@code better} or {@code worse}: a higher rate is
     * better, a longer time is worse.
     */
    String mood(double other) {
      return other > value == (unit == Unit.PER_SECOND) ? "better" : "worse";
    }

    Cell cell() {
      String number = unit.inWords(value) + (unit == Unit.PER_SECOND ? "/s" : "");
      return cases > 0
          ? Cell.more(value, unit, number + " (of " + cases + ")")
          : Cell.of(value, unit, number);
    }
  }
}
