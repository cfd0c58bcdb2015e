// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.RecoveryMeasure;
import catena.records.history.Series;
import catena.report.history.Blocks;
import catena.report.history.LatencyTrack;
import catena.report.history.Noise;
import catena.report.history.Operations;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import java.util.ArrayList;
import java.util.List;

/** The numbers that a run comes to, each with the noise inside the run where that can be seen. */
public final class Figures {
  private static final double[] PERCENTILES = {50, 99, 99.9};

  /** What of a recovery is compared between runs. */
  private static final List<RecoveryMeasure> COMPARED =
      List.of(RecoveryMeasure.REHOST, RecoveryMeasure.FIRST_FLUSH, RecoveryMeasure.RECOVERED);

  private Figures() {}

  /** All of them, the most asked for first. */
  public static List<Figure> of(RunHistory run) {
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
    figures.add(Figure.single(what + ", maximum", Unit.PER_SECOND, run.maximum(counted)));
  }

  private static void latencies(String tag, LatencyTrack track, List<Figure> figures) {
    for (double percentile : PERCENTILES) {
      figures.add(
          new Figure(
              tag + " latency, p" + (percentile > 99 ? "99.9" : Math.round(percentile)),
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
    Recovery.byKind(run.faults())
        .forEach(
            (kind, faults) ->
                COMPARED.forEach(
                    measure -> {
                      double[] sorted = Recovery.sorted(faults, measure.key());
                      if (sorted.length > 0) {
                        figures.add(
                            new Figure(
                                kind + ": " + Recovery.words(measure.key()) + ", median",
                                Recovery.unit(measure.key()),
                                Series.median(sorted),
                                sorted.length,
                                new Noise.Cases(sorted)));
                      }
                    }));
  }
}
