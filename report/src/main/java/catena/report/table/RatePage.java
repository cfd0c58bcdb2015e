// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.history.RateFile;
import catena.records.history.RateStep;
import catena.records.words.Amounts;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Plot;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Table;
import catena.report.page.Unit;
import catena.report.page.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;

/** What a report shows of searches for the highest rate. */
public final class RatePage {
  private static final double MILLIS = 1e3;

  private RatePage() {}

  /** The steps, with their result above them. */
  public static Table steps(RateFile file) {
    Table.Columns<RateStep> table =
        Table.<RateStep>named("rate-steps", note(file))
            .numbers("Step", Unit.COUNT, RateStep::number)
            .words("Stage", step -> step.stage() + ", search " + step.repeat())
            .cells("Asked", Unit.PER_SECOND, step -> rate(step.asked()))
            .cells("Done", Unit.PER_SECOND, step -> rate(step.done()));
    for (String operation : operations(file)) {
      table
          .numbers(operation + " p50", Unit.MILLIS, step -> millis(step, operation, l -> l.p50()))
          .numbers(operation + " p99", Unit.MILLIS, step -> millis(step, operation, l -> l.p99()))
          .numbers(operation + " max", Unit.MILLIS, step -> millis(step, operation, l -> l.max()))
          .numbers(operation + " count", Unit.COUNT, step -> of(step, operation, l -> l.count()));
    }
    return table
        .numbers("Late", Unit.MILLIS, step -> step.lateSeconds() * MILLIS)
        .cells("CPU of the clients", Unit.SHARE, step -> share(step.processors()))
        .cells("CPU of their host", Unit.SHARE, step -> share(step.hostProcessors()))
        .words("Outcome", step -> step.cause().word())
        .words(
            "Why",
            step -> step.reasons().isEmpty() ? Formats.NONE : String.join("; ", step.reasons()))
        .marked(step -> Table.Mark.mood(step.held() ? "" : "worse"))
        .rows(file.steps());
  }

  private static Cell rate(double rate) {
    return Cell.of(rate, Unit.PER_SECOND, Amounts.rate(rate));
  }

  private static Cell share(double share) {
    return Cell.of(share, Unit.SHARE, String.format(Locale.ROOT, "%.0f %%", 100 * share));
  }

  private static double millis(
      RateStep step, String operation, ToDoubleFunction<RateStep.Latency> number) {
    return of(step, operation, number) * MILLIS;
  }

  /** A number of an operation; NaN if the step had none. */
  private static double of(
      RateStep step, String operation, ToDoubleFunction<RateStep.Latency> number) {
    RateStep.Latency latency = step.latencies().get(operation);
    return latency == null ? Double.NaN : number.applyAsDouble(latency);
  }

  private static String note(RateFile file) {
    List<String> sentences = new ArrayList<>();
    String sentence = file.sentence();
    sentences.add(
        (sentence.isEmpty() ? "Nothing is known of it" : Formats.capital(sentence)) + ".");
    file.beyond()
        .ifPresent(
            step ->
                sentences.add(
                    "Not held: %s (%s): %s."
                        .formatted(
                            Amounts.rate(step.asked()),
                            step.cause().word(),
                            String.join("; ", step.reasons()))));
    sentences.addAll(file.terms());
    return String.join(" ", sentences);
  }

  /**
   * Throughput against latency; empty if no step has a latency.
   *
   * @param searches by the index of their run
   */
  public static Optional<Plot> plot(SortedMap<Integer, RateFile> searches) {
    List<Curve> curves = new ArrayList<>();
    searches.forEach(
        (run, file) -> {
          for (String each : operations(file)) {
            List<RateStep> held = file.steps().stream().filter(RateStep::held).toList();
            List<RateStep> not = file.steps().stream().filter(step -> !step.held()).toList();
            curve(run, each + " p99, held", each, held, l -> l.p99(), curves);
            curve(run, each + " p99, not held", each, not, l -> l.p99(), curves);
            curve(run, each + " p50, held", each, held, l -> l.p50(), curves);
          }
        });
    if (curves.isEmpty()) {
      return Optional.empty();
    }
    String unit = searches.get(searches.firstKey()).unit();
    return Optional.of(
        new CurvePlot(
            Words.of("rate-latency"), unit + " done per second", List.of(), true, true, curves));
  }

  private static void curve(
      int run,
      String name,
      String operation,
      List<RateStep> steps,
      ToDoubleFunction<RateStep.Latency> number,
      List<Curve> curves) {
    List<Point> points =
        steps.stream()
            .map(step -> new Point(step.done(), millis(step, operation, number), words(step)))
            .filter(point -> point.y() > 0)
            .toList();
    if (!points.isEmpty()) {
      curves.add(Curve.measured(run, name, points));
    }
  }

  private static String words(RateStep step) {
    return "step %d, asked %s, %s"
        .formatted(step.number(), Amounts.rate(step.asked()), step.cause().word());
  }

  private static List<String> operations(RateFile file) {
    return file.steps().stream()
        .flatMap(step -> step.latencies().keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }
}
