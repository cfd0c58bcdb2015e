package catena.report.rate;

import catena.records.rate.RateFile;
import catena.records.rate.RateState;
import catena.records.rate.RateStep;
import catena.records.words.Amounts;
import catena.report.page.Formats;
import catena.report.page.Page;
import catena.report.page.Plot;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Section;
import catena.report.page.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

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

  /**
   * The steps, with what they came to above them.
   *
   * @param suffix of its name in the page where that tells of several runs
   * @param title of the run where that is needed; may be empty
   */
  public static Table steps(RateFile file, String suffix, String title) {
    List<String> operations = operations(List.of(file));
    List<String> columns = new ArrayList<>(List.of("Step", "Stage", "Asked", "Done"));
    for (String operation : operations) {
      columns.add(operation + " p50");
      columns.add(operation + " p99");
      columns.add(operation + " max");
      columns.add(operation + " count");
    }
    columns.addAll(List.of("Late", "CPU of the clients", "CPU of their host", "Outcome", "Why"));
    Table.Draft table =
        Table.of("rate-steps" + suffix, "Search for the highest rate" + title, note(file))
            .columns(columns);
    for (RateStep step : file.steps()) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  Integer.toString(step.number()),
                  step.stage() + ", search " + step.repeat(),
                  Amounts.rate(step.asked()),
                  Amounts.rate(step.done())));
      for (String operation : operations) {
        Optional<RateStep.Latency> latency = Optional.ofNullable(step.latencies().get(operation));
        cells.add(millis(latency, RateStep.Latency::p50));
        cells.add(millis(latency, RateStep.Latency::p99));
        cells.add(millis(latency, RateStep.Latency::max));
        cells.add(latency.map(each -> Amounts.grouped(each.count())).orElse(Formats.NONE));
      }
      cells.add(Formats.millis(step.lateSeconds() * MILLIS));
      cells.add(percent(step.processors()));
      cells.add(percent(step.hostProcessors()));
      cells.add(step.cause().word());
      cells.add(step.reasons().isEmpty() ? Formats.NONE : String.join("; ", step.reasons()));
      table.row(cells).marked(new Table.Mark("", "", step.held() ? "" : "worse"));
    }
    return table.done();
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
      for (String operation : operations(List.of(each.file()))) {
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
      Function<RateStep.Latency, Double> number,
      List<Curve> curves) {
    List<Point> points = new ArrayList<>();
    for (RateStep step : searched.file().steps()) {
      RateStep.Latency latency = step.latencies().get(operation);
      if (latency != null && which.test(step) && number.apply(latency) > 0) {
        points.add(
            new Point(
                step.done(),
                number.apply(latency) * MILLIS,
                "step %d, asked %s, %s"
                    .formatted(step.number(), Amounts.rate(step.asked()), step.cause().word())));
      }
    }
    points.sort(Comparator.comparingDouble(Point::x));
    if (!points.isEmpty()) {
      curves.add(new Curve(searched.run(), name, points));
    }
  }

  private static List<String> operations(List<RateFile> files) {
    TreeSet<String> all = new TreeSet<>();
    files.forEach(
        file -> file.steps().stream().forEach(step -> all.addAll(step.latencies().keySet())));
    return List.copyOf(all);
  }

  private static String millis(
      Optional<RateStep.Latency> latency, Function<RateStep.Latency, Double> number) {
    return latency.map(each -> Formats.millis(number.apply(each) * MILLIS)).orElse(Formats.NONE);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static String capital(String sentence) {
    return sentence.isEmpty()
        ? "Nothing is known of it"
        : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
