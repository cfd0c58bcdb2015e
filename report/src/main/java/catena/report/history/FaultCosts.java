// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.FaultRecord;
import catena.records.history.Span;
import catena.report.history.FaultCost.Dip;
import catena.report.history.FaultCost.Loss;
import catena.report.history.FaultCost.Outage;
import catena.report.history.RunHistory.PhaseSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What each fault cost writers and readers, from their whole journals.
 *
 * <p>A dip is searched from the fault's begin until some time after the cluster was whole, and
 * followed until it is over, but at most to the next fault, the end of the phase, or the last
 * report of the clients.
 *
 * @param faults in the order of time
 * @param usual the usual rates in each phase that had faults
 */
public record FaultCosts(List<FaultCost> faults, List<Baseline> usual) {
  /**
   * What writers, or readers, do when there is no fault.
   *
   * @param writing whether it is of writers
   * @param quietSeconds in which no fault was open, or had been open shortly before
   * @param rates empty if there are too few quiet seconds, or if they are too uneven
   * @param reportMillis how long a time one report of a client covers
   */
  public record Baseline(
      String phase,
      boolean writing,
      int quietSeconds,
      Optional<RelativeRates.OfSeconds> rates,
      long reportMillis) {
    /** Whether too few seconds are quiet. */
    public boolean tooFew() {
      return quietSeconds < FEWEST_QUIET;
    }
  }

  /** With fewer quiet seconds than this, the usual rate is not known. */
  public static final int FEWEST_QUIET = 20;

  /** How long after a fault no second counts as quiet, and a dip still counts for the fault. */
  public static final int SETTLING_SECONDS = 30;

  /** A shorter time without an answer is no silence. */
  private static final long LEAST_MILLIS = 1000;

  static FaultCosts of(JournalFold journal, List<FaultRecord> faults, Span run) {
    List<PhaseSpan> phases = journal.phases();
    Map<PhaseSpan, List<Clients>> sides = new LinkedHashMap<>();
    List<FaultCost> costs = new ArrayList<>();
    for (FaultRecord fault : faults) {
      PhaseSpan phase =
          phases.stream()
              .filter(each -> each.span().contains(fault.startedAt()))
              .findFirst()
              .orElseGet(() -> new PhaseSpan("the run", run));
      List<Clients> both =
          sides.computeIfAbsent(
              phase,
              of ->
                  Stream.of(true, false)
                      .map(writing -> new Clients(journal, faults, of, writing))
                      .toList());
      costs.add(new FaultCost(fault, both.get(0).loss(fault), both.get(1).loss(fault)));
    }
    List<Baseline> usual =
        sides.values().stream()
            .flatMap(List::stream)
            .filter(each -> !each.works.isEmpty())
            .map(each -> each.usual)
            .toList();
    return new FaultCosts(List.copyOf(costs), usual);
  }

  /** The writers, or the readers, in one phase. */
  private static final class Clients {
    private final JournalFold journal;
    private final List<FaultRecord> faults;
    private final Span phase;
    private final boolean writing;
    private final List<Work> works;
    private final Baseline usual;

    private Clients(
        JournalFold journal, List<FaultRecord> faults, PhaseSpan phase, boolean writing) {
      this.journal = journal;
      this.faults = faults;
      this.phase = phase.span();
      this.writing = writing;
      this.works =
          journal.work().values().stream()
              .filter(work -> work.writes() == writing)
              .filter(work -> work.reported(phase.span()).isPresent())
              .toList();
      RelativeRates load = new RelativeRates(phase.span(), faults, works);
      this.usual =
          new Baseline(phase.words(), writing, load.quietSeconds(), load.shares(), resolution());
    }

    /** How long a time one report of a client covers, milliseconds. */
    private long resolution() {
      return works.stream().mapToLong(Work::reportMillis).max().orElse(0);
    }

    private Loss loss(FaultRecord fault) {
      return works.isEmpty() ? Loss.UNKNOWN : new Loss(dip(fault), silence(fault));
    }

    private Optional<Dip> dip(FaultRecord fault) {
      if (usual.rates.isEmpty()) {
        return Optional.empty();
      }
      RelativeRates.OfSeconds all = usual.rates.get();
      int width = all.width();
      int begin = Math.max(0, all.index(fault.startedAt()));
      int known = begin;
      int limit = Math.min(all.size(), all.index(limit(fault)));
      while (known < limit && !Double.isNaN(all.at(known))) {
        known++;
      }
      if (known - begin < width) {
        return Optional.empty();
      }
      BitSet low = low(all, begin, known);
      int whole = all.index(fault.endedAt().orElse(phase.to()));
      int end = Math.min(known, whole + SETTLING_SECONDS);
      int more = low.nextSetBit(end);
      while (more >= 0 && more - end < width) { // it began in time: follow it until it is over
        end = more + 1;
        more = low.nextSetBit(end);
      }
      double lowest = Double.MAX_VALUE;
      for (int i = begin; i + width <= Math.max(end, begin + width); i++) {
        lowest = Math.min(lowest, all.over(i, i + width));
      }
      boolean lasts = low.previousSetBit(known) >= known - width && end >= known - width;
      return Optional.of(
          new Dip(
              Math.max(0, 1 - lowest),
              low.get(begin, end).cardinality(),
              !lasts,
              known - begin,
              known >= Math.min(whole, limit)));
    }

    /** The seconds that are low themselves and lie in a low stretch. */
    private static BitSet low(RelativeRates.OfSeconds all, int from, int to) {
      BitSet low = new BitSet(to);
      for (int i = from; i + all.width() <= to; i++) {
        if (all.over(i, i + all.width()) < RelativeRates.BACK) {
          for (int second = i; second < i + all.width(); second++) {
            low.set(second, low.get(second) || all.at(second) < RelativeRates.BACK);
          }
        }
      }
      return low;
    }

    private Optional<Outage> silence(FaultRecord fault) {
      Span span =
          works.stream()
              .flatMap(work -> work.reported(phase).stream())
              .reduce(Span::with)
              .orElseThrow();
      long until = Math.min(span.to(), limit(fault));
      if (until <= fault.startedAt()) {
        return Optional.empty();
      }
      until = Math.min(until, fault.endedAt().orElse(until));
      AnswerTimes answers = writing ? journal.writeAnswers() : journal.readAnswers();
      long from = Math.max(span.from(), answers.lastBy(fault.startedAt()).orElse(span.from()));
      long longest = 0;
      boolean ended = true;
      while (from < until) {
        OptionalLong next = answers.after(from);
        boolean answered = next.isPresent() && next.getAsLong() <= span.to();
        long to = answered ? next.getAsLong() : span.to();
        if (to - from > longest) {
          longest = to - from;
          ended = answered;
        }
        if (!answered) {
          break;
        }
        from = answers.lastBy(to).orElse(to);
      }
      // Clients that stopped before the fault was over did not see when answers came again.
      long over = Math.min(fault.endedAt().orElse(Long.MAX_VALUE), limit(fault));
      boolean gone = span.to() <= over - LEAST_MILLIS;
      if (gone) {
        return Optional.of(new Outage(longest / 1000.0, false, 0));
      }
      long unseen = writing || usual.reportMillis <= 1000 ? 0 : 2 * usual.reportMillis;
      double seconds = longest < LEAST_MILLIS ? 0 : longest / 1000.0;
      return Optional.of(new Outage(seconds, ended, seconds == 0 ? unseen / 1000.0 : 0));
    }

    /** The begin of the next fault that does not overlap with one; else the phase's end. */
    private long limit(FaultRecord fault) {
      long over = fault.endedAt().orElse(fault.startedAt() + 1);
      return faults.stream()
          .mapToLong(FaultRecord::startedAt)
          .filter(at -> at > fault.startedAt() && at >= over && at < phase.to())
          .min()
          .orElse(phase.to());
    }
  }
}
