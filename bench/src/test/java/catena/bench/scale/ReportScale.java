// SPDX-License-Identifier: Apache-2.0
package catena.bench.scale;

import catena.bench.Target;
import catena.records.run.RunDirectory;
import catena.records.threads.ProgramRun;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * How much disk the files of a large run take, and how long and with how much heap its report is
 * written: from files of a run that never was ({@link FleetRun}).
 */
public final class ReportScale {
  private static final Duration REPORT_LIMIT = Duration.ofHours(2);

  private static final double GIGABYTE = 1e9;
  private static final double MEGABYTE = 1e6;
  private static final double MOST_GIGABYTES = 20;
  private static final double MOST_MINUTES = 10;
  private static final double MOST_PAGE_MEGABYTES = 10;

  @Parameter(names = "--workers", description = "each on a host of its own, with one writer")
  private int workers = 1_000;

  @Parameter(names = "--readers", description = "of each worker")
  private int readers = 2;

  @Parameter(names = "--hours", description = "how long the run was")
  private int hours = 72;

  @Parameter(names = "--interval", description = "measure.interval, seconds")
  private int interval = 60;

  @Parameter(names = "--digits", description = "measure.digits")
  private int digits = 2;

  @Parameter(names = "--sampling", description = "stats.interval, seconds")
  private int sampling = 30;

  @Parameter(names = "--heap", description = "of the report")
  private String heap = "1g";

  @Parameter(names = "--dir", description = "where the files go: a new directory")
  private String dir;

  @Parameter(names = "--keep", description = "leave the files there, for another look")
  private boolean keep;

  private ReportScale() {}

  /** Measures. */
  public static void main(String... words) throws Exception {
    ReportScale scale = new ReportScale();
    JCommander.newBuilder().addObject(scale).build().parse(words);
    scale.measure();
  }

  private void measure() throws Exception {
    Path directory =
        dir == null
            ? Files.createTempDirectory("catena-bench-")
            : Files.createDirectory(Path.of(dir)); // what was there before would be removed
    FleetRun.Shape shape =
        new FleetRun.Shape(
            workers,
            readers,
            Duration.ofHours(hours),
            Duration.ofSeconds(interval),
            digits,
            Duration.ofSeconds(sampling));
    try {
      long began = System.nanoTime();
      Path page;
      try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration())) {
        new FleetRun(run, shape).write();
        page = Path.of(run.report("html").toUri().getPath());
      }
      System.out.printf(
          Locale.ROOT, "files written in %.0f s%n", (System.nanoTime() - began) / 1e9);
      double all = 0;
      for (Map.Entry<String, Long> kind : sizes(directory).entrySet()) {
        System.out.printf(
            Locale.ROOT, "%-12s %8.3f GB%n", kind.getKey(), kind.getValue() / GIGABYTE);
        all += kind.getValue() / GIGABYTE;
      }
      double minutes = report(directory) / 60;
      String what =
          "%,d workers, %,d clients, %d h".formatted(workers, workers * (readers + 1), hours);
      Target.reached("report", what + ", their files", all, "GB", MOST_GIGABYTES);
      Target.reached("report", "written with -Xmx" + heap, minutes, "min", MOST_MINUTES);
      Target.reached("report", "its page", Files.size(page) / MEGABYTE, "MB", MOST_PAGE_MEGABYTES);
    } finally {
      if (!keep) {
        MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
      }
    }
  }

  /** Bytes by directory, of which each has files of a kind. */
  private static Map<String, Long> sizes(Path directory) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = directory.relativize(file);
        String kind = relative.getNameCount() > 1 ? relative.getName(0).toString() : "others";
        sizes.merge(kind, Files.size(file), Long::sum);
      }
    }
    return sizes;
  }

  /** Has the report written by a separate process; seconds. */
  private double report(Path directory) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heap,
            "-Dcatena.home=" + System.getProperty("catena.home"),
            "-cp",
            System.getProperty("java.class.path"),
            "catena.scenario.Main",
            "report",
            directory.toString());
    long began = System.nanoTime();
    ProgramRun run =
        ProgramRun.of(command, REPORT_LIMIT)
            .orElseThrow(() -> new IOException("the report took longer than " + REPORT_LIMIT));
    System.out.println(run.printed());
    if (run.status() != 0) {
      throw new IOException("the report ended with status " + run.status());
    }
    return (System.nanoTime() - began) / 1e9;
  }
}
