// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.journal.ClientName;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import catena.records.words.Reasons;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.Recorder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Records latencies in nanoseconds from any thread and writes them as an HdrHistogram interval log
 * with absolute times and one tag per operation.
 *
 * <p>Recording takes no lock, so that all clients of a phase share one: it takes some megabytes for
 * each operation, however many they are. The owner calls {@link #writeInterval} as often as it
 * wants intervals. Others see an interval as soon as it is written.
 */
public final class LatencyRecorder implements Closeable {
  /**
   * Ends the tag of what was measured from when it began. There is none of operations that begin
   * when they can: they have no intended start apart from the real one.
   */
  public static final String SERVICE = ".service";

  /** Ends the tag of what was never answered: of each at least how long it would have taken. */
  public static final String UNANSWERED = ".unanswered";

  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(24);

  /** Knows which values are one to a histogram of the usual digits. */
  private static final Histogram SCALE = new Histogram(Measuring.USUAL_DIGITS);

  private static final Logger LOG = LogManager.getLogger(LatencyRecorder.class);

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(written, false, StandardCharsets.UTF_8);
  private final HistogramLogWriter log = new HistogramLogWriter(stream);
  private final OutputStream out;
  private final Clock clock;
  private final int digits;
  private final Map<String, Track> tracks = new TreeMap<>();
  private Optional<String> trouble = Optional.empty();

  /**
   * A recorder into a stream, whose maximum values are printed in milliseconds. It is flushed after
   * each interval.
   *
   * @param out closed with this
   * @param digits {@link Measuring#digits}
   */
  public LatencyRecorder(OutputStream out, Clock clock, int digits) {
    this.digits = digits;
    this.out = out;
    this.clock = clock;
    log.outputLogFormatVersion();
    log.outputStartTime(clock.millis());
    log.outputLegend();
  }

  /**
   * A recorder into a latency log of a run. One that an earlier phase or process left under the
   * same name is kept, and the new one gets a number.
   *
   * @param name of the log
   * @param digits {@link Measuring#digits}
   */
  public static LatencyRecorder open(RunDirectory directory, String name, Clock clock, int digits)
      throws IOException {
    FileSystem fs = directory.fileSystem();
    Optional<AppendFile> file = AppendFile.create(fs, directory.latency(name));
    for (int n = 2; file.isEmpty(); n++) {
      file = AppendFile.create(fs, directory.latency(name + ClientName.AGAIN + n));
    }
    return new LatencyRecorder(file.get().stream(), clock, digits);
  }

  /** One kind of operation; get it once and keep it. */
  public static final class Operation {
    private final String name;
    private final Recorder fromIntended;
    private final Optional<Recorder> service;
    private final Recorder unanswered;

    private Operation(
        String name, Recorder fromIntended, Optional<Recorder> service, Recorder unanswered) {
      this.name = name;
      this.fromIntended = fromIntended;
      this.service = service;
      this.unanswered = unanswered;
    }

    /** Its tag. */
    public String name() {
      return name;
    }

    /** Records one operation, all times in nanoseconds on one clock. */
    public void record(long intendedNanos, long startNanos, long endNanos) {
      fromIntended.recordValue(bounded(endNanos - intendedNanos));
      if (service.isPresent()) {
        service.get().recordValue(bounded(endNanos - startNanos));
      }
    }

    /**
     * Records operations that were not answered.
     *
     * @param nanos from the intended start to the moment at which the waiting ended
     */
    void unanswered(long nanos, long count) {
      unanswered.recordValueWithCount(bounded(nanos), count);
    }

    /**
     * Records all that was to begin before the end and did not, each with the time from its
     * intended start to the end. Takes a step for each value that a histogram can distinguish, not
     * for each operation: at a high rate there may be any number.
     */
    void unanswered(Upcoming upcoming, long endNanos) {
      long until = upcoming.next() + upcoming.dueBefore(endNanos);
      long first = upcoming.next();
      while (first < until) {
        long nanos = endNanos - upcoming.pacer().intendedNanos(first);
        long least = SCALE.lowestEquivalentValue(bounded(nanos));
        long asLong = upcoming.pacer().dueBefore(endNanos - least + 1);
        long next = Math.max(first + 1, Math.min(until, asLong));
        unanswered(nanos, next - first);
        first = next;
      }
    }

    private static long bounded(long nanos) {
      return Math.max(0, Math.min(nanos, HIGHEST_NANOS));
    }
  }

  private static final class Track {
    private final Recorder recorder;
    private final Histogram total;
    private Histogram interval;
    private long sinceMillis;

    private Track(int digits, long sinceMillis) {
      this.recorder = new Recorder(digits);
      this.total = new Histogram(digits);
      this.sinceMillis = sinceMillis;
    }
  }

  /**
   * The operation of a name, made when it is first asked for.
   *
   * @param name a tag: no commas, blanks or line ends
   * @param scheduled whether they have an intended start; without one they begin when they can, and
   *     nothing is written of {@link #SERVICE}, which would be the same again
   */
  public synchronized Operation operation(String name, boolean scheduled) {
    if (name.isEmpty() || name.chars().anyMatch(c -> c == ',' || Character.isWhitespace(c))) {
      throw new IllegalArgumentException("'" + name + "' is no tag");
    }
    return new Operation(
        name,
        track(name).recorder,
        scheduled ? Optional.of(track(name + SERVICE).recorder) : Optional.empty(),
        track(name + UNANSWERED).recorder);
  }

  private Track track(String tag) {
    return tracks.computeIfAbsent(tag, t -> new Track(digits, clock.millis()));
  }

  /** Writes what was recorded since the last call; operations without any are left out. */
  public synchronized void writeInterval() {
    long now = clock.millis();
    tracks.forEach(
        (tag, track) -> {
          track.interval = track.recorder.getIntervalHistogram(track.interval);
          if (track.interval.getTotalCount() > 0) {
            track.interval.setTag(tag);
            track.interval.setStartTimeStamp(track.sinceMillis);
            track.interval.setEndTimeStamp(now);
            log.outputIntervalHistogram(
                track.sinceMillis / 1000.0, now / 1000.0, track.interval, NANOS_PER_MILLI);
            track.total.add(track.interval);
          }
          track.sinceMillis = now;
        });
    push();
  }

  /** After a failure nothing follows what may stand in the file in part. */
  private void push() {
    stream.flush();
    byte[] bytes = written.toByteArray();
    written.reset();
    if (trouble.isEmpty()) {
      try {
        out.write(bytes);
        out.flush();
      } catch (IOException e) {
        failed(e);
      }
    }
  }

  private void failed(IOException e) {
    LOG.error("latencies cannot be written any more", e);
    trouble = Optional.of("latencies could not be written to the end: " + Reasons.of(e));
  }

  /** Why not all was written, if that is so. */
  synchronized Optional<String> trouble() {
    return trouble;
  }

  /** All that was written so far under a tag: an operation's, with or without an ending. */
  public synchronized Histogram total(String tag) {
    return track(tag).total.copy();
  }

  /** All that was written so far, by tag. */
  synchronized Map<String, Histogram> totals() {
    Map<String, Histogram> totals = new TreeMap<>();
    tracks.forEach(
        (tag, track) -> {
          if (track.total.getTotalCount() > 0) {
            totals.put(tag, track.total.copy());
          }
        });
    return totals;
  }

  /** Writes the last interval and closes the log. */
  @Override
  public synchronized void close() {
    writeInterval();
    try {
      out.close();
    } catch (IOException e) {
      if (trouble.isEmpty()) {
        failed(e);
      }
    }
  }
}
