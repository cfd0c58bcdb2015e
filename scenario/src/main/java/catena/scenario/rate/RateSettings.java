package catena.scenario.rate;

import catena.records.settings.Setting;
import catena.records.settings.Texts;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What can be set for a search. */
final class RateSettings {
  /** The workload that is made of several activities. */
  static final String MIXED = "mixed";

  static final Setting<String> WORKLOAD =
      Setting.of(
          "rate.workload",
          Operations.INGEST.activity(),
          "one of " + String.join(", ", Operations.words()) + ", " + MIXED,
          "what is done at the rate that is searched for",
          RateSettings::workload);

  static final Setting<Map<Operations, Double>> MIX =
      Setting.of(
          "rate.mix",
          "ingest=90,walk=10",
          "activities with their shares, such as ingest=90,walk=10",
          "which share of the operations of the workload mixed each activity does",
          RateSettings::mix);

  static final Setting<Optional<Double>> FROM =
      Setting.optional(
          Setting.ofDouble(
              "rate.from",
              1,
              1e-3,
              1e12,
              "the first rate that is tried, per second, of all clients together; empty: 1000, of"
                  + " walk 100, of batchwalk and scan 1"));

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

  static final Setting<Duration> WARMUP =
      span("rate.warmup", "5s", "how long each step goes on before it is measured");

  static final Setting<Duration> STEP = span("rate.step", "20s", "how long each step is measured");

  static final Setting<Duration> CONFIRM =
      span("rate.confirm", "40s", "how long the confirming run is measured");

  static final Setting<Duration> REST =
      Setting.ofDuration(
          "rate.rest",
          "2s",
          Duration.ZERO,
          Duration.ofDays(1),
          "how long to wait between two steps");

  static final Setting<Double> RESOLUTION =
      Setting.ofDouble(
          "rate.resolution",
          0.05,
          0.001,
          1,
          "how far above the rate that is held the next one that is not may be, as a share");

  static final Setting<Double> SPREAD =
      Setting.ofDouble(
          "rate.spread",
          0.15,
          0.001,
          10,
          "how far repeated searches may differ, as a share of the lowest; beyond it cannot be"
              + " told");

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
          "",
          "a policy of agitation, by which faults are injected in each step; empty: none");

  /** All of them. */
  static final List<Setting<?>> ALL =
      List.of(
          WORKLOAD,
          MIX,
          FROM,
          LEAST,
          LIMIT,
          WARMUP,
          STEP,
          CONFIRM,
          REST,
          RESOLUTION,
          SPREAD,
          REPEATS,
          TRIES,
          SHORTFALL,
          AGITATE);

  private RateSettings() {}

  private static Setting<Duration> span(String key, String text, String about) {
    return Setting.ofDuration(key, text, Duration.ofSeconds(1), Duration.ofDays(30), about);
  }

  private static String workload(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (!word.equals(MIXED) && Operations.of(word).isEmpty()) {
      throw new IllegalArgumentException(text);
    }
    return word;
  }

  private static Map<Operations, Double> mix(String text) {
    Map<Operations, Double> shares = new EnumMap<>(Operations.class);
    for (String each : Texts.commaList(text)) {
      int equals = each.indexOf('=');
      Operations kind =
          Operations.of(each.substring(0, Math.max(0, equals)).strip())
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
