// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import catena.records.history.FaultRecord;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.run.Json;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.PhaseSpan;
import catena.report.page.Page;
import catena.report.page.Plot;
import catena.report.page.Plot.Cell;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.HeatPlot;
import catena.report.page.Plot.Line;
import catena.report.page.Plot.Point;
import catena.report.page.Plot.TimePlot;
import catena.report.page.Section;
import catena.report.page.Table;
import catena.report.page.Timeline;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A page as one HTML file that loads nothing else.
 *
 * <p>Three things keep text from a cluster or a setting from becoming markup or script: the
 * template escapes all its input, the data for the script is JSON without angle brackets, and the
 * page's content security policy allows only two scripts, by their SHA-256, and loads nothing.
 */
public final class HtmlPage {
  private static final String ECHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  private HtmlPage() {}

  /**
   * The file's text.
   *
   * @param renewed the time after which a browser reloads the page; empty if it is final
   */
  public static String of(Page page, List<RunHistory> runs, ZoneId zone, Optional<Duration> renewed)
      throws IOException {
    String echarts = resource(ECHARTS);
    String script = resource("report.js");
    Map<String, Object> model = new HashMap<>();
    model.put("page", page);
    model.put("sections", sections(page.plots()));
    model.put("style", resource("report.css"));
    model.put("echarts", echarts);
    model.put("script", script);
    model.put("policy", policy(echarts, script));
    model.put("data", PageData.of(runs, page.plots(), zone));
    model.put("renewed", renewed.map(Duration::toSeconds).orElse(0L));
    return Templates.filled("report.ftlh", model);
  }

  /**
   * The text of a file with a table of runs and no script.
   *
   * @param made when, in words
   * @param runs a row for each, whose mark has the mood of its verdict and a link to its report
   */
  public static String ofRuns(String title, String made, Table runs) throws IOException {
    Map<String, Object> model = new HashMap<>();
    model.put("title", title);
    model.put("made", made);
    model.put("runs", runs);
    model.put("style", resource("report.css"));
    model.put("policy", policy());
    return Templates.filled("index.ftlh", model);
  }

  private static List<Map<String, Object>> sections(List<Plot> plots) {
    List<Map<String, Object>> sections = new ArrayList<>();
    for (Section section : Section.values()) {
      List<Map<String, String>> drawn = new ArrayList<>();
      List<String> flat = new ArrayList<>();
      for (Plot plot : plots.stream().filter(each -> each.words().section() == section).toList()) {
        Optional<String> same = plot instanceof TimePlot over ? over.flat() : Optional.empty();
        same.ifPresentOrElse(flat::add, () -> drawn.add(figure(plot)));
      }
      if (!drawn.isEmpty() || !flat.isEmpty()) {
        sections.add(
            Map.of(
                "title", section.title(),
                "about", section.about(),
                "folded", section == Section.MORE,
                "flat", String.join("; ", flat),
                "plots", drawn));
      }
    }
    return sections;
  }

  private static Map<String, String> figure(Plot plot) {
    return Map.of(
        "id", plot.id(),
        "title", plot.words().title(),
        "about", plot.words().about(),
        "numbers", plot.inWords());
  }

  /** A policy that allows a page to run only these scripts, and to load nothing. */
  private static String policy(String... scripts) {
    StringBuilder policy = new StringBuilder("default-src 'none'; script-src");
    if (scripts.length == 0) {
      policy.append(" 'none'");
    }
    for (String script : scripts) {
      byte[] sum = Hashing.sha256().hashString(script, StandardCharsets.UTF_8).asBytes();
      policy.append(" 'sha256-").append(BaseEncoding.base64().encode(sum)).append('\'');
    }
    return policy
        .append("; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'")
        .toString();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the distribution lacks " + name);
      }
      // A page's parser turns line ends into \n before it takes a script's sum.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
    }
  }

  /**
   * The data that the page's script draws, as JSON: thinned, rounded to five digits, times in
   * seconds from the begin of each run.
   */
  record PageData(List<RunHistory> runs, ZoneId zone) {
    /** A plot is at most 1,200 pixels wide. */
    private static final int BUCKETS = 300;

    private static final MathContext DIGITS = new MathContext(5);

    /** The JSON, without {@code <}, {@code >} and {@code &}, so that it holds no tag. */
    static String of(List<RunHistory> runs, List<Plot> plots, ZoneId zone)
        throws JsonProcessingException {
      String json = Json.LINES.writeValueAsString(new PageData(runs, zone).data(plots));
      return json.replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("&", "\\u0026")
          .replace("\u2028", "\\u2028")
          .replace("\u2029", "\\u2029");
    }

    private ObjectNode data(List<Plot> plots) {
      ObjectNode data = Json.LINES.createObjectNode();
      ArrayNode all = data.putArray("runs");
      for (RunHistory run : runs) {
        ObjectNode node = all.addObject();
        node.put("name", run.name());
        node.put("from", run.span().from());
        node.put("seconds", run.span().seconds());
        node.put("zoneMillis", zoneMillis(run.span().from()));
        phases(run, node.putArray("phases"));
        faults(run, Timeline.kinds(runs), node.putArray("faults"));
      }
      ArrayNode drawn = data.putArray("plots");
      plots.forEach(plot -> plot(plot, drawn.addObject()));
      return data;
    }

    private long zoneMillis(long at) {
      return 1000L * zone.getRules().getOffset(Instant.ofEpochMilli(at)).getTotalSeconds();
    }

    private static void phases(RunHistory run, ArrayNode phases) {
      long begin = run.span().from();
      for (PhaseSpan phase : run.journal().phases()) {
        ObjectNode node = phases.addObject();
        node.put("name", phase.words());
        node.put("from", (phase.span().from() - begin) / 1000.0);
        node.put("to", (phase.span().to() - begin) / 1000.0);
      }
    }

    private static void faults(RunHistory run, List<String> kinds, ArrayNode faults) {
      long begin = run.span().from();
      for (FaultRecord fault : run.faults()) {
        Span span = fault.span(run.span().to());
        ObjectNode node = faults.addObject();
        node.put("id", fault.id());
        node.put("fault", fault.kind());
        node.put("colour", kinds.indexOf(fault.kind()) % Timeline.COLOURS);
        node.put("targets", String.join(", ", fault.targets()));
        node.put("state", fault.state());
        node.put("from", (span.from() - begin) / 1000.0);
        node.put("to", (span.to() - begin) / 1000.0);
      }
    }

    private void plot(Plot plot, ObjectNode node) {
      node.put("id", plot.id());
      node.put("title", plot.words().title());
      node.put("unit", plot.words().unit());
      if (plot instanceof TimePlot lines) {
        node.put("kind", "lines").put("log", lines.log());
        ArrayNode all = node.putArray("lines");
        DrawnLine.of(lines.lines(), lines.log()).forEach(line -> line(line, all.addObject()));
      } else if (plot instanceof HeatPlot heat) {
        node.put("kind", "heat").put("run", heat.run());
        ArrayNode times = node.putArray("times");
        ArrayNode cells = node.putArray("cells");
        heat(heat, times, cells);
      } else if (plot instanceof CurvePlot curves) {
        node.put("kind", curves.points() ? "points" : "curves").put("log", curves.log());
        node.put("across", curves.acrossWords()).put("acrossUnit", curves.acrossUnit());
        node.set("names", Json.LINES.valueToTree(curves.names()));
        ArrayNode all = node.putArray("lines");
        curves.curves().forEach(curve -> curve(curve, all.addObject()));
      }
    }

    /**
     * Cells that begin and end together share one time; each cell begins with that time's index.
     */
    private void heat(HeatPlot heat, ArrayNode times, ArrayNode cells) {
      Cell last = null;
      for (Cell cell : heat.cells()) {
        if (last == null || cell.at() != last.at() || cell.until() != last.until()) {
          ArrayNode time = times.addArray();
          time.add(seconds(heat.run(), cell.at())).add(seconds(heat.run(), cell.until()));
        }
        ArrayNode node = cells.addArray().add(times.size() - 1);
        number(node, cell.low());
        number(node, cell.high());
        node.add(cell.count());
        last = cell;
      }
    }

    private void line(DrawnLine drawn, ObjectNode node) {
      Plot.Line line = drawn.line();
      node.put("run", line.run()).put("name", drawn.name()).put("steps", line.steps());
      node.put("more", drawn.more());
      Series few = Thinning.thin(line.drawn(), BUCKETS);
      ArrayNode times = node.putArray("t");
      ArrayNode values = node.putArray("v");
      for (int i = 0; i < few.size(); i++) {
        times.add(seconds(line.run(), few.time(i)));
        number(values, few.value(i));
      }
    }

    private BigDecimal seconds(int run, long at) {
      return plain(BigDecimal.valueOf(at - runs.get(run).span().from(), 3));
    }

    private static BigDecimal plain(BigDecimal number) {
      BigDecimal short1 = number.stripTrailingZeros();
      return short1.scale() < 0 ? short1.setScale(0) : short1;
    }

    private static void number(ArrayNode values, double value) {
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        values.addNull();
      } else {
        values.add(plain(new BigDecimal(value, DIGITS)));
      }
    }

    private static void curve(Plot.Curve curve, ObjectNode node) {
      node.put("run", curve.run()).put("name", curve.name());
      ArrayNode points = node.putArray("points");
      for (Point point : curve.points()) {
        ArrayNode one = points.addArray();
        number(one, point.x());
        number(one, point.y());
        if (!point.label().isEmpty()) {
          one.add(point.label());
        }
        if (point.low() < point.high()) {
          number(one, point.low());
          number(one, point.high());
        }
      }
    }

    /**
     * A line as it is drawn: lines that look alike are drawn as one, and of many only the largest
     * are drawn until the user asks for all. The files have all of them.
     *
     * @param name of the line, or of all lines that it stands for
     * @param more whether it is drawn only if the user asks for all
     */
    record DrawnLine(Line line, String name, boolean more) {
      /** With more names than this in a plot, neither lines nor legend are readable. */
      private static final int MOST = 5;

      /**
       * Lines whose numbers differ by less than this share of the largest are drawn as one; on a
       * logarithmic axis, this share of each number.
       */
      private static final double ALIKE = 0.005;

      /**
       * The lines of a plot, in their order.
       *
       * @param log whether they are drawn on a logarithmic axis
       */
      static List<DrawnLine> of(List<Line> lines, boolean log) {
        Map<Line, String> names = joined(lines, log);
        Map<String, Double> largest = new LinkedHashMap<>();
        names.forEach(
            (line, name) -> largest.merge(name, Math.max(0, line.series().max()), Math::max));
        Set<String> first =
            largest.keySet().stream()
                .sorted(Comparator.comparingDouble(name -> -largest.get(name)))
                .limit(largest.size() == MOST + 1 ? MOST + 1 : MOST)
                .collect(Collectors.toSet());
        List<DrawnLine> drawn = new ArrayList<>();
        names.forEach((line, name) -> drawn.add(new DrawnLine(line, name, !first.contains(name))));
        return drawn;
      }

      /** Each line that differs from those before it, with the names of those that do not. */
      private static Map<Line, String> joined(List<Line> lines, boolean log) {
        Map<Line, String> names = new LinkedHashMap<>();
        boolean oneRun = lines.stream().map(Line::run).distinct().count() <= 1;
        for (Line line : lines) {
          Line same =
              names.keySet().stream()
                  .filter(drawn -> oneRun && alike(drawn, line, log))
                  .findFirst()
                  .orElse(line);
          names.merge(same, line.name(), (name, other) -> name + " = " + other);
        }
        return names;
      }

      private static boolean alike(Line first, Line second, boolean log) {
        Series a = first.series();
        Series b = second.series();
        double most = Math.max(a.max(), b.max());
        if (a.size() != b.size() || first.steps() != second.steps() || !(most > 0)) {
          return false;
        }
        for (int i = 0; i < a.size(); i++) {
          boolean unknown = Double.isNaN(a.value(i)) && Double.isNaN(b.value(i));
          double scale = log ? Math.max(a.value(i), b.value(i)) : most;
          boolean close = unknown || Math.abs(a.value(i) - b.value(i)) <= ALIKE * scale;
          if (a.time(i) != b.time(i) || !close) {
            return false;
          }
        }
        return true;
      }
    }
  }
}
