// SPDX-License-Identifier: Apache-2.0
package catena.records.budget;

import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of one budget.
 *
 * @param budget the word of its measure
 * @param limit what was asked: per second, seconds, or a number
 * @param value the run's value; empty where it has no such number
 * @param verdict PASS, BUDGET, or UNKNOWN where there is nothing to judge
 * @param sentence which, by how much, or why not
 */
public record Judgement(
    String budget, double limit, OptionalDouble value, Verdict verdict, String sentence) {
  /** What a damaged file does not say is empty, and in doubt. */
  public Judgement {
    verdict = verdict == null ? Verdict.UNKNOWN : verdict;
  }

  /** Judges; exactly the budget is enough. A mark that is missed leaves the run in doubt. */
  public static Judgement of(Measure measure, double limit, Measured measured) {
    String asked = measure.asked(limit);
    if (measured.value().isEmpty()) {
      String sentence =
          "%s (%s) cannot be judged: %s".formatted(named(measure), asked, measured.words());
      return new Judgement(
          measure.word(), limit, OptionalDouble.empty(), Verdict.UNKNOWN, sentence);
    }
    double value = measured.value().getAsDouble();
    boolean met = measure.least() ? value >= limit : value <= limit;
    String of = measured.words().isEmpty() ? "" : " (" + measured.words() + ")";
    String sentence =
        "%s %s: %s%s, %s%s"
            .formatted(
                named(measure),
                met ? "met" : "missed",
                measure.inWords(value),
                of,
                asked,
                met || measure.isMark() ? "" : by(measure, limit, value));
    return new Judgement(
        measure.word(),
        limit,
        OptionalDouble.of(value),
        met ? Verdict.PASS : measure.isMark() ? Verdict.UNKNOWN : Verdict.BUDGET,
        sentence);
  }

  private static String named(Measure measure) {
    return (measure.isMark() ? "" : "budget ") + measure.word();
  }

  private static String by(Measure measure, double limit, double value) {
    String side = measure.least() ? "less" : "more";
    return limit == 0
        ? ", %s %s".formatted(measure.inWords(Math.abs(value - limit)), side)
        : String.format(Locale.ROOT, ", %.1f %% %s", 100 * Math.abs(value - limit) / limit, side);
  }

  /** Its share of the verdict: a budget that is met is a fact, any other a reason. */
  public PartOutcome outcome() {
    boolean met = verdict == Verdict.PASS;
    List<String> said = List.of(sentence);
    Map<String, Long> tally =
        measure().filter(Measure::isMark).isPresent()
            ? Map.of(budget, (long) value.orElse(0))
            : Map.of();
    return new PartOutcome(
        verdict, met ? List.of() : said, tally, Map.of(), met ? said : List.of());
  }

  /** The measure, if it is one of those known here. */
  public Optional<Measure> measure() {
    return Measure.of(budget);
  }
}
