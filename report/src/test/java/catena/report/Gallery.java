// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.records.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;

/** Writes example reports and pictures of them, for people to look at; no test. */
final class Gallery {
  private Gallery() {}

  /**
   * Writes into a directory.
   *
   * @param args the directory; then more pages to take pictures of
   */
  public static void main(String[] args) throws Exception {
    Path out = Path.of(args[0]);
    RunFiles soak = new SyntheticRun(new RunFiles(out.resolve("soak")), 1, 1200, 5, 1).write();
    RunFiles slower = new SyntheticRun(new RunFiles(out.resolve("slow")), 2, 1200, 5, 0.8).write();
    soak.report();
    try (RunDirectory a = soak.open();
        RunDirectory b = slower.open();
        RunDirectory both = RunDirectory.at(out.resolve("both").toString())) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC).write(List.of(a, b), both);
    }
    try (Browser browser = Browser.start()) {
      for (String name : List.of("soak", "both")) {
        picture(browser, out.resolve(name), out, 1280, false);
        picture(browser, out.resolve(name), out, 1280, true);
        picture(browser, out.resolve(name), out, 390, false);
        picture(browser, out.resolve(name), out, 390, true);
      }
      for (int i = 1; i < args.length; i++) {
        picture(browser, Path.of(args[i]), out, 1280, false);
        picture(browser, Path.of(args[i]), out, 390, true);
      }
    }
  }

  private static void picture(Browser browser, Path run, Path out, int width, boolean dark)
      throws Exception {
    browser.open(run.resolve("report.html"), width, 900, dark);
    Number height = (Number) browser.run("return document.documentElement.scrollHeight");
    Number wide = (Number) browser.run("return document.documentElement.scrollWidth");
    String name = run.getFileName() + "-" + width + (dark ? "-dark" : "-light");
    System.out.println(name + " is " + wide + " x " + height + " " + browser.complaints());
    int part = 0;
    for (int top = 0; top < height.intValue() && part < 8; top += 1500) {
      browser.open(run.resolve("report.html"), width, 1500, dark);
      browser.run("window.scrollTo(0, arguments[0])", top);
      Files.write(out.resolve(name + "-" + part++ + ".png"), browser.screenshot());
    }
  }
}
