package catena.report.history;

import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import catena.harness.words.Reasons;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads what the collector has left in a run directory. */
final class SampleReader {
  /** One line of a file of samples. */
  private record Line(long at, String scope, Map<String, Double> values, List<String> absent) {}

  @FunctionalInterface
  private interface EachLine {
    void take(String line) throws JsonProcessingException;
  }

  private final RunDirectory directory;
  private final Missing missing;
  private final Samples samples = new Samples();

  private SampleReader(RunDirectory directory, Missing missing) {
    this.directory = directory;
    this.missing = missing;
  }

  static Samples read(RunDirectory directory, Missing missing) {
    SampleReader reader = new SampleReader(directory, missing);
    reader.lines(directory.stats("stats.out"), line -> StatsOut.read(line, reader.samples));
    reader.jsonFiles().forEach(file -> reader.lines(file, reader::sample));
    reader.meanings();
    if (reader.samples.isEmpty()) {
      missing.add("no samples of the cluster: no collector was running");
    }
    return reader.samples;
  }

  private List<Path> jsonFiles() {
    try {
      FileSystem fs = directory.fileSystem();
      return Arrays.stream(fs.listStatus(directory.path("stats")))
          .map(FileStatus::getPath)
          .filter(file -> file.getName().endsWith(".jsonl"))
          .filter(file -> !file.getName().equals("clients.jsonl"))
          .sorted()
          .toList();
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      missing.add("stats cannot be listed: " + Reasons.of(e));
      return List.of();
    }
  }

  private void lines(Path file, EachLine each) {
    long unreadable = 0;
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(directory.fileSystem().open(file), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        try {
          each.take(line);
        } catch (JsonProcessingException | IllegalArgumentException e) {
          unreadable++;
        }
      }
    } catch (FileNotFoundException e) {
      return; // said once for all files
    } catch (IOException e) {
      missing.add("stats/" + file.getName() + " cannot be read on: " + Reasons.of(e));
    }
    missing.lines("stats/" + file.getName(), unreadable);
  }

  private void sample(String text) throws JsonProcessingException {
    Line line = Json.LINES.readValue(text, Line.class);
    if (line == null || line.scope() == null) {
      throw new IllegalArgumentException("no sample");
    }
    if (line.values() != null) {
      line.values().forEach((name, value) -> add(line, name, value == null ? Double.NaN : value));
    }
    if (line.absent() != null) {
      line.absent().forEach(name -> add(line, name, Double.NaN));
    }
  }

  private void add(Line line, String name, double value) {
    samples.add(line.scope(), name, line.at(), value);
  }

  private void meanings() {
    try {
      Optional<byte[]> content = directory.read(directory.stats("metrics.json"));
      if (content.isPresent()) {
        Json.LINES
            .readValue(content.get(), new TypeReference<Map<String, Samples.Meaning>>() {})
            .forEach(samples::mean);
      }
    } catch (IOException e) {
      missing.add("stats/metrics.json cannot be read: " + Reasons.of(e));
    }
  }
}
