// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.history.RunPlan;
import catena.records.history.Span;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.report.history.RunHistory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;

/**
 * The page in a real browser; skipped, with the reason, where there is none. Those that only look
 * at it come first: to draw all plots of a page takes seconds, and they share one.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PageInBrowserIT {
  @TempDir private static Path directory;

  private static Browser browser;
  private static Path page;

  /** Whether the page that is shown is not, or not any more, as {@link #load} has left it. */
  private static boolean touched = true;

  @BeforeAll
  static void open() throws Exception {
    Browser.absent().ifPresent(reason -> System.out.println("The page is not opened: " + reason));
    Assumptions.assumeTrue(Browser.absent().isEmpty(), () -> Browser.absent().orElse(""));
    new SyntheticRun(new RunFiles(directory.resolve("run")), 1, 600, 10, 1).write().report();
    page = directory.resolve("run/report.html");
    browser = Browser.start();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  /** The page with all its plots, for a test that changes nothing of it. */
  private static void show() {
    if (touched) {
      load();
    }
  }

  /**
   * The page as a reader opens it, whose folded plots are not drawn, for a test that changes it.
   */
  private static void fresh() {
    browser.complaints();
    browser.driver().get("about:blank");
    open(page, 1280, 900, false);
  }

  private static void load() {
    browser.complaints();
    browser.requests();
    open(page, 1280, 900, false);
    browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    await("return document.querySelectorAll('.chart:not([data-drawn])').length === 0");
    touched = false;
  }

  private static void open(Path any, int width, int height, boolean dark) {
    touched = true;
    browser.open(any, width, height, dark);
  }

  /** Waits until the page says yes; the driver gives up after its own limit. */
  private static void await(String condition) {
    Object met =
        browser
            .driver()
            .executeAsyncScript(
                "const done = arguments[arguments.length - 1];"
                    + "const ask = () => (() => { "
                    + condition
                    + " })() ? done(true) : setTimeout(ask, 20); ask();");
    assertThat(met).isEqualTo(true);
  }

  private static double number(String script, Object... arguments) {
    return ((Number) browser.run(script, arguments)).doubleValue();
  }

  @Test
  @Order(1)
  void everythingIsDrawnWithoutANetworkRequest() {
    load();

    assertThat(number("return document.querySelectorAll('.chart').length")).isGreaterThan(25);
    assertThat(
            browser.run(
                "return catena.charts.filter(c => c.place.querySelectorAll('canvas, svg"
                    + " path').length === 0).map(c => c.plot.id)"))
        .as("plots without a mark")
        .isEqualTo(List.of());
    assertThat(
            browser.run(
                "return catena.charts.filter(c => c.plot.kind === 'lines' &&"
                    + " c.chart.getZr().storage.getDisplayList(true).filter(e => e.type ==="
                    + " 'ec-polyline' && e.shape.points.length > 2).length < c.plot.lines.filter(l"
                    + " => l.t.length > 1).length).map(c => c.plot.id)"))
        .as("plots that lack a line")
        .isEqualTo(List.of());
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests()).allMatch(address -> address.startsWith("file:"));
    assertThat(browser.run("return performance.getEntriesByType('resource').length")).isEqualTo(0L);
  }

  @Test
  @Order(3)
  void faultBandsStandWhereTheJournalSaysOverAllPlots() throws Exception {
    show();
    touched = true;
    RunHistory run = new RunFiles(directory.resolve("run")).read();

    List<?> bands =
        (List<?>)
            browser.run(
                "return catena.charts.filter(c => c.timed).map(c =>"
                    + " c.chart.getOption().series.find(s => s.id === 'faults').markArea.data.map(d"
                    + " => [d[0].xAxis, d[1].xAxis]))");

    assertThat(bands).hasSizeGreaterThan(20);
    for (Object ofOnePlot : bands) {
      assertThat((List<?>) ofOnePlot).hasSize(run.faults().size());
      for (int i = 0; i < run.faults().size(); i++) {
        List<?> band = (List<?>) ((List<?>) ofOnePlot).get(i);
        Span span = run.faults().get(i).span(run.span().to());
        assertThat(((Number) band.get(0)).longValue()).isEqualTo(span.from());
        assertThat(((Number) band.get(1)).longValue()).isEqualTo(span.to());
      }
    }
    browser.driver().findElement(By.cssSelector(".bands input")).click();
    assertThat(
            number(
                "return catena.charts[0].chart.getOption().series.find(s => s.id ==="
                    + " 'faults').markArea.data.length"))
        .isZero();
  }

  /**
   * A person reads 200 ms and not 215 ms; all that is drawn lies between the first and the last.
   */
  @Test
  @Order(2)
  void ticksOfLogarithmicAxesAreOneTwoAndFiveOfPowersOfTen() {
    show();
    List<?> plots =
        (List<?>)
            browser.run(
                "return catena.charts.filter(c => c.plot.log).map(c => [c.plot.lines.flatMap(l =>"
                    + " l.v || l.points.map(p => p[1])).filter(v => v > 0),"
                    + " c.chart.getOption().series.find(s => s.id === 'ticks').markLine.data.map(t"
                    + " => t.yAxis)])");

    assertThat(plots).isNotEmpty();
    for (Object plot : plots) {
      List<Double> values = numbers(((List<?>) plot).get(0));
      List<Double> ticks = numbers(((List<?>) plot).get(1));
      assertThat(ticks).hasSizeGreaterThan(1).isSorted();
      assertThat(ticks)
          .allSatisfy(
              tick -> assertThat(String.format(Locale.ROOT, "%.0e", tick)).matches("[125]e.*"));
      assertThat(values)
          .allMatch(value -> ticks.get(0) <= value && value <= ticks.get(ticks.size() - 1));
    }
  }

  private static List<Double> numbers(Object all) {
    return ((List<?>) all).stream().map(each -> ((Number) each).doubleValue()).toList();
  }

  @Test
  @Order(2)
  void aBandIsPaintedAtTheFaultsPixels() {
    show();
    // The first rectangle of the band's colour, against where the axis puts the fault.
    Object off =
        browser.run(
            "const c = catena.charts[0]; const band = c.chart.getOption().series.find(s => s.id ==="
                + " 'faults').markArea.data[0]; const x = c.chart.convertToPixel({xAxisIndex: 0},"
                + " band[0].xAxis);const left = c.place.getBoundingClientRect().left;return"
                + " Math.min(...[...c.place.querySelectorAll('path')].map(p =>"
                + " Math.abs(p.getBoundingClientRect().left - left - x)))");
    assertThat(((Number) off).doubleValue()).isLessThan(3);
  }

  @Test
  void hoverShowsNumbersAndTheFaultInAllPlots() {
    fresh();
    browser.run(
        "const c = catena.charts[0]; const f = c.chart.getOption().series.find(s => s.id ==="
            + " 'faults').markArea.data[0]; window.at = (f[0].xAxis + f[1].xAxis) / 2");
    WebElement chart = browser.driver().findElement(By.cssSelector(".chart"));
    double x = number("return catena.charts[0].chart.convertToPixel({xAxisIndex: 0}, window.at)");
    int width = chart.getSize().getWidth();
    // The pointer goes to the middle of what is in view.
    browser.run("document.querySelector('.chart').scrollIntoView({block: 'center'})");

    new Actions(browser.driver()).moveToElement(chart, (int) (x - width / 2.0), 0).perform();

    await("return document.querySelector('.chart').innerText.includes('fault 1')");
    assertThat(chart.getText()).contains("written", "/s", "fault 1");
    await("return document.querySelectorAll('.chart')[2].innerText.includes('fault 1')");
  }

  @Test
  void zoomByButtonByKeyAndByDraggingMovesAllPlots() {
    fresh();
    double whole = shown(0);
    browser.driver().findElement(By.cssSelector("button[data-do=in]")).click();
    assertThat(shown(0)).isCloseTo(whole / 2, within(whole * 0.01));
    assertThat(shown(7)).isCloseTo(whole / 2, within(whole * 0.01));

    browser.driver().findElement(By.cssSelector(".chart")).sendKeys("+");
    assertThat(shown(3)).isCloseTo(whole / 4, within(whole * 0.01));
    browser.driver().findElement(By.cssSelector(".chart")).sendKeys(Keys.ESCAPE);
    assertThat(shown(3)).isCloseTo(whole, within(whole * 0.01));

    WebElement chart = browser.driver().findElement(By.cssSelector(".chart"));
    new Actions(browser.driver())
        .moveToElement(chart, -50, 10)
        .clickAndHold()
        .moveByOffset(40, 10)
        .moveByOffset(60, 0)
        .release()
        .perform();
    await(
        "const z = catena.charts[5].chart.getOption().dataZoom[0]; return z.endValue - z.startValue"
            + " < 0.5 * (catena.whole[1] - catena.whole[0])");
    assertThat(shown(0)).isCloseTo(shown(5), within(whole * 0.001));
    assertThat(browser.complaints()).isEmpty();
  }

  /** How much time a plot shows, milliseconds. */
  private static double shown(int plot) {
    return number(
        "const c = catena.charts.filter(c => c.timed)[arguments[0]]; const z ="
            + " c.chart.getOption().dataZoom[0]; return z.endValue - z.startValue",
        plot);
  }

  @Test
  void theWheelScrollsThePageOverEveryPlotAndZoomsWithCtrl() {
    fresh();
    List<WebElement> charts = browser.driver().findElements(By.cssSelector(".chart"));
    for (int i : List.of(0, 3, 8)) {
      browser.run("arguments[0].scrollIntoView({block: 'center'})", charts.get(i));
      double before = number("return window.scrollY");
      new Actions(browser.driver()).scrollFromOrigin(over(charts.get(i)), 0, 120).perform();
      await("return Math.abs(window.scrollY - " + (before + 120) + ") < 2");
    }
    browser.run("arguments[0].scrollIntoView({block: 'center'})", charts.get(0));
    double whole = shown(0);
    new Actions(browser.driver())
        .keyDown(Keys.CONTROL)
        .scrollFromOrigin(over(charts.get(0)), 0, -120)
        .keyUp(Keys.CONTROL)
        .perform();
    await(
        "const z = catena.charts[3].chart.getOption().dataZoom[0]; return z.endValue - z.startValue"
            + " < "
            + whole * 0.99);
  }

  private static WheelInput.ScrollOrigin over(WebElement chart) {
    return WheelInput.ScrollOrigin.fromElement(chart);
  }

  @Test
  @Order(2)
  void theLastIntervalIsDrawnToItsEnd() {
    show();
    for (String plot : List.of("ingest-rate", "latency-flush", "latency-lookup")) {
      double off =
          number(
              "const c = catena.charts.find(c => c.plot.id === arguments[0]);const end ="
                  + " c.chart.convertToPixel({xAxisIndex: 0}, catena.whole[0] + 600000);const line"
                  + " = c.chart.getZr().storage.getDisplayList(true).find(e => e.type ==="
                  + " 'ec-polyline');const x = [...line.shape.points].filter((n, i) => i % 2 === 0"
                  + " && Number.isFinite(n));return Math.abs(Math.max(...x) - end)",
              plot);
      assertThat(off).as(plot).isLessThan(1);
    }
  }

  @Test
  void theTooltipNamesTheIntervalInWhichThePointerIs() {
    fresh();
    browser.run("location.hash = '#t=100,160'");
    await("return catena.charts[0].chart.getOption().dataZoom[0].startValue > catena.whole[0]");
    WebElement chart = plot("latency-flush");
    browser.run("arguments[0].scrollIntoView({block: 'center'})", chart);
    double x =
        number(
            "return catena.charts.find(c => c.plot.id === 'latency-flush').chart"
                + ".convertToPixel({xAxisIndex: 0}, catena.whole[0] + 128000)");

    new Actions(browser.driver())
        .moveToElement(chart, (int) (x - chart.getSize().getWidth() / 2.0), 0)
        .perform();

    // The run begins at 11:07:00; the nearest begin of an interval is that of the next one.
    await(
        "return arguments[0].innerText.includes('11:09:00–11:09:10')"
            .replace("arguments[0]", FLUSH));
    assertThat(chart.getText()).contains("0:02:08 in", "p50");
  }

  private static final String FLUSH = "document.querySelector('[data-plot=latency-flush]')";

  private static WebElement plot(String id) {
    return browser.driver().findElement(By.cssSelector("[data-plot=" + id + "]"));
  }

  @Test
  void theTimeThatIsShownStandsInTheAddress() {
    touched = true;
    browser.driver().get("about:blank");
    browser.driver().get(page.toUri() + "#t=100,160");
    assertThat(shown(0)).isCloseTo(60_000, within(100.0));
    assertThat(shown(4)).isCloseTo(60_000, within(100.0));
    browser.driver().findElement(By.cssSelector("button[data-do=out]")).click();
    assertThat(browser.run("return location.hash")).isEqualTo("#t=70,190");
    browser.driver().findElement(By.cssSelector("button[data-do=all]")).click();
    assertThat(browser.run("return location.hash")).isEqualTo("");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aFaultLeadsToItsRowAndTheRowToItsTime() {
    fresh();
    WebElement bar = browser.driver().findElement(By.cssSelector(".timeline a[href='#fault-2']"));
    assertThat(bar.getAttribute("title")).startsWith("Fault 2, restart of tserver-3@");

    browser.run("arguments[0].click()", bar);

    WebElement row = browser.driver().findElement(By.id("fault-2"));
    await(
        "const r = document.getElementById('fault-2').getBoundingClientRect();"
            + " return r.top >= 0 && r.bottom <= window.innerHeight");
    row.findElement(By.cssSelector("th a")).click();
    await("return location.hash.startsWith('#t=')");
    assertThat(shown(0)).isLessThan(150_000);
    String colours =
        "const c = catena.charts[0].chart.getOption().series.find(s => s.id ==="
            + " 'faults').markArea.data;return c.map(d => d[0].itemStyle.color)";
    assertThat(new java.util.HashSet<>((List<?>) browser.run(colours)))
        .as("a colour for each kind of fault")
        .hasSize(3);
  }

  @Test
  @Order(2)
  void phasesStandOnTheTimeAxisOfEachPlot() {
    show();
    assertThat(
            browser.run(
                "return catena.charts.filter(c => c.timed && c.chart.getOption().series.find(s =>"
                    + " s.id === 'phases').markLine.data[0].name !=="
                    + " 'ingest+walk+agitate').length"))
        .isEqualTo(0L);
  }

  /** Above the plot, where no line of it can cross them. */
  @Test
  @Order(2)
  void namesOfPhasesStandAboveThePlots() {
    show();
    assertThat(
            browser.run(
                "return catena.charts.filter(c => c.timed && c.plot.kind === 'lines').filter(c => {"
                    + " const t = [...c.place.querySelectorAll('svg text')].find(t =>"
                    + " t.textContent === 'ingest+walk+agitate'); return !t ||"
                    + " t.getBoundingClientRect().bottom - c.place.getBoundingClientRect().top >"
                    + " c.chart.getOption().grid[0].top;}).map(c => c.plot.id)"))
        .isEqualTo(List.of());
  }

  @Test
  void tilesFillTheirRowsEvenly() {
    for (int width : List.of(1280, 900, 720, 390)) {
      open(page, width, 900, false);
      List<Double> tops =
          numbers(
              browser.run(
                  "return [...document.querySelectorAll('.tile')].map(t =>"
                      + " Math.round(t.getBoundingClientRect().top))"));
      Collection<Long> rows =
          tops.stream().collect(Collectors.groupingBy(top -> top, Collectors.counting())).values();
      assertThat(tops).hasSizeGreaterThan(4);
      assertThat(Collections.max(rows) - Collections.min(rows))
          .as("tiles in each row at %d: %s", width, rows)
          .isLessThanOrEqualTo(1);
      assertThat(number("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
    }
  }

  /** All that a phone has no room for can be reached by scrolling the table sideways. */
  @Test
  void theTableOfLatenciesHasAllItsColumnsOnAPhone() {
    String titles =
        "return [...document.querySelectorAll('.latency thead th')].filter(t => t.offsetWidth >"
            + " 0).map(t => t.textContent)";
    open(page, 1280, 900, false);
    Object wide = browser.run(titles);
    open(page, 390, 844, false);
    assertThat(browser.run(titles)).isEqualTo(wide).asString().contains("Number", "p50");
  }

  /** Of runs of all lengths, wide and narrow, as they are opened and zoomed. */
  @Test
  void ticksOfATimeAxisHaveOneFormAndRoomBetweenThem() throws Exception {
    for (int seconds : List.of(40, 90, 300, 600)) {
      String name = "ticks" + seconds;
      Path root = directory.resolve(name);
      new SyntheticRun(new RunFiles(root), 4, seconds, 5, 1).write().report();
      for (int width : List.of(1280, 390)) {
        open(root.resolve("report.html"), width, 900, false);
        oneForm(name + " at " + width);
        browser.run("document.querySelector('button[data-do=in]').click()");
        await(
            "return window.requestAnimationFrame(() => { window.marked = true; }) && window.marked"
                + " === true");
        oneForm(name + " zoomed at " + width);
      }
    }
  }

  private static void oneForm(String what) {
    List<?> charts =
        (List<?>)
            browser.run(
                "return catena.charts.filter(c => c.timed && c.plot.kind === 'lines').map(c =>"
                    + " [...c.place.querySelectorAll('svg text')].filter(t =>"
                    + " /^\\d\\d:\\d\\d(:\\d\\d)?$/.test(t.textContent)).map(t => [t.textContent,"
                    + " t.getBoundingClientRect().left, t.getBoundingClientRect().right]))");
    assertThat(charts).as(what).isNotEmpty();
    for (Object chart : charts) {
      List<List<?>> ticks = new ArrayList<>();
      ((List<?>) chart).forEach(tick -> ticks.add((List<?>) tick));
      ticks.sort(Comparator.comparingDouble(tick -> ((Number) tick.get(1)).doubleValue()));
      assertThat(ticks).as(what).hasSizeGreaterThan(1);
      assertThat(ticks.stream().map(tick -> ((String) tick.get(0)).length()).distinct())
          .as("%s: %s", what, ticks)
          .hasSize(1);
      assertThat(ticks.stream().map(tick -> tick.get(0))).as(what).doesNotHaveDuplicates();
      for (int i = 1; i < ticks.size(); i++) {
        double end = ((Number) ticks.get(i - 1).get(2)).doubleValue();
        assertThat(((Number) ticks.get(i).get(1)).doubleValue() - end)
            .as("%s: room before %s", what, ticks.get(i).get(0))
            .isGreaterThan(10);
      }
    }
  }

  @Test
  void onAPhoneNothingStandsOutOfThePage() {
    for (boolean dark : List.of(false, true)) {
      open(page, 390, 844, dark);
      assertThat(number("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
      assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
          .isEqualTo(dark ? "rgb(16, 19, 24)" : "rgb(246, 247, 249)");
    }
  }

  @Test
  void onPaperEveryPlotFitsIntoItsColumn() {
    open(page, 720, 1000, true);
    browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
    browser.run("window.dispatchEvent(new Event('beforeprint'))");

    assertThat(number("return document.querySelectorAll('.chart svg, .chart canvas').length"))
        .isGreaterThan(25);
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('.chart svg, .chart canvas')].filter(e => {"
                    + " const own = e.getBoundingClientRect(); const card ="
                    + " e.closest('.chart').parentElement.getBoundingClientRect(); return own.width"
                    + " < 100 || own.right > card.right + 1 || own.bottom > card.bottom +"
                    + " 1;}).map(e => e.closest('.chart').dataset.plot)"))
        .as("plots that stand out of their card")
        .isEqualTo(List.of());
    assertThat(
            browser.run(
                "return catena.charts.filter(c => c.chart.getOption().legend[0].type !== 'plain' ||"
                    + " [...c.place.querySelectorAll('svg text')].some(t =>"
                    + " t.getBoundingClientRect().right > c.place.getBoundingClientRect().right +"
                    + " 1)).map(c => c.plot.id)"))
        .as("plots with a word that is cut off on paper")
        .isEqualTo(List.of());
    assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
        .as("no dark paper")
        .isEqualTo("rgb(255, 255, 255)");
    browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
  }

  @Test
  void aShortRunIsPrintedOnAtMostFourPages() throws Exception {
    new SyntheticRun(new RunFiles(directory.resolve("short")), 4, 50, 5, 1).write().report();
    open(directory.resolve("short/report.html"), 1280, 900, false);
    browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));

    Object pdf =
        browser
            .driver()
            .executeCdpCommand("Page.printToPDF", Map.of("paperWidth", 8.27, "paperHeight", 11.69))
            .get("data");

    String text = new String(Base64.getDecoder().decode((String) pdf), StandardCharsets.ISO_8859_1);
    assertThat(Pattern.compile("/Type\\s*/Page\\b").matcher(text).results().count())
        .isBetween(2L, 4L);
  }

  @Test
  void theDurationIsTheSameInAllPlaces() throws Exception {
    RunFiles files = new RunFiles(directory.resolve("fraction"));
    long end = RunFiles.BEGIN + 39_600;
    files.events(
        "run",
        new Event.RunStarted(RunFiles.BEGIN, "run", "x"),
        new Event.RunEnded(end, "run", Verdict.PASS));
    files.latencies(
        "ingest", List.of(new RunFiles.Recorded("flush", end, List.of(1_000_000L, 2_000_000L))));
    assertThat(files.report()).contains("<dt>Duration</dt><dd><span class=\"value\">39s</span>");
    open(directory.resolve("fraction/report.html"), 1280, 900, false);
    assertThat(browser.driver().findElement(By.cssSelector(".range")).getText())
        .endsWith("(0:00:39)");
    assertThat(browser.driver().findElement(By.cssSelector(".bar")).isDisplayed()).isTrue();
  }

  @Test
  void evilTextRunsNothing() throws Exception {
    InjectionTest.evil(new RunFiles(directory.resolve("evil"))).report();
    browser.complaints();
    open(directory.resolve("evil/report.html"), 1280, 900, false);
    browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    await("return document.querySelectorAll('.chart:not([data-drawn])').length === 0");
    browser.run(
        "catena.charts.forEach(c => c.chart.dispatchAction({type: 'showTip', seriesIndex: 0,"
            + " dataIndex: 0}))");

    assertThat(browser.run("return window.evil === undefined")).isEqualTo(true);
    assertThat(browser.run("return document.querySelectorAll('img').length")).isEqualTo(0L);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aBarReachesFromTheLeastToTheMostOfTheRepetitions() throws Exception {
    List<RunDirectory> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      RunFiles files = new RunFiles(directory.resolve("swept-" + i));
      RunDirectory run = new SyntheticRun(files, i, 60, 30, 1 + i / 4.0).write().open();
      Map<String, String> swept = Map.of("nodes", "" + (1 + i / 2));
      new RunPlan("x", Optional.empty(), 1, "", swept, List.of()).writeTo(run);
      runs.add(run);
    }
    try (RunDirectory to = RunDirectory.at(directory.resolve("swept").toString())) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE).write(runs, to);
    }
    for (RunDirectory run : runs) {
      run.close();
    }
    browser.complaints();
    open(directory.resolve("swept/report.html"), 1280, 900, false);
    browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    await("return document.querySelectorAll('.chart:not([data-drawn])').length === 0");

    browser.run(
        "window.swept = catena.charts.find(c => c.plot.id === 'swept-rate'); window.barred ="
            + " swept.plot.lines.flatMap(l => l.points).filter(p => p.length > 4);");
    assertThat(number("return window.barred.length")).isGreaterThanOrEqualTo(2);
    assertThat(
            browser.run(
                "const bars = swept.chart.getZr().storage.getDisplayList(true).filter(e => e.name"
                    + " === 'bar').map(e => e.shape); const at = (x, y) =>"
                    + " swept.chart.convertToPixel({gridIndex: 0}, [x, y]); return"
                    + " barred.filter(p => { const low = at(p[0], p[3]); const high = at(p[0],"
                    + " p[4]); return !bars.some(b => Math.abs(b.x1 - low[0]) < 1 && Math.abs(b.x2"
                    + " - low[0]) < 1 && Math.abs(b.y1 - low[1]) < 1 && Math.abs(b.y2 - high[1]) <"
                    + " 1); })"))
        .as("points without their bar")
        .isEqualTo(List.of());
    assertThat(
            browser.run(
                "return swept.chart.getOption().legend[0].data.length - swept.plot.lines.length"))
        .as("bars have no names of their own")
        .isEqualTo(0L);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void thePageOfARunWithNothingInItStandsToo() throws Exception {
    new RunFiles(directory.resolve("empty")).text("settings.properties", "a=b\n").report();
    browser.complaints();
    open(directory.resolve("empty/report.html"), 1280, 900, false);

    assertThat(browser.driver().findElement(By.cssSelector(".word")).getText())
        .isEqualTo("NO VERDICT");
    assertThat(browser.driver().findElement(By.cssSelector(".bar")).isDisplayed()).isFalse();
    assertThat(browser.driver().findElement(By.cssSelector(".hint")).isDisplayed()).isFalse();
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.driver().executeCdpCommand("Page.enable", Map.of())).isNotNull();
  }
}
