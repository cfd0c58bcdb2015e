// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.records.history.RunPlan;
import catena.records.placement.Place;
import catena.records.placement.PlacedBy;
import catena.records.placement.PlacementSample;
import catena.records.placement.Tier;
import catena.records.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes example reports and pictures of them, for people to look at; no test. */
final class Gallery {
  private Gallery() {}

  /**
   * Writes into a directory.
   *
   * @param args the directory; then directories of more runs, with their reports
   */
  public static void main(String[] args) throws Exception {
    Path out = Path.of(args[0]);
    RunFiles soak = new SyntheticRun(new RunFiles(out.resolve("soak")), 1, 1200, 5, 1).write();
    RunFiles slower = new SyntheticRun(new RunFiles(out.resolve("slow")), 2, 1200, 5, 0.8).write();
    soak.report();
    try (RunDirectory a = soak.open();
        RunDirectory b = slower.open();
        RunDirectory both = RunDirectory.at(out.resolve("both").toString())) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(a, b), both);
    }
    sweep(out.resolve("sweep"));
    new SyntheticRun(new RunFiles(out.resolve("long")), 3, 3600, 10, 1).write().report();
    try (Browser browser = Browser.start()) {
      List<Path> pages = new ArrayList<>();
      Stream.of("soak", "both", "sweep", "long").map(out::resolve).forEach(pages::add);
      Stream.of(args).skip(1).map(Path::of).forEach(pages::add);
      for (Path page : pages) {
        for (int width : List.of(1280, 390)) {
          picture(browser, page, out, width, false);
          picture(browser, page, out, width, true);
        }
      }
    }
  }

  /** Three placements, each in three repetitions by turns. */
  private static void sweep(Path out) throws Exception {
    List<RunDirectory> rows = new ArrayList<>();
    List<String> placements = List.of("all-slow", "wal-fast", "all-fast");
    for (int i = 0; i < 9; i++) {
      int kind = i % 3;
      String label = "placement=%s, repetition %d".formatted(placements.get(kind), i / 3 + 1);
      Path root = out.resolve("row-%03d".formatted(i + 1));
      double speed = 1 + kind / 2.0 + (i / 3) / 10.0;
      RunFiles files = new SyntheticRun(new RunFiles(root), i, 60, 5, speed).write();
      Tier wal = kind > 0 ? Tier.FAST : Tier.SLOW;
      StringBuilder placed = new StringBuilder(PlacementSample.HEADER + "\n");
      for (Place place : List.of(Place.WAL, Place.ALL)) {
        Optional<Tier> asked = place == Place.WAL ? Optional.of(wal) : Optional.empty();
        long bytes = 1_000_000_000L * (i + 1);
        placed
            .append(new PlacementSample(1, place, wal, asked, 3, bytes, PlacedBy.POLICIES).line())
            .append('\n');
      }
      files.text("placement.csv", placed.toString());
      RunDirectory run = files.open();
      Map<String, String> swept = Map.of("placement", placements.get(kind));
      new RunPlan("gallery", Optional.empty(), i + 1, label, swept, List.of()).writeTo(run);
      rows.add(run);
    }
    try (RunDirectory all = RunDirectory.at(out.toString())) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(rows, all);
    }
    for (RunDirectory each : rows) {
      each.close();
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
