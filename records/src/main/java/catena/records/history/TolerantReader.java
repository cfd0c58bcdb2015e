// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.graph.Graph;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.latency.LatencyLogReader;
import catena.records.run.GraphFile;
import catena.records.run.Json;
import catena.records.run.Lines;
import catena.records.run.RunDirectory;
import catena.records.sample.ClassicSample;
import catena.records.sample.Meaning;
import catena.records.sample.Sample;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.words.Reasons;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.google.common.collect.AbstractIterator;
import com.google.common.collect.Iterators;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.fs.Path;

/**
 * Reads the files of a run directory, whole, still growing or cut off at any byte; changes nothing.
 *
 * <p>What cannot be read is noted among what is missing, and the rest is read all the same.
 *
 * @param directory of the run
 * @param missing takes what could not be read
 */
public record TolerantReader(RunDirectory directory, Missing missing) {
  /**
   * Hands over the events of all journals, one journal after the other.
   *
   * @throws IOException if the directory cannot be listed
   */
  public void journals(Consumer<? super Event> each) throws IOException {
    for (Path file : directory.journals()) {
      String name = directory.nameOf(file);
      try {
        JournalReader.Summary summary = JournalReader.read(directory.fileSystem(), file, each);
        missing.lines(name, summary.unreadable());
        if (summary.unknown() > 0) {
          missing.add(name + ": " + summary.unknown() + " events of a kind not known here");
        }
      } catch (IOException | RuntimeException e) {
        cutShort(name, e);
      }
    }
  }

  /**
   * Hands over what verification found; whether there is such a file, and it could be read. Lines
   * that stand for many are unfolded as far as the graph is known; the others stay as they are.
   */
  public boolean findings(Consumer<Finding> each) {
    return findings(graphOrNone(), each);
  }

  /** The same with the graph, if other files gave it. */
  public boolean findings(Optional<Graph> known, Consumer<Finding> each) {
    Path file = directory.findings();
    Consumer<Finding> one = known.map(graph -> Findings.unfolded(graph, each)).orElse(each);
    try {
      missing.lines(file.getName(), Findings.read(directory.fileSystem(), file, one));
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      cutShort(file.getName(), e);
      return false;
    }
    return true;
  }

  /**
   * Hands over the findings in journals. Those of verifications are left out where {@link
   * #findings} has read a file, which has them, or those of a later verification in their place.
   *
   * @throws IOException if the directory cannot be listed
   */
  public void journaled(boolean file, Consumer<Finding> each) throws IOException {
    List<Event.FindingSeen> seen = new ArrayList<>();
    Map<String, Long> verified = new HashMap<>();
    // What is unreadable was noted when the journals were read for all else.
    new TolerantReader(directory, new Missing())
        .journals(
            event -> {
              if (event instanceof Event.FindingSeen one) {
                seen.add(one);
              } else if (file && event instanceof Event.Verified by) {
                // What is later is of one that was cut short.
                verified.merge(ClientName.activity(by.client()), by.at(), Math::max);
              }
            });
    seen.stream()
        .filter(
            one ->
                one.at() > verified.getOrDefault(ClientName.activity(one.client()), Long.MIN_VALUE))
        .forEach(one -> each.accept(one.finding()));
  }

  private Optional<Graph> graphOrNone() {
    try {
      return GraphFile.read(directory).map(GraphFile::spec).map(Graph::new);
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // readers of the graph report it
    }
  }

  /** The logs of latencies; each may be read by another reader and thread. */
  public List<Path> latencyLogs() {
    return list("latency", directory::latencies);
  }

  /**
   * Hands over the latencies of some logs; whether there is any.
   *
   * @param all what takes those of one log, by the name of its file without the ending
   */
  public boolean latencies(List<Path> logs, Function<String, LatencyLogReader.Each> all) {
    long[] intervals = {0};
    for (Path file : logs) {
      String name = directory.nameOf(file);
      LatencyLogReader.Each each = all.apply(RunDirectory.client(file));
      try (InputStream log = directory.fileSystem().open(file)) {
        LatencyLogReader.Each counting =
            (operation, from, to, latencies) -> {
              intervals[0]++;
              each.interval(operation, from, to, latencies);
            };
        missing.lines(name, LatencyLogReader.read(log, counting));
      } catch (IOException e) {
        cutShort(name, e);
      }
    }
    return intervals[0] > 0;
  }

  /**
   * Hands over what was sampled of the cluster and the hosts, in the order of time as far as each
   * file is; where a clock was set back samples come as they stand in the file. The files are read
   * side by side, so that a caller that wants the middle of a thousand hosts need not keep all.
   */
  public void samples(Consumer<Sample> each) {
    List<SampleCursor> files = new ArrayList<>();
    try {
      for (Path file : list("stats", directory::samples)) {
        open(file, files.size()).ifPresent(files::add);
      }
      Iterators.mergeSorted(files, SampleCursor.ORDER)
          .forEachRemaining(next -> each.accept(next.getValue()));
    } finally {
      files.forEach(SampleCursor::close);
    }
  }

  private Optional<SampleCursor> open(Path file, int number) {
    String name = directory.nameOf(file);
    try {
      return Optional.of(
          new SampleCursor(
              number,
              name,
              Lines.open(directory.fileSystem(), file, line -> Optional.of(Sample.parse(line)))));
    } catch (FileNotFoundException e) {
      return Optional.empty(); // the caller sees that nothing came
    } catch (IOException e) {
      cutShort(name, e);
      return Optional.empty();
    }
  }

  /** A file of samples, read on as far as asked: its number and the next one. */
  private final class SampleCursor extends AbstractIterator<Map.Entry<Integer, Sample>> {
    private static final Comparator<Map.Entry<Integer, Sample>> ORDER =
        Comparator.<Map.Entry<Integer, Sample>>comparingLong(next -> next.getValue().at())
            .thenComparing(Map.Entry::getKey);

    private final int number;
    private final String name;
    private final Lines.OpenLines<Sample> file;

    SampleCursor(int number, String name, Lines.OpenLines<Sample> file) {
      this.number = number;
      this.name = name;
      this.file = file;
    }

    @Override
    protected Map.Entry<Integer, Sample> computeNext() {
      try {
        Optional<Sample> next = file.next();
        return next.isPresent() ? Map.entry(number, next.get()) : endOfData();
      } catch (IOException e) {
        cutShort(name, e);
        return endOfData();
      }
    }

    void close() {
      missing.lines(name, file.unreadable());
      try {
        file.close();
      } catch (IOException e) {
        missing.add(name + " cannot be closed: " + Reasons.of(e));
      }
    }
  }

  private void cutShort(String name, Exception e) {
    missing.add(name + Missing.UNREAD + Reasons.of(e));
  }

  /** Hands over what was sampled in the form of the original collector. */
  public void classicSamples(Consumer<ClassicSample> each) {
    for (Path file : list("stats", directory::classics)) {
      lines(file, line -> Optional.of(ClassicSample.parse(line)), each);
    }
  }

  /** What the names of samples mean. */
  public SortedMap<String, Meaning> meanings() {
    return this.<SortedMap<String, Meaning>>json(directory.metrics(), Meaning.BY_NAME)
        .orElseGet(TreeMap::new);
  }

  /**
   * Hands over what every line of a file says; nothing where there is no such file.
   *
   * @param <T> what a line stands for
   */
  public <T> void lines(
      Path file,
      FailableFunction<String, Optional<T>, JsonProcessingException> parser,
      Consumer<T> each) {
    String name = directory.nameOf(file);
    try {
      missing.lines(name, Lines.read(directory.fileSystem(), file, parser, each));
    } catch (FileNotFoundException e) {
      return; // the caller sees that nothing came
    } catch (IOException e) {
      cutShort(name, e);
    }
  }

  private List<Path> list(String folder, FailableSupplier<List<Path>, IOException> listing) {
    return read(folder + " cannot be listed: ", listing, List.of());
  }

  private <T> T read(String otherwise, FailableSupplier<T, IOException> reading, T none) {
    try {
      return reading.get();
    } catch (IOException e) {
      missing.add(otherwise + Reasons.of(e));
      return none;
    }
  }

  /** The effective settings; empty if there are none. */
  public SortedMap<String, String> settings() {
    String name = directory.settings().getName();
    return read(name + " cannot be read: ", directory::readSettings, new TreeMap<>());
  }

  /** The table and its graph. */
  public Optional<GraphFile> graph() {
    try {
      return GraphFile.read(directory);
    } catch (IOException | RuntimeException e) {
      missing.add(directory.graph().getName() + " is cut off or damaged");
      return Optional.empty();
    }
  }

  /** The servers that were added while the run went on; none if there is no such file. */
  public List<Addition> additions() {
    Path file = directory.additions();
    Optional<byte[]> content =
        read(file.getName() + " cannot be read: ", () -> directory.read(file), Optional.empty());
    return content
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .map(text -> Addition.parse(text, file.getName(), missing))
        .orElse(List.of());
  }

  /** What a file of JSON holds; empty if there is none, or none that can be read. */
  public <T> Optional<T> json(Path file, Class<T> type) {
    return json(file, TypeFactory.defaultInstance().constructType(type));
  }

  <T> Optional<T> json(Path file, JavaType type) {
    String name = directory.nameOf(file);
    try {
      Optional<byte[]> content = directory.read(file);
      return content.isEmpty()
          ? Optional.empty()
          : Optional.ofNullable(Json.LINES.readValue(content.get(), type));
    } catch (JsonProcessingException e) {
      missing.add(name + " is cut off or damaged");
    } catch (IOException | RuntimeException e) {
      missing.add(name + " cannot be read: " + Reasons.of(e));
    }
    return Optional.empty();
  }
}
