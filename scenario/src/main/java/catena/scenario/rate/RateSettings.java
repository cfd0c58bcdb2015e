// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.settings.Texts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The settings of a search, some of which name the activities that can be rated. */
final class RateSettings {
  /** The workload that is made of several activities. */
  static final String MIXED = "mixed";

  static final Setting<Optional<Double>> FROM =
      Setting.optional(
          Setting.ofDouble(
              "rate.from",
              1,
              1e-3,
              1e12,
              "the first rate that is tried, per second, of all clients together; empty: one that"
                  + " hardly any cluster misses"));

  static final Setting<Optional<Double>> LEAST =
      Setting.optional(
          Setting.ofDouble(
              "rate.least",
              1,
              1e-6,
              1e12,
              "below which no rate is tried; empty: a hundredth of the first"));

  static final Setting<Double> LIMIT =
      Setting.ofDouble("rate.limit", 1e9, 1e-3, 1e12, "above which no rate is tried");

  static final Setting<Duration> STEP = span("rate.step", "20s", "how long each step is measured");

  static final Setting<Duration> CONFIRM =
      span("rate.confirm", "40s", "how long the confirming run is measured");

  static final Setting<Integer> REPEATS =
      Setting.ofInt("rate.repeats", 3, 1, 100, "how often it is searched, each time from nearby");

  static final Setting<Integer> TRIES =
      Setting.ofInt(
          "rate.tries", 2, 1, 100, "how often in a row a rate must fail to count as not held");

  static final Setting<Double> SHORTFALL =
      Setting.ofDouble(
          "rate.shortfall",
          0.05,
          0,
          0.9,
          "which share of the operations of a step may be left undone in a rate that is held");

  static final Setting<String> AGITATE =
      Setting.ofString(
          "rate.agitate",
          "a policy of agitation, by which faults are injected in each step; empty: none");

  /** What is done at the rate: the name of an activity that is rated, or {@link #MIXED}. */
  final Setting<String> workload;

  /** The shares of {@link #MIXED}. */
  final Setting<Map<RatedActivity, Double>> mix;

  private final List<RatedActivity> rated;

  /**
   * The settings.
   *
   * @param rated what can be done at a rate, the usual first
   */
  RateSettings(List<RatedActivity> rated) {
    this.rated = rated;
    String words = rated.stream().map(RatedActivity::activity).collect(Collectors.joining(", "));
    this.workload =
        Setting.of(
            "rate.workload",
            rated.get(0).activity(),
            "one of " + words + ", " + MIXED,
            "what is done at the rate that is searched for",
            this::workload);
    this.mix =
        Setting.of(
            "rate.mix",
            "ingest=90,walk=10",
            "activities with their shares, such as ingest=90,walk=10",
            "which share of the operations of the workload mixed each activity does",
            this::mix);
  }

  /** All of them. */
  List<Setting<?>> all() {
    return List.of(
        workload, mix, FROM, LEAST, LIMIT, STEP, CONFIRM, REPEATS, TRIES, SHORTFALL, AGITATE);
  }

  /** Which share of the operations each activity does, by some settings. */
  Map<RatedActivity, Double> shares(Settings own) {
    String word = own.get(workload);
    return word.equals(MIXED)
        ? own.get(mix)
        : Map.of(RatedActivity.of(word, rated).orElseThrow(), 1.0);
  }

  private static Setting<Duration> span(String key, String text, String about) {
    return Setting.ofDuration(key, text, Duration.ofSeconds(1), Duration.ofDays(30), about);
  }

  private String workload(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (!word.equals(MIXED) && RatedActivity.of(word, rated).isEmpty()) {
      throw new IllegalArgumentException(text);
    }
    return word;
  }

  private Map<RatedActivity, Double> mix(String text) {
    Map<RatedActivity, Double> shares = new HashMap<>();
    for (String each : Texts.commaList(text)) {
      int equals = each.indexOf('=');
      RatedActivity kind =
          RatedActivity.of(each.substring(0, Math.max(0, equals)).strip(), rated)
              .orElseThrow(() -> new IllegalArgumentException(each));
      double share = Double.parseDouble(each.substring(equals + 1).strip());
      if (!(share > 0) || Double.isInfinite(share) || shares.put(kind, share) != null) {
        throw new IllegalArgumentException(each);
      }
    }
    if (shares.isEmpty()) {
      throw new IllegalArgumentException(text);
    }
    return Map.copyOf(shares);
  }
}
