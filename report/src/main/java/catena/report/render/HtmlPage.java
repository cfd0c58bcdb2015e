// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import catena.records.run.Json;
import catena.report.history.RunHistory;
import catena.report.page.Page;
import catena.report.page.Plot;
import catena.report.page.Plot.TimePlot;
import catena.report.page.Section;
import catena.report.page.Table;
import com.fasterxml.jackson.core.type.TypeReference;
import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    model.put("page", words(page));
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
    model.put("runs", words(runs));
    model.put("style", resource("report.css"));
    model.put("policy", policy());
    return Templates.filled("index.ftlh", model);
  }

  /** Plain maps, lists and texts: the template gets no objects of Catena's classes. */
  private static Map<String, Object> words(Object page) {
    return Json.LINES.convertValue(page, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  private static List<Map<String, Object>> sections(List<Plot> plots) {
    List<Map<String, Object>> sections = new ArrayList<>();
    for (Section section : Section.values()) {
      List<Map<String, String>> drawn = new ArrayList<>();
      List<String> flat = new ArrayList<>();
      for (Plot plot : plots.stream().filter(each -> each.section() == section).toList()) {
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
        "title", plot.title(),
        "about", plot.about(),
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
}
