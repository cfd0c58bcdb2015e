// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.FaultRecord;
import catena.records.history.Span;
import catena.report.history.RunHistory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The phases and the faults of a run along its time: a lane for the phases, and one for each kind
 * of fault.
 *
 * @param title the run's name, if there are several
 * @param from the time at its left end
 * @param to the time at its right end
 */
public record Timeline(String title, String from, String to, List<Lane> lanes) {
  /** The number of kinds that have their own colour. */
  public static final int COLOURS = 12;

  /** Narrower bars could not be seen, nor clicked. */
  private static final double LEAST_PERCENT = 0.4;

  /**
   * The bars of one kind.
   *
   * @param colour of a kind of fault, from 0; −1 for phases
   */
  public record Lane(String name, int colour, List<Bar> bars) {}

  /**
   * A phase or a fault, for the time that it lasted.
   *
   * @param left where it begins, percent of the whole width, in CSS syntax
   * @param width the same
   * @param link the place in the page with more about it; may be empty
   */
  public record Bar(String words, String about, String left, String width, String link) {}

  /** The kinds of fault that runs have, in the order of their colours. */
  public static List<String> kinds(List<RunHistory> runs) {
    TreeSet<String> kinds = new TreeSet<>();
    runs.forEach(run -> run.faults().forEach(fault -> kinds.add(fault.kind())));
    return List.copyOf(kinds);
  }

  /**
   * The timelines of runs that have phases or faults, all on one scale.
   *
   * @param zone the time zone in which times are shown
   */
  static List<Timeline> of(List<RunHistory> runs, ZoneId zone) {
    double seconds = runs.stream().mapToDouble(run -> run.span().seconds()).max().orElse(0);
    List<Timeline> all = new ArrayList<>();
    for (int i = 0; i < runs.size() && seconds > 0; i++) {
      RunHistory run = runs.get(i);
      List<Lane> lanes = new ArrayList<>();
      phases(run, seconds, lanes);
      faults(run, kinds(runs), runs.size() == 1 ? "" : "-" + (i + 1), seconds, lanes);
      if (!lanes.isEmpty()) {
        Span span = run.span();
        all.add(
            new Timeline(
                runs.size() == 1 ? "" : run.name(),
                Formats.time(span.from(), zone),
                Formats.time(span.from() + Math.round(seconds * 1000), zone),
                lanes));
      }
    }
    return all;
  }

  private static void phases(RunHistory run, double seconds, List<Lane> lanes) {
    List<Bar> bars =
        run.journal().phases().stream()
            .map(
                phase ->
                    bar(
                        run,
                        phase.span(),
                        seconds,
                        fits(phase.words(), phase.span(), seconds) ? phase.words() : "",
                        phase.words() + ", " + Formats.seconds(phase.span().seconds()),
                        ""))
            .toList();
    if (!bars.isEmpty()) {
      lanes.add(new Lane("phases", -1, bars));
    }
  }

  /** Whether a bar has room for its words if the whole timeline is some 900 pixels wide. */
  private static boolean fits(String words, Span span, double seconds) {
    return span.seconds() / seconds * 900 >= 7 * words.length();
  }

  private static void faults(
      RunHistory run, List<String> kinds, String tail, double seconds, List<Lane> lanes) {
    for (String kind : kinds) {
      List<Bar> bars = new ArrayList<>();
      for (FaultRecord fault : run.faults()) {
        if (fault.kind().equals(kind)) {
          Span span = fault.span(run.span().to());
          String about =
              "Fault %d, %s of %s: %s, %s"
                  .formatted(
                      fault.id(),
                      kind,
                      String.join(", ", fault.targets()),
                      fault.state(),
                      Formats.seconds(span.seconds()));
          bars.add(bar(run, span, seconds, "" + fault.id(), about, "#" + anchor(run, fault, tail)));
        }
      }
      if (!bars.isEmpty()) {
        lanes.add(new Lane(kind, kinds.indexOf(kind) % COLOURS, bars));
      }
    }
  }

  /** The name of a fault's row in the page. */
  static String anchor(RunHistory run, FaultRecord fault, String suffix) {
    return "fault-" + run.number(fault) + suffix;
  }

  private static Bar bar(
      RunHistory run, Span span, double seconds, String words, String about, String link) {
    double left = 100 * (span.from() - run.span().from()) / 1000.0 / seconds;
    double width = Math.max(LEAST_PERCENT, 100 * span.seconds() / seconds);
    return new Bar(
        words, about, percent(Math.min(left, 100 - LEAST_PERCENT)), percent(width), link);
  }

  private static String percent(double number) {
    return String.format(Locale.ROOT, "%.3f%%", number);
  }
}
