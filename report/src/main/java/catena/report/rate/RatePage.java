package catena.report.rate;

import catena.records.rate.RateFile;
import catena.records.rate.RateState;
import catena.records.rate.RateStep;
import catena.records.words.Amounts;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Page;
import catena.report.page.Plot;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Section;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What a report shows of searches for the highest rate. */
public final class RatePage {
  private static final double MILLIS = 1e3;

  private RatePage() {}

  /** A search of a run of the page. */
  public record Searched(int run, RateFile file) {}

  /** The number, for the first screen; what there is instead, where there is none. */
  public static Page.Tile tile(RateFile file) {
    String value =
        file.hasRate()
            ? (file.state() == RateState.AT_LEAST ? "≥ " : "") + Amounts.rate(file.rate())
            : file.state().word();
    String note =
        file.hasRate() && file.high() > file.low()
            ? "%s, %s to %s"
                .formatted(file.unit(), Amounts.rate(file.low()), Amounts.rate(file.high()))
            : file.unit();
    return new Page.Tile("Highest rate: " + file.workload(), value, note);
  }

  /** The steps, with what they came to above them. */
  public static Table steps(RateFile file) {
    Table.Columns<RateStep> table =
        Table.<RateStep>of("rate-steps", "Search for the highest rate", note(file))
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
    sentences.add(capital(file.sentence()) + ".");
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

  /** Throughput against latency; empty where no step has a latency. */
  public static Optional<Plot> plot(List<Searched> searches) {
    List<Curve> curves = new ArrayList<>();
    for (Searched each : searches) {
      for (String operation : operations(each.file())) {
        curve(each, operation + " p99, held", operation, RateStep::held, l -> l.p99(), curves);
        curve(each, operation + " p99, not held", operation, s -> !s.held(), l -> l.p99(), curves);
        curve(each, operation + " p50, held", operation, RateStep::held, l -> l.p50(), curves);
      }
    }
    if (curves.isEmpty()) {
      return Optional.empty();
    }
    String unit = searches.get(0).file().unit();
    return Optional.of(
        new CurvePlot(
            "rate-latency",
            Section.RATE,
            "Throughput against latency",
            "ms",
            "Each point is a step of the search: operations that were done per second, of all"
                + " clients, and latency from the intended start. What was not answered counts with"
                + " its age.",
            unit + " done per second",
            "",
            true,
            true,
            curves));
  }

  private static void curve(
      Searched searched,
      String name,
      String operation,
      Predicate<RateStep> which,
      ToDoubleFunction<RateStep.Latency> number,
      List<Curve> curves) {
    List<Point> points = new ArrayList<>();
    for (RateStep step : searched.file().steps()) {
      double seconds = of(step, operation, number);
      if (which.test(step) && seconds > 0) {
        points.add(
            new Point(
                step.done(),
                seconds * MILLIS,
                "step %d, asked %s, %s"
                    .formatted(step.number(), Amounts.rate(step.asked()), step.cause().word())));
      }
    }
    points.sort(Comparator.comparingDouble(Point::x));
    if (!points.isEmpty()) {
      curves.add(new Curve(searched.run(), name, points));
    }
  }

  private static List<String> operations(RateFile file) {
    SortedSet<String> all = new TreeSet<>();
    file.steps().forEach(step -> all.addAll(step.latencies().keySet()));
    return List.copyOf(all);
  }

  private static String capital(String sentence) {
    return sentence.isEmpty()
        ? "Nothing is known of it"
        : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
