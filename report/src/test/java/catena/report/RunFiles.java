// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.records.history.Causes;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes run directories by hand, in the formats of those who write them. */
public final class RunFiles {
  /** When hand-written runs begin: a whole minute. */
  public static final long BEGIN = 1_795_000_020_000L;

  /** Long after every run. */
  public static final Clock LATER =
      Clock.fixed(Instant.ofEpochMilli(BEGIN + 864_000_000L), ZoneOffset.UTC);

  private final Path root;

  public RunFiles(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  public RunDirectory open() {
    return RunDirectory.open(root.toString());
  }

  RunHistory read() throws IOException {
    try (RunDirectory directory = open()) {
      return RunReader.read(directory, LATER);
    }
  }

  /** Writes the report and returns the page. */
  String report() throws IOException {
    try (RunDirectory directory = open()) {
      new Reports(LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(directory), directory);
    }
    return Files.readString(root.resolve("report.html"));
  }

  public RunFiles text(String name, String text) {
    try {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(
          file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RunFiles graph(GraphFile graph) {
    try (RunDirectory directory = open()) {
      graph.writeTo(directory);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RunFiles causes(Causes causes) throws IOException {
    try (RunDirectory directory = open()) {
      causes.writeTo(directory);
    }
    return this;
  }

  RunFiles verdict(Verdict verdict, List<String> reasons, Map<String, Long> tally) {
    try (RunDirectory directory = open()) {
      VerdictFile.of(verdict, reasons, tally, Map.of()).writeTo(directory);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public RunFiles events(String client, Event... events) {
    return events(client, List.of(events));
  }

  RunFiles events(String client, List<? extends Event> events) {
    StringBuilder lines = new StringBuilder();
    events.forEach(event -> lines.append(json(event)).append('\n'));
    return text("events/" + client + ".jsonl", lines.toString());
  }

  private static String json(Event event) {
    try {
      return Journal.line(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Operations of one interval of a latency log. */
  public record Recorded(String operation, long at, List<Long> nanos, boolean scheduled) {
    /** Those of a schedule. */
    public Recorded(String operation, long at, List<Long> nanos) {
      this(operation, at, nanos, true);
    }
  }

  /**
   * A latency log with an interval for each of these, which come in the order of time. It is what
   * {@link LatencyRecorder} writes of them, at a hundredth of the time: a recorder's histograms can
   * be written to by all threads.
   */
  public RunFiles latencies(String client, List<Recorded> intervals) {
    Path file = root.resolve("latency/" + client + ".hlog");
    try {
      Files.createDirectories(file.getParent());
      try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, UTF_8)) {
        HistogramLogWriter log = new HistogramLogWriter(out);
        long since = intervals.isEmpty() ? BEGIN : intervals.get(0).at() - 10_000;
        log.outputLogFormatVersion();
        log.outputStartTime(since);
        log.outputLegend();
        Histogram histogram = new Histogram(Measuring.USUAL_DIGITS);
        for (Recorded each : intervals) {
          each.nanos().forEach(histogram::recordValue);
          write(log, each.operation(), since, each.at(), histogram);
          if (each.scheduled()) {
            each.nanos().forEach(nanos -> histogram.recordValue(nanos - nanos / 2));
            write(log, each.operation() + LatencyRecorder.SERVICE, since, each.at(), histogram);
          }
          since = each.at();
        }
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(
      HistogramLogWriter log, String tag, long since, long at, Histogram histogram) {
    if (histogram.getTotalCount() > 0) {
      histogram.setTag(tag);
      log.outputIntervalHistogram(since / 1000.0, at / 1000.0, histogram, 1e6);
    }
    histogram.reset();
  }
}
