package catena.stats.client;

import catena.harness.journal.Event;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import catena.stats.metric.ClientMetric;
import catena.stats.sample.Grid;
import catena.stats.sample.LineTail;
import catena.stats.sample.StatsFile;
import catena.stats.sample.StatsLine;
import catena.stats.sample.Ticker;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes the rates and latencies of the run's own clients, of whatever process and host, from what
 * they write into the run directory: {@code clients.jsonl}.
 *
 * <p>Its lines come {@link #LAG_MILLIS} late, since clients tell of their reads every ten seconds.
 */
public final class ClientSampler implements Ticker.Sampler {
  public static final String LINES = "clients.jsonl";

  /** From the end of an interval until its line is written. */
  static final long LAG_MILLIS = 15_000;

  private static final ObjectReader EVENTS = Json.LINES.readerFor(Event.class);

  private final RunDirectory directory;
  private final Grid grid;
  private final Bins bins;
  private final String host;
  private final StatsFile lines;
  private final Map<Path, LineTail> tails = new HashMap<>();
  private final ClientEvents events;
  private long last;

  /**
   * A sampler of what is written from now on.
   *
   * @param now milliseconds since 1970
   * @param host whose clients those are that name none
   * @param lines closed with this
   */
  public ClientSampler(RunDirectory directory, Grid grid, long now, String host, StatsFile lines)
      throws IOException {
    this.directory = directory;
    this.grid = grid;
    this.bins = new Bins(grid, now);
    this.events = new ClientEvents(bins);
    this.host = host;
    this.lines = lines;
    this.last = now;
    for (Path path : files()) {
      FileSystem fs = directory.fileSystem();
      tails.put(path, new LineTail(fs, path, fs.getFileStatus(path).getLen()));
    }
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>(directory.journals());
    files.addAll(directory.latencies());
    return files;
  }

  @Override
  public void sample(long at) {
    last = at;
    if (read()) {
      write(bins.close(at - LAG_MILLIS));
    }
  }

  /** Whether all could be read; if not, lines wait for what is missing. */
  private boolean read() {
    try {
      for (Path path : files()) {
        LineTail tail =
            tails.computeIfAbsent(path, p -> new LineTail(directory.fileSystem(), p, 0));
        List<String> fresh = tail.read();
        if (path.getName().endsWith(".hlog")) {
          latencies(fresh);
        } else {
          fresh.forEach(this::event);
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void event(String line) {
    try {
      events.add(EVENTS.readValue(line));
    } catch (JsonProcessingException e) {
      // An event of another version, or a line that was cut: nothing that can be counted.
    }
  }

  private void latencies(List<String> fresh) {
    for (String line : fresh) {
      if (!line.startsWith("Tag=")) {
        continue;
      }
      byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
      HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(bytes));
      if (reader.nextIntervalHistogram() instanceof Histogram interval
          && ClientMetric.OPERATIONS_TIMED.contains(interval.getTag())) {
        bins.latencies(interval.getTag(), interval, interval.getEndTimeStamp());
      }
    }
  }

  private void write(SortedMap<Long, Bin> closed) {
    List<String> found = new ArrayList<>();
    closed.forEach(
        (at, bin) -> {
          Map<ClientMetric, Double> all = bin.all(grid.seconds());
          found.add(StatsLine.of(at, StatsLine.CLUSTER, all.keySet(), all).json());
          bin.groups(grid.seconds())
              .forEach(
                  (group, rates) ->
                      found.add(
                          StatsLine.of(at, StatsLine.group(group, host), rates.keySet(), rates)
                              .json()));
        });
    lines.lines(found);
  }

  /** Writes all intervals that are over, without waiting for what might still come. */
  @Override
  public void close() {
    if (read()) {
      write(bins.close(last));
    }
    lines.close();
  }
}
