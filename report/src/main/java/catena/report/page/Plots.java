// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.Series;
import catena.records.history.WorkDone.Counted;
import catena.records.run.Json;
import catena.records.sample.ClassicField;
import catena.records.sample.Meaning;
import catena.report.history.DurationStats;
import catena.report.history.JournalFold;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.history.Samples;
import catena.report.history.Work;
import catena.report.page.Plot.Line;
import catena.report.page.Plot.TimePlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Every plot that there is data for, in the order in which the page shows them. */
public final class Plots {
  /** A rate that lasted so long has a second line, of its means of about ten minutes. */
  private static final int SUSTAINED_MINUTES = 30;

  private final Map<String, Plot> plots = new LinkedHashMap<>();

  private Plots() {}

  /** The plots of one run, or of several laid over one another. */
  public static List<Plot> of(List<RunHistory> runs) {
    Plots book = new Plots();
    for (int i = 0; i < runs.size(); i++) {
      book.work(i, runs.get(i));
    }
    LatencyPlots.of(runs).forEach(book::put);
    for (int i = 0; i < runs.size(); i++) {
      book.cluster(i, runs.get(i));
    }
    SamplePlots.rest(runs).forEach(book::put);
    return List.copyOf(book.plots.values());
  }

  private void put(Plot plot) {
    plots.putIfAbsent(plot.id(), plot);
  }

  /** Adds a line to a plot, which the first line creates; an empty line is left out. */
  static void add(Map<String, Plot> plots, Words words, boolean log, Line line) {
    if (line.series().known().length == 0) {
      return;
    }
    List<Line> lines = new ArrayList<>();
    if (plots.get(words.id()) instanceof TimePlot plot) {
      lines.addAll(plot.lines());
    }
    lines.add(line);
    plots.put(words.id(), new TimePlot(words, log, lines));
  }

  private void work(int i, RunHistory run) {
    int seconds = run.rateSeconds();
    String over = seconds == 1 ? "one second" : seconds + " seconds";
    JournalFold journal = run.journal();
    Words ingest = Words.of("ingest-rate", over);
    rate(ingest, i, "written", journal.puts(), run);
    rate(ingest, i, "deleted", journal.deletes(), run);
    Words sent = Words.of("ingest-sent", over);
    journal
        .groups()
        .forEach((name, group) -> rate(sent, i, name + ", sent", group.of(Counted.SENT), run));
    for (Work work : journal.work().values()) {
      String name = work.name();
      if (!work.writes()) {
        RateBins operations = work.of(Counted.OPERATIONS);
        rate(Words.of("query-rate", over), i, name + ", operations", operations, run);
        rate(Words.of("query-rows", over), i, name + ", rows", work.of(Counted.ROWS), run);
      } else if (journal.deletes().total() > 0) {
        rate(ingest, i, name + ", both", work.served(), run);
      }
    }
    Words flush = Words.of("flush-time");
    DurationStats flushes = journal.flushes();
    add(plots, flush, true, intervals(i, "longest", flushes.largest(run.span(), seconds), seconds));
    add(plots, flush, true, intervals(i, "average", flushes.means(run.span(), seconds), seconds));
    rate(Words.of("rejections", over), i, "rejected", journal.of(Counted.REJECTED), run);
  }

  private void rate(Words words, int i, String name, RateBins spread, RunHistory run) {
    if (spread.total() > 0) {
      add(plots, words, false, intervals(i, name, run.rates(spread), run.rateSeconds()));
      double minutes = spread.active().map(span -> span.seconds() / 60).orElse(0.0);
      if (Math.round(minutes) >= SUSTAINED_MINUTES) {
        Series means = spread.means((int) Math.round(minutes / 10));
        add(plots, words, false, new Line(i, name + ", means of ten minutes", means, true));
      }
    }
  }

  /** A line of whole intervals of the run's grid; the first interval may be cut off. */
  private static Line intervals(int run, String name, Series series, int seconds) {
    List<Long> ends = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      ends.add((Math.floorDiv(series.time(i), 1000) + seconds) * 1000);
    }
    return new Line(run, name, series, true, ends);
  }

  private void cluster(int i, RunHistory run) {
    for (SamplePlots.Named named : SamplePlots.NAMED) {
      named
          .fields()
          .forEach(
              (field, name) -> {
                Line line = new Line(i, name, run.samples().of(field), named.steps());
                add(plots, named.words(), false, line);
              });
    }
  }

  /** Plots of what the collector sampled. */
  static final class SamplePlots {
    /**
     * A plot of fields of the original collector.
     *
     * @param fields the name of each field, in the order of the lines
     */
    record Named(
        String id,
        String title,
        String unit,
        String about,
        boolean steps,
        Map<ClassicField, String> fields) {
      Words words() {
        return new Words(id, Section.CLUSTER, title, unit, about);
      }
    }

    /** The plots of numbers that the original collector had, too. */
    static final List<Named> NAMED =
        List.of(
            Json.LINES.convertValue(
                Words.data(Plots.class, "plots.yaml").get("plots"), Named[].class));

    /** Families of metrics of what processes use. */
    private static final Set<String> USED = Set.of("cpu", "memory", "disk", "net");

    private SamplePlots() {}

    /**
     * Plots of everything else: one for each number of process groups and hosts, with a line for
     * each of them; one for each family and unit of the numbers of the cluster and of tables.
     */
    static List<Plot> rest(List<RunHistory> runs) {
      Map<String, Plot> plots = new LinkedHashMap<>();
      for (String of : List.of("group", "cluster", "table", "host")) {
        for (int i = 0; i < runs.size(); i++) {
          ofScopes(of, i, runs.get(i).samples(), plots);
        }
      }
      return List.copyOf(plots.values());
    }

    private static void ofScopes(String of, int run, Samples samples, Map<String, Plot> plots) {
      Map<Words, Map<String, Series>> drawn = new LinkedHashMap<>();
      Map<Words, String> names = new HashMap<>();
      Map<String, String> words = new HashMap<>();
      boolean alike = alike(of);
      boolean oneHost = oneHost(samples.scopes(of));
      for (String scope : samples.scopes(of)) {
        String member = member(scope, oneHost);
        for (String name : samples.names(scope)) {
          String family = alike ? name : name.replaceFirst("\\..*", "");
          String table = of.equals("table") ? ", " + member : "";
          String key = alike ? member : name + table;
          words.put(key, alike ? member : words(name, family) + table);
          Words plot = called(of, family, name, samples);
          names.put(plot, name);
          drawn
              .computeIfAbsent(plot, any -> new LinkedHashMap<>())
              .put(key, samples.of(scope, name));
        }
      }
      drawn.forEach(
          (plot, lines) -> {
            boolean crowd = alike && !oneHost && lines.size() > Samples.LINES;
            Map<String, Series> shown = crowd ? samples.crowd(of, names.get(plot), lines) : lines;
            shown.forEach(
                (key, series) -> {
                  String name = words.getOrDefault(key, key);
                  Plots.add(plots, plot, false, new Line(run, name, key, series, false, List.of()));
                });
          });
    }

    private static boolean oneHost(List<String> scopes) {
      return scopes.stream().map(s -> s.substring(s.indexOf('@') + 1)).distinct().count() == 1;
    }

    /** A scope without its kind, and without its host if there is only one host. */
    private static String member(String scope, boolean oneHost) {
      String member = scope.substring(scope.indexOf(':') + 1);
      int at = member.indexOf('@');
      return oneHost && at > 0 ? member.substring(0, at) : member;
    }

    /** A number's name within its family. */
    private static String words(String name, String family) {
      return (name.equals(family) ? name : name.substring(family.length() + 1)).replace('.', ' ');
    }

    /** Whether scopes are members of one kind, which all have the same metrics. */
    private static boolean alike(String of) {
      return of.equals("group") || of.equals("host");
    }

    /** The words of the plot that a number belongs to. */
    private static Words called(String of, String family, String name, Samples samples) {
      Meaning meaning = samples.meaning(name);
      String unit = meaning.axis();
      String about =
          family.equals(name) && !meaning.about().isEmpty()
              ? Formats.capital(meaning.about()) + "."
              : "";
      String id =
          ((of.equals("table") ? "tables" : of) + "-" + family + (alike(of) ? "" : "-" + unit))
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^a-z0-9]+", "-")
              .replaceAll("-$", "");
      return new Words(id, section(of, family), title(of, family), unit, about);
    }

    private static Section section(String of, String family) {
      boolean process = of.equals("group") && USED.contains(family.replaceFirst("\\..*", ""));
      boolean cluster = of.equals("cluster") && family.equals("compactions");
      return process ? Section.PROCESSES : cluster ? Section.CLUSTER : Section.MORE;
    }

    private static String title(String of, String family) {
      String words =
          switch (of) {
            case "group" -> "Processes: ";
            case "host" -> "Hosts: ";
            case "table" -> "Tables: ";
            default -> "Cluster: ";
          };
      return words + family.replaceFirst("\\.(rate|ratio)$", "").replace('.', ' ');
    }
  }
}
