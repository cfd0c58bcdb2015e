// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.records.latency.Measuring;
import catena.records.settings.Settings;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import catena.scenario.rate.RateSearch.SearchPlan;
import com.google.common.collect.Maps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is searched for and how, from the settings.
 *
 * @param shares which share of the operations each activity does, in a fixed order; together 1
 * @param clients how many each activity has
 * @param interval in which clients write down what they measure, at most
 * @param agitation the policy by which faults are injected in each step; empty for none
 */
record RatePlan(
    String workload,
    Map<RatedActivity, Double> shares,
    Map<RatedActivity, Integer> clients,
    SearchPlan search,
    Duration warmup,
    Duration step,
    Duration confirm,
    Duration rest,
    double shortfall,
    Duration interval,
    String agitation) {
  /** The steps that a search usually takes: for the first ramp, and for each repeat. */
  private static final int USUAL_RAMP = 8;

  private static final int USUAL_STEPS = 7;

  /** A search that has not ended by then cannot determine the highest rate. */
  private static final int MOST_STEPS = 200;

  /** The same of searches of many repeats and tries: for each try of each repeat. */
  private static final int MOST_OF_A_TRY = 30;

  /** How far above the rate that is held the next one that is not may be, as a share. */
  private static final double RESOLUTION = 0.05;

  /** A step goes on for this share of its time before it is measured, and for a second at least. */
  private static final int WARMUP_SHARE = 4;

  private static final Duration LEAST_WARMUP = Duration.ofSeconds(1);

  /** The pause between two steps. */
  private static final Duration REST = Duration.ofSeconds(2);

  /** The time for clients to begin and to end. */
  private static final Duration OVERHEAD = Duration.ofSeconds(2);

  /** The fewest intervals that a step has: those of its warm-up are to be left out. */
  private static final int INTERVALS = 20;

  private static final Duration SHORTEST = Duration.ofMillis(100);

  RatePlan {
    shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
    clients = Map.copyOf(clients);
  }

  /**
   * The plan that the settings make.
   *
   * @throws catena.records.words.UsageException with every reason why they make none
   */
  static RatePlan of(RateSettings settings, Settings own) {
    Problems problems = new Problems();
    Map<RatedActivity, Double> mix = settings.shares(own);
    double sum = mix.values().stream().mapToDouble(share -> share).sum();
    Map<RatedActivity, Double> shares = new LinkedHashMap<>();
    mix.keySet().stream()
        .sorted(Comparator.comparing(RatedActivity::activity))
        .forEach(kind -> shares.put(kind, mix.get(kind) / sum));
    Map<RatedActivity, Integer> clients =
        Maps.toMap(
            shares.keySet(), kind -> Integer.parseInt(own.effective().get(kind.key("clients"))));
    double first =
        shares.keySet().stream().mapToDouble(kind -> kind.rated().first()).max().orElseThrow();
    double from = own.get(RateSettings.FROM).orElse(first);
    double least = own.get(RateSettings.LEAST).orElse(from / 100);
    double limit = own.get(RateSettings.LIMIT);
    problems.unless(
        least <= from, "rate.least=%s is above rate.from=%s: lower it".formatted(least, from));
    problems.unless(
        from <= limit, "rate.from=%s is above rate.limit=%s: lower it".formatted(from, limit));
    problems.throwIfAny();
    Duration warmup = own.get(RateSettings.STEP).dividedBy(WARMUP_SHARE);
    int tries = own.get(RateSettings.REPEATS) * own.get(RateSettings.TRIES);
    return new RatePlan(
        own.get(settings.workload),
        shares,
        clients,
        new SearchPlan(
            from,
            least,
            limit,
            RESOLUTION,
            SearchPlan.SPREAD,
            own.get(RateSettings.REPEATS),
            own.get(RateSettings.TRIES),
            Math.max(MOST_STEPS, MOST_OF_A_TRY * tries)),
        warmup.compareTo(LEAST_WARMUP) < 0 ? LEAST_WARMUP : warmup,
        own.get(RateSettings.STEP),
        own.get(RateSettings.CONFIRM),
        REST,
        own.get(RateSettings.SHORTFALL),
        own.get(Measuring.INTERVAL),
        own.get(RateSettings.AGITATE).strip());
  }

  /** In which the clients of a step write down what they measure. */
  Duration intervalOf(Duration measured) {
    Duration longest = measured.dividedBy(INTERVALS);
    Duration most = interval.compareTo(longest) < 0 ? interval : longest;
    return most.compareTo(SHORTEST) < 0 ? SHORTEST : most;
  }

  /** What the rates count. */
  String unit() {
    return shares.size() == 1 ? shares.keySet().iterator().next().rated().unit() : "operations";
  }

  /** Operations per second of an activity. */
  double rateOf(RatedActivity kind, double whole) {
    return whole * shares.get(kind);
  }

  /** Roughly how many steps it takes. */
  int usualSteps() {
    return USUAL_RAMP + USUAL_STEPS * search.repeats();
  }

  /** Roughly how long it takes. */
  Duration usualTime() {
    Duration each = warmup.plus(step).plus(rest).plus(OVERHEAD);
    return each.multipliedBy(usualSteps()).plus(warmup).plus(confirm);
  }

  /** How it is searched, in sentences. */
  List<String> terms() {
    List<String> terms = new ArrayList<>();
    terms.add(
        String.format(
            Locale.ROOT,
            "Steps of %s after %s of warm-up, resolution %.1f %%; %d searches may differ by %.0f"
                + " %%; a rate that is not held is tried %d times; %.0f %% may be left undone.",
            Amounts.span(step),
            Amounts.span(warmup),
            100 * search.resolution(),
            search.repeats(),
            100 * search.spread(),
            search.tries(),
            100 * shortfall));
    shares.forEach(
        (kind, share) ->
            terms.add(
                String.format(
                    Locale.ROOT,
                    "%s: %d clients%s.",
                    kind.activity(),
                    clients.get(kind),
                    shares.size() == 1
                        ? ""
                        : String.format(Locale.ROOT, ", %.1f %% of the operations", 100 * share))));
    if (!agitation.isEmpty()) {
      terms.add("In each step faults were injected by the policy " + agitation + ".");
    }
    return terms;
  }
}
