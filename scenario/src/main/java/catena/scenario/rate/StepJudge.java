// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.records.budget.Judgement;
import catena.records.budget.Measure;
import catena.records.budget.Measured;
import catena.records.history.RateCause;
import catena.records.history.RecoveryMeasure;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Says whether a step held its rate, and if it did not, whose fault that was.
 *
 * <p>A rate is held if all activities ended without a doubt, did what was asked up to the shortfall
 * that is allowed, and met every budget. If it is not held, it is the clients' limit where they
 * used up their processors, or most of the host's, or where each of them did nothing but wait for
 * answers that took no longer than at rates that were held: with more of them there would be more.
 * Else it is the servers' where less was done than asked, and else the budget's. A doubt in
 * addition to one of these is reported with it.
 *
 * @param shortfall which share of what is asked may be left undone
 */
record StepJudge(SortedMap<Measure, Double> budgets, double shortfall) {
  /** The share of a processor, or of all, from which on it counts as used up. */
  private static final double USED_UP = 0.9;

  /** The share of a host's processors from which on a process is in others' way. */
  private static final double HOST_USED_UP = 0.95;

  /** A client that waits for more than this share of its time has no room for more. */
  private static final double NOTHING_BUT_WAITING = 0.9;

  /** Answers that take less than so many times as long as before take as long as before. */
  private static final double AS_BEFORE = 1.5;

  /**
   * What follows from a step.
   *
   * @param reasons none if it held
   * @param budgets each, with the step's value
   */
  record Judged(RateCause cause, List<String> reasons, List<Judgement> budgets) {
    Judged {
      reasons = List.copyOf(reasons);
      budgets = List.copyOf(budgets);
    }
  }

  /**
   * Judges.
   *
   * @param before a step that held, the one in which answers took the least time if there are
   *     several
   */
  Judged judge(StepFigures figures, Optional<StepFigures> before) {
    if (figures.seconds() <= 0) {
      List<String> why = new ArrayList<>(List.of("nothing was measured"));
      why.addAll(figures.outcome().reasons());
      return new Judged(RateCause.DOUBT, why, List.of());
    }
    List<Judgement> judgements = new ArrayList<>();
    budgets.forEach((m, limit) -> judgements.add(Judgement.of(m, limit, measured(m, figures))));
    List<String> doubts = new ArrayList<>();
    if (figures.outcome().verdict() != Verdict.PASS) {
      doubts.addAll(figures.outcome().reasons());
    }
    List<String> missed = new ArrayList<>();
    for (Judgement each : judgements) {
      if (each.verdict() == Verdict.BUDGET) {
        missed.add(each.sentence());
      } else if (each.verdict() == Verdict.UNKNOWN) {
        doubts.add(each.sentence());
      }
    }
    List<String> behind = figures.works().stream().flatMap(w -> behind(w, figures)).toList();
    if (behind.isEmpty() && missed.isEmpty()) {
      RateCause cause =
          figures.outcome().verdict() == Verdict.PASS && doubts.isEmpty()
              ? RateCause.NONE
              : RateCause.DOUBT;
      return new Judged(cause, doubts, judgements);
    }
    List<String> client = client(figures, before);
    List<String> reasons = new ArrayList<>(behind);
    reasons.addAll(missed);
    reasons.addAll(client);
    reasons.addAll(servers(figures, client.isEmpty()));
    reasons.addAll(doubts);
    RateCause cause =
        !client.isEmpty()
            ? RateCause.CLIENT
            : behind.isEmpty() ? RateCause.BUDGET : RateCause.SERVERS;
    return new Judged(cause, reasons, judgements);
  }

  private Stream<String> behind(WorkFigures work, StepFigures figures) {
    // What a client has under way when the time begins or ends is not a shortfall.
    double least = work.asked() * figures.seconds() * (1 - shortfall) - work.clients();
    if (work.done() * figures.seconds() >= least) {
      return Stream.of();
    }
    return Stream.of(
        String.format(
            Locale.ROOT,
            "%s came to %s of %s %s, %.0f %% less",
            work.kind().activity(),
            Amounts.rate(work.done()),
            Amounts.rate(work.asked()),
            work.kind().rated().unit(),
            100 * (1 - work.done() / work.asked())));
  }

  /** Why it was the clients' limit; none if it was not. */
  private static List<String> client(StepFigures figures, Optional<StepFigures> before) {
    List<String> why = new ArrayList<>();
    if (figures.processors() > USED_UP) {
      why.add("this process used " + percent(figures.processors()) + " of its processors");
    } else if (figures.hostProcessors() > HOST_USED_UP
        && figures.processors() > figures.hostProcessors() / 2) {
      why.add(
          "this host's processors were %s used, %s by the clients"
              .formatted(percent(figures.hostProcessors()), percent(figures.processors())));
    }
    for (WorkFigures work : figures.works()) {
      if (work.busiest() > USED_UP) {
        why.add(
            "the thread of a %s client was %s of its time on a processor: more clients (%s) may do"
                    .formatted(
                        work.kind().activity(), percent(work.busiest()), work.kind().key("clients"))
                + " more");
      }
      // What uses the host up makes the clients wait, and so does a fault.
      if (!(figures.hostProcessors() > HOST_USED_UP) && figures.faults().isEmpty()) {
        tooFew(work, before).ifPresent(why::add);
      }
    }
    return why;
  }

  private static Optional<String> tooFew(WorkFigures work, Optional<StepFigures> before) {
    double usual =
        before
            .flatMap(
                step -> step.works().stream().filter(w -> w.kind().equals(work.kind())).findFirst())
            .map(WorkFigures::serviceMean)
            .orElse(0.0);
    return work.waiting() > NOTHING_BUT_WAITING
            && usual > 0
            && work.serviceMean() < usual * AS_BEFORE
        ? Optional.of(
            ("each %s client waited %s of its time for answers, which took %s on average, at a rate"
                    + " that was held %s: more clients (%s) may do more")
                .formatted(
                    work.kind().activity(),
                    percent(work.waiting()),
                    time(work.serviceMean()),
                    time(usual),
                    work.kind().key("clients")))
        : Optional.empty();
  }

  /** Further facts about a step that did not hold. */
  private static List<String> servers(StepFigures figures, boolean notClient) {
    List<String> facts = new ArrayList<>();
    OptionalDouble unhosted = Measured.longest(RecoveryMeasure.REHOST, figures.faults()).value();
    if (unhosted.isPresent()) {
      facts.add(
          "after a fault it took up to %s until every tablet was hosted again"
              .formatted(time(unhosted.getAsDouble())));
    }
    if (figures.holdSeconds().orElse(0) > 0) {
      facts.add(
          "a tablet server held back writes for up to %s for want of memory"
              .formatted(time(figures.holdSeconds().getAsDouble())));
    }
    if (notClient && figures.hostProcessors() > HOST_USED_UP) {
      facts.add(
          ("this host's processors were %s used, %s by the clients: what else runs here is in the"
                  + " way")
              .formatted(percent(figures.hostProcessors()), percent(figures.processors())));
    }
    return facts;
  }

  private static Measured measured(Measure measure, StepFigures figures) {
    return switch (measure.of()) {
      case PERCENTILE -> percentile(measure, figures);
      case LATE_START -> Measured.of(figures.lateSeconds(), "");
      case UNANSWERED -> Measured.of((double) figures.unanswered(), "");
      case REJECTED -> Measured.of((double) figures.rejected(), "");
      case RECOVERY -> Measured.longest(RecoveryMeasure.RECOVERED, figures.faults());
      case REHOST -> Measured.longest(RecoveryMeasure.REHOST, figures.faults());
      case RATE -> Measured.missing("the rate is what is searched for");
      case MARK -> Measured.missing("what a run met is no measure of a step");
    };
  }

  private static Measured percentile(Measure measure, StepFigures figures) {
    return figures.works().stream()
        .filter(work -> work.kind().rated().percentile() == measure)
        .filter(work -> work.latencies().getTotalCount() > 0)
        .findFirst()
        .map(work -> Measured.of(work.latency(99), "p99 of " + work.latencies().getTotalCount()))
        .orElse(Measured.missing("nothing was answered"));
  }

  /** A share in words: {@code 93 %}. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  /** Seconds in words: {@code 12 ms}. */
  static String time(double seconds) {
    return Amounts.latency(Duration.ofNanos(Math.round(seconds * 1e9)));
  }
}
