// SPDX-License-Identifier: Apache-2.0
package catena.bench.model;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * {@code bench/model}: what {@link IngestModel} says of the benchmark paper's ingest and
 * verification, beside each printed cell.
 */
public final class BesidePaper {
  /** A ratio of model to print that is off 1 by no more than this is right. */
  static final double BAND = 0.25;

  private static final int USAGE = 64;
  private static final double MILLION = 1e6;

  private BesidePaper() {}

  /** A cell next to what the model says of it. */
  record Line(Cell cell, IngestModel.Estimate estimate) {
    double ratio() {
      return estimate.rate() / cell.printed();
    }

    boolean isRight() {
      return Math.abs(ratio() - 1) <= BAND;
    }

    /** A row of a table of Markdown. */
    String text() {
      String verdict = cell.use() == Cell.Use.FITTED ? "fitted" : isRight() ? "right" : "wrong";
      return String.format(
          Locale.ROOT,
          "| %s | %s | %s | %.2f | %s | %s |",
          cell.name(),
          rate(cell.printed()),
          rate(estimate.rate()),
          ratio(),
          verdict,
          estimate.limits().words());
    }

    private static String rate(double rate) {
      return rate >= MILLION
          ? String.format(Locale.ROOT, "%.2f M/s", rate / MILLION)
          : String.format(Locale.ROOT, "%.0f k/s", rate / 1000);
    }
  }

  static List<Line> lines(IngestModel model, List<Cell> cells) {
    return cells.stream().map(cell -> new Line(cell, model.of(cell))).toList();
  }

  /**
   * What if other rows had been fitted to: each choice, with how many of the remaining rows come
   * out right.
   *
   * @param parameters one or two that are fitted to as many of the rows, in this order
   */
  static String otherFits(IngestModel model, List<Cell> rows, List<Parameter> parameters) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int last = parameters.size() == 1 ? i : rows.size() - 1;
      for (int j = parameters.size() == 1 ? i : i + 1; j <= last; j++) {
        List<Cell> fits = new ArrayList<>();
        fits.add(rows.get(i).fitting(parameters.get(0)));
        List<Cell> others = new ArrayList<>(rows);
        others.remove(j);
        if (j > i) {
          fits.add(rows.get(j).fitting(parameters.get(1)));
          others.remove(i);
        }
        long right = lines(model.fittedTo(fits), others).stream().filter(Line::isRight).count();
        String choice = String.join(" and ", fits.stream().map(Cell::row).toList());
        texts.add("%s: %d of %d".formatted(choice, right, others.size()));
      }
    }
    return String.join("; ", texts);
  }

  /**
   * Prints what the model says of these cells, and names those that are wrong.
   *
   * @return 0 if all that nothing is fitted to are right, else 1
   */
  static int print(IngestModel model, List<Cell> cells, PrintStream out) {
    out.println("Parameters:");
    for (Parameter each : Parameter.values()) {
      out.printf(
          Locale.ROOT,
          "  %-10s %10.4g %-18s %s%n",
          each,
          model.of(each),
          each.unit(),
          (each.isFitted() ? "fitted: " : "") + each.source());
    }
    List<String> wrong = new ArrayList<>();
    for (Cell.Use use : Cell.Use.values()) {
      List<Line> lines = lines(model, cells.stream().filter(cell -> cell.use() == use).toList());
      List<String> off =
          lines.stream()
              .filter(line -> use != Cell.Use.FITTED && !line.isRight())
              .map(line -> line.cell.name())
              .toList();
      boolean premature = use == Cell.Use.BEYOND && !wrong.isEmpty();
      out.printf(
          "%n%s%s%n%n", use.heading(), premature ? " (no predictions, since some are wrong)" : "");
      out.println("| cell | printed | model | ratio | | limits |\n|---|---|---|---|---|---|");
      lines.forEach(line -> out.println(line.text()));
      out.println(
          use == Cell.Use.FITTED
              ? ""
              : "%n%d of %d are right.".formatted(lines.size() - off.size(), lines.size()));
      wrong.addAll(off);
    }
    wrong.forEach(name -> out.println("wrong: " + name));
    return wrong.isEmpty() ? 0 : 1;
  }

  private static void tryOtherFits(
      IngestModel model, Predicate<Cell> rows, Parameter... parameters) {
    List<Cell> cells = Cell.all().stream().filter(rows).toList();
    System.out.println(
        Arrays.toString(parameters) + " " + otherFits(model, cells, List.of(parameters)));
  }

  /**
   * Prints; exits with 0 if every held-out cell is within the band, 1 if one is not, 64 if asked
   * something.
   */
  public static void main(String[] words) {
    if (words.length > 0) {
      System.err.println("bench/model takes no arguments");
      System.exit(USAGE);
    }
    List<Cell> cells = Cell.all();
    IngestModel model = new IngestModel().fittedTo(cells);
    int status = print(model, cells, System.out);
    System.out.println("\nHad other rows been fitted to, how many of the rest would be right:");
    tryOtherFits(model, cell -> cell.table().equals("7-1"), Parameter.EC2_LOSS, Parameter.ANSWER);
    tryOtherFits(model, cell -> cell.table().equals("6-1"), Parameter.AWB_LOSS);
    tryOtherFits(model, Cell::splitsByDefault, Parameter.PAUSE);
    System.exit(status);
  }
}
