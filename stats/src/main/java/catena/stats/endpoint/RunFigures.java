package catena.stats.endpoint;

import catena.graph.judge.FindingKind;
import catena.harness.watch.RunTails;
import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.history.UnhostedTablets;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.verdict.Findings;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Counts what a run does, from what its clients write into the run directory, of whatever process
 * and host; one thread at a time.
 *
 * <p>Everything is counted from when this was made: of a run that is carried on, what was before is
 * not in it.
 */
final class RunFigures {
  /** What is counted of each group of clients. */
  enum Counted {
    ENTRIES_ACKNOWLEDGED("entries_acknowledged", "Entries whose write was acknowledged"),
    DELETES_ACKNOWLEDGED("deletes_acknowledged", "Entries whose deletion was acknowledged"),
    WINDOWS_ACKNOWLEDGED("windows_acknowledged", "Windows that were acknowledged, a flush each"),
    WINDOWS_REJECTED("windows_rejected", "Attempts at a window that failed"),
    OPERATIONS("operations", "Look-ups, batches and scans that were answered"),
    ROWS_READ("rows_read", "Rows that readers got"),
    ENTRIES_READ("entries_read", "Entries that readers got"),
    READ_BYTES("read_bytes", "Bytes of keys and values that readers got");

    private final String key;
    private final String about;

    Counted(String key, String about) {
      this.key = key;
      this.about = about;
    }

    String key() {
      return key;
    }

    String about() {
      return about;
    }
  }

  private final RunDirectory directory;
  private final RunTails tails;
  private final SortedMap<String, Map<Counted, Long>> groups = new TreeMap<>();
  private final SortedMap<String, LatencyBuckets> latencies = new TreeMap<>();
  private final Map<FindingKind, Long> seen = new EnumMap<>(FindingKind.class);
  private final FaultHistory faults = new FaultHistory();
  private final Set<String> phases = new LinkedHashSet<>();
  private final UnhostedTablets tablets = new UnhostedTablets();
  private OptionalLong acknowledgedAt = OptionalLong.empty();
  private Optional<String> scenario = Optional.empty();
  private Optional<VerdictFile> verdict = Optional.empty();
  private long failures;

  private RunFigures(RunDirectory directory, RunTails tails) {
    this.directory = directory;
    this.tails = tails;
  }

  /**
   * Figures of what is written from now on.
   *
   * @throws IOException if the directory cannot be listed
   */
  static RunFigures fromNow(RunDirectory directory) throws IOException {
    return new RunFigures(directory, RunTails.fromNow(directory));
  }

  /** Takes what has come since the last call; what cannot be read is counted, and comes later. */
  void read() {
    try {
      tails.events((journal, event) -> add(event));
      tails.latencies(this::add);
      verdict = VerdictFile.readFrom(directory);
    } catch (IOException e) {
      failures++;
    }
  }

  void add(Event event) {
    String group = ClientName.group(event.client());
    if (event instanceof Event.Flush flush) {
      count(group, Counted.ENTRIES_ACKNOWLEDGED, flush.entries());
      count(group, Counted.DELETES_ACKNOWLEDGED, flush.deletes());
      count(group, Counted.WINDOWS_ACKNOWLEDGED, 1);
      count(group, Counted.WINDOWS_REJECTED, 0); // a rate of it begins with the first one
      acknowledgedAt = OptionalLong.of(Math.max(acknowledgedAt.orElse(0), flush.at()));
    } else if (event instanceof Event.Rejected) {
      count(group, Counted.WINDOWS_REJECTED, 1);
    } else if (event instanceof Event.Throughput read && !read.writes()) {
      count(group, Counted.OPERATIONS, read.operations());
      count(group, Counted.ROWS_READ, read.rows());
      count(group, Counted.ENTRIES_READ, read.entries());
      count(group, Counted.READ_BYTES, read.bytes());
    } else if (event instanceof Event.FindingSeen found) {
      seen.merge(found.finding().kind(), 1L, Long::sum);
    } else if (!faults.accept(event)) {
      state(event);
    }
  }

  private void state(Event event) {
    if (event instanceof Event.RunStarted started) {
      scenario = Optional.ofNullable(started.scenario());
    } else if (event instanceof Event.PhaseStarted started) {
      phases.add(started.phase());
    } else if (event instanceof Event.PhaseEnded ended) {
      phases.remove(ended.phase());
    } else {
      tablets.accept(event);
    }
  }

  private void count(String group, Counted what, long amount) {
    groups.computeIfAbsent(group, g -> new EnumMap<>(Counted.class)).merge(what, amount, Long::sum);
  }

  private void add(String operation, long from, long to, Histogram interval) {
    latencies.computeIfAbsent(operation, any -> new LatencyBuckets()).add(interval);
  }

  /** What each group of clients has done, by its name. */
  SortedMap<String, Map<Counted, Long>> groups() {
    return groups;
  }

  /** By operation as latency logs name it. */
  SortedMap<String, LatencyBuckets> latencies() {
    return latencies;
  }

  /** How many of each kind, none as 0: what readers saw, or what was concluded if that is more. */
  Map<FindingKind, Long> findings() {
    Map<FindingKind, Long> all = new EnumMap<>(FindingKind.class);
    Arrays.stream(FindingKind.values()).forEach(kind -> all.put(kind, 0L));
    all.putAll(Findings.larger(seen, verdict.map(VerdictFile::findings).orElseGet(TreeMap::new)));
    return all;
  }

  /** In the order of time. */
  List<FaultRecord> faults() {
    return faults.faults();
  }

  /** Those that have begun and not ended. */
  Set<String> phases() {
    return phases;
  }

  /** How many tablets nobody hosts; empty unless somebody records where tablets are hosted. */
  OptionalInt unhosted() {
    return tablets.number();
  }

  /** When a window was acknowledged last, milliseconds since 1970. */
  OptionalLong acknowledgedAt() {
    return acknowledgedAt;
  }

  String run() {
    return directory.name();
  }

  String scenario() {
    return scenario.orElse("");
  }

  /** The verdict as it stands now; UNKNOWN where there is none. */
  Verdict verdict() {
    return verdict.map(VerdictFile::verdict).orElse(Verdict.UNKNOWN);
  }

  /** Whether the verdict may still change, because the run goes on. */
  boolean pending() {
    return verdict.map(VerdictFile::unfinished).orElse(true);
  }

  /** How often the run's files could not be read. */
  long failures() {
    return failures;
  }

  /** Latencies in buckets as Prometheus has them: each up to a bound, the last one without. */
  static final class LatencyBuckets {
    private static final double NANOS = 1e9;

    /** From half a millisecond to ten minutes, some three to each decade. */
    private static final double[] BOUNDS = {
      0.0005,
      0.001,
      0.0025,
      0.005,
      0.01,
      0.025,
      0.05,
      0.1,
      0.25,
      0.5,
      1,
      2.5,
      5,
      10,
      30,
      60,
      120,
      300,
      600,
      Double.POSITIVE_INFINITY
    };

    private final long[] counts = new long[BOUNDS.length];
    private double sumSeconds;

    /** Adds an interval of latencies in nanoseconds. */
    void add(Histogram interval) {
      for (HistogramIterationValue each : interval.recordedValues()) {
        // A histogram of three digits tells values apart to a thousandth.
        long least = interval.lowestEquivalentValue(each.getValueIteratedTo());
        long median = interval.medianEquivalentValue(each.getValueIteratedTo());
        long count = each.getCountAddedInThisIterationStep();
        counts[bucket(least)] += count;
        sumSeconds += count * (median / NANOS);
      }
    }

    private static int bucket(long nanos) {
      int bucket = 0;
      while (nanos > BOUNDS[bucket] * TimeUnit.SECONDS.toNanos(1)) {
        bucket++;
      }
      return bucket;
    }

    /** The upper bounds in seconds, each within its bucket. */
    double[] bounds() {
      return BOUNDS.clone();
    }

    /** How many are in each bucket alone. */
    long[] counts() {
      return counts.clone();
    }

    double sumSeconds() {
      return sumSeconds;
    }
  }
}
