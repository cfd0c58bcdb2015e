// SPDX-License-Identifier: Apache-2.0
package catena.report;

import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium without a screen that opens pages from files and notes what they ask and complain. */
final class Browser implements Closeable {
  private static final List<String> CHROMIUM =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  private static final List<String> DRIVER =
      List.of("/usr/bin/chromedriver", "/usr/lib/chromium-browser/chromedriver");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Why there is no browser; empty if there is one. */
  static Optional<String> absent() {
    return find(CHROMIUM).isPresent() && find(DRIVER).isPresent()
        ? Optional.empty()
        : Optional.of("no Chromium here: apt-get install chromium chromium-driver");
  }

  private static Optional<Path> find(List<String> places) {
    return places.stream().map(Path::of).filter(Files::isExecutable).findFirst();
  }

  static Browser start() {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(find(CHROMIUM).orElseThrow().toString());
    // As root there is no sandbox; a small /dev/shm is no reason to crash.
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update");
    LoggingPreferences logging = new LoggingPreferences();
    logging.enable(LogType.BROWSER, Level.ALL);
    logging.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logging);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(find(DRIVER).orElseThrow().toFile())
            .withSilent(true)
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Opens a file in a window of a size, in light or dark. */
  void open(Path page, int width, int height, boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    driver.get(page.toUri().toString());
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** What pages have written to the console since the last call. */
  List<String> complaints() {
    return logged(LogType.BROWSER).toList();
  }

  /** The addresses that pages have asked for since the last call, their own files among them. */
  List<String> requests() {
    List<String> addresses = new ArrayList<>();
    logged(LogType.PERFORMANCE)
        .filter(line -> line.contains("\"Network.requestWillBeSent\""))
        .forEach(line -> addresses.add(line.replaceFirst(".*\"documentURL\".*?\"url\":\"", "")));
    return addresses;
  }

  private Stream<String> logged(String type) {
    return StreamSupport.stream(driver.manage().logs().get(type).spliterator(), false)
        .map(entry -> entry.getMessage());
  }

  /** What the window shows. */
  byte[] screenshot() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
