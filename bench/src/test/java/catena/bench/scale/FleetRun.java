// SPDX-License-Identifier: Apache-2.0
package catena.bench.scale;

import catena.graph.Position;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.Window;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.stats.sample.Metric;
import com.google.common.collect.Sets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The files that a run with a worker on each host leaves, each written by the class that writes it
 * in a run: a writer and busy readers in each worker, a collector on each host. The clock alone is
 * not real. What is in them is drawn at random, so that it takes as many digits as real figures.
 */
final class FleetRun {
  /** Of the graph, how many writes a window has. */
  private static final int WINDOW_ENTRIES = 1_000_000;

  private static final long BEGIN = 1_795_000_000_000L;
  private static final int TEMPLATES = 64;
  private static final int WRITER_RATE = 33_333;
  private static final long WINDOW_MILLIS = 1_000L * WINDOW_ENTRIES / WRITER_RATE;
  private static final double READER_RATE = 1_000;
  private static final long MICRO = TimeUnit.MICROSECONDS.toNanos(1);
  private static final List<String> GROUPS = List.of("tserver", "datanode", "client");

  private static final Set<Metric> OF_GROUP = Sets.union(Metric.OF_GROUP, Metric.NETWORK);

  private final RunDirectory run;
  private final Shape shape;
  private final Random random = new Random(1);
  private final long end;

  /**
   * How large it is.
   *
   * @param workers each on a host of its own
   * @param readers of each worker, beside its writer
   * @param interval of latencies and throughput
   * @param digits of latencies
   * @param sampling of the collectors
   */
  record Shape(
      int workers,
      int readers,
      Duration length,
      Duration interval,
      int digits,
      Duration sampling) {}

  FleetRun(RunDirectory run, Shape shape) {
    this.run = run;
    this.shape = shape;
    this.end = BEGIN + shape.length.toMillis();
  }

  /** Writes all of it. */
  void write() throws IOException {
    whole();
    for (int worker = 0; worker < shape.workers; worker++) {
      journal(worker);
      ledger(worker);
      samples(worker);
      latencies("ingest", "flush", worker, windows());
      latencies("walk", "lookup", worker, lookups());
    }
    VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of()).writeTo(run);
  }

  private void whole() throws IOException {
    byte[] scenario =
        "name: fleet\nphases: [{together: [ingest, walk]}]\n".getBytes(StandardCharsets.UTF_8);
    run.writeAtomically(run.scenario(), scenario, "the scenario");
    run.writeSettings(new TreeMap<>(Map.of("table.name", "ci", "ingest.clients", "1")));
    try (Journal journal = open("run")) {
      journal.add(new Event.RunStarted(BEGIN, "run", "fleet"));
      journal.add(new Event.PhaseStarted(BEGIN, "run", "ingest+walk"));
      journal.add(new Event.PhaseEnded(end, "run", "ingest+walk", "its time is over"));
      journal.add(new Event.RunEnded(end, "run", Verdict.PASS));
    }
  }

  private Journal open(String name) throws IOException {
    return new Journal(
        run.append(run.events(name)),
        e -> {
          throw new IllegalStateException(e);
        });
  }

  private void journal(int worker) throws IOException {
    String writer = ClientName.writer(ClientName.ofWorker("ingest", worker, 1), worker);
    List<String> readers = new ArrayList<>();
    for (int reader = 0; reader < shape.readers; reader++) {
      readers.add(ClientName.reader(ClientName.ofWorker("walk", worker, 1), reader));
    }
    long seconds = shape.interval.toSeconds();
    try (Journal journal = open(ClientName.worker(worker, 1))) {
      journal.add(new Event.ClientStarted(BEGIN, writer, "writer"));
      readers.forEach(each -> journal.add(new Event.ClientStarted(BEGIN, each, "reader")));
      long window = BEGIN + WINDOW_MILLIS;
      int step = 0;
      for (long at = BEGIN + 1000 * seconds; at <= end; at += 1000 * seconds) {
        for (; window <= at; window += WINDOW_MILLIS) {
          long took = 50_000_000L + random.nextInt(200_000_000);
          journal.add(
              new Event.Flush(
                  window,
                  writer,
                  worker,
                  step / 100,
                  step % 100,
                  WINDOW_ENTRIES,
                  0,
                  took,
                  WINDOW_MILLIS * 1_000_000));
          step++;
        }
        journal.add(throughput(at, writer, true, WRITER_RATE, seconds));
        for (String reader : readers) {
          journal.add(throughput(at, reader, false, READER_RATE, seconds));
        }
      }
      journal.add(new Event.ClientStopped(end, writer, "its time is over"));
    }
  }

  private Event throughput(long at, String client, boolean writes, double rate, long seconds) {
    List<Long> counts = new ArrayList<>();
    long rows = 0;
    for (int second = 0; second < seconds; second++) {
      long count = Math.round(rate * (0.8 + 0.4 * random.nextDouble()));
      counts.add(count);
      rows += count;
    }
    long operations = writes ? rows / WINDOW_ENTRIES : rows;
    return new Event.Throughput(
        at,
        client,
        writes,
        seconds,
        operations,
        rows,
        rows,
        rows * 90,
        random.nextDouble(),
        0,
        counts);
  }

  /** Each line of a ledger is synced, which must cost nothing here: it is written into memory. */
  private void ledger(int worker) throws IOException {
    Path memory = Path.of("/dev/shm");
    Path scratch =
        Files.createTempDirectory(Files.isDirectory(memory) ? memory : null, "catena-bench-");
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(scratch.resolve("l").toUri());
    try (Ledger ledger =
        Ledger.create(
            run.fileSystem(),
            file,
            new LedgerHeader("instance", "1", "graph", worker, new UUID(1, worker)))) {
      int step = 0;
      for (long at = BEGIN; at + WINDOW_MILLIS <= end; at += WINDOW_MILLIS) {
        ledger.intend(
            new Window(new Position(step, 0, 0), new Position(step + 1, 0, 0), WINDOW_ENTRIES, 0),
            at);
        ledger.acknowledge(at + WINDOW_MILLIS);
        step++;
      }
    }
    Path kept = Path.of(run.ledger(worker).toUri().getPath());
    Files.createDirectories(kept.getParent());
    Files.move(scratch.resolve("l"), kept);
    Files.delete(scratch);
  }

  private void samples(int worker) throws IOException {
    String host = String.format(Locale.ROOT, "node-%04d.example.org", worker);
    try (SampleFile file = SampleFile.open(run, run.hostSamples(host), FleetRun::refuse)) {
      for (long at = BEGIN; at <= end; at += shape.sampling.toMillis()) {
        List<String> lines = new ArrayList<>();
        lines.add(sample(at, Sample.host(host), Metric.OF_HOST));
        for (String group : GROUPS) {
          lines.add(sample(at, Sample.group(group, host), OF_GROUP));
        }
        file.lines(lines);
      }
    }
  }

  private static void refuse(String trouble) {
    throw new IllegalStateException(trouble);
  }

  private String sample(long at, String scope, Set<Metric> metrics) {
    Map<String, Double> values = new TreeMap<>();
    for (Metric metric : metrics) {
      values.put(
          metric.key(),
          switch (metric.meaning().unit()) {
            case "bytes" -> (double) (random.nextInt() & Integer.MAX_VALUE) * 30;
            case "bytes/s" -> random.nextDouble() * 1e8;
            case "processes" -> 1.0;
            case "threads" -> (double) random.nextInt(900);
            default -> random.nextDouble();
          });
    }
    return Sample.of(at, scope, values.keySet(), values).answeredAt(at + 90).json();
  }

  /** Nanoseconds of a minute's flushes. */
  private long[] windows() {
    int count = (int) (shape.interval.toSeconds() * WRITER_RATE / WINDOW_ENTRIES);
    return random.longs(Math.max(1, count), 50_000 * MICRO, 250_000 * MICRO).toArray();
  }

  /** Nanoseconds of an interval's look-ups: lognormal, as those of a walker mostly are. */
  private long[] lookups() {
    int count = (int) (shape.interval.toSeconds() * READER_RATE * shape.readers);
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      nanos[i] = (long) (800 * MICRO * Math.exp(0.6 * random.nextGaussian()));
    }
    return nanos;
  }

  /** The lines of an interval as they are written, without the time at which it began. */
  private record Lines(List<String> tags, List<String> rests) {}

  /**
   * A log with an interval after the other. To record and to encode each anew would take hours, so
   * that there are some, each again and again.
   */
  private void latencies(String part, String operation, int worker, long[] nanos)
      throws IOException {
    List<Lines> templates = templates(operation, nanos, worker < 1 ? TEMPLATES : 4);
    try (AppendFile file = run.append(run.latency(ClientName.ofWorker(part, worker, 1)))) {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      new LatencyRecorder(
              head,
              Clock.fixed(Instant.ofEpochMilli(BEGIN), ZoneOffset.UTC),
              Measuring.USUAL_DIGITS)
          .close();
      file.write(head.toByteArray());
      int next = 0;
      long width = shape.interval.toMillis();
      for (long at = BEGIN; at + width <= end; at += width) {
        Lines lines = templates.get(next++ % templates.size());
        for (int i = 0; i < lines.tags.size(); i++) {
          file.line(
              String.format(
                  Locale.ROOT, "%s,%.3f,%s", lines.tags.get(i), at / 1e3, lines.rests.get(i)));
        }
      }
    }
  }

  private List<Lines> templates(String operation, long[] nanos, int number) {
    List<Lines> templates = new ArrayList<>();
    for (int template = 0; template < number; template++) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      AtomicLong now = new AtomicLong(BEGIN);
      InstantSource clock = () -> Instant.ofEpochMilli(now.get());
      try (LatencyRecorder recorder =
          new LatencyRecorder(out, clock.withZone(ZoneOffset.UTC), shape.digits)) {
        LatencyRecorder.Operation one = recorder.operation(operation, false); // as by default
        for (long each : nanos) {
          long varied = (long) (each * (0.9 + 0.2 * random.nextDouble()));
          one.record(0, 0, varied);
        }
        now.addAndGet(shape.interval.toMillis());
      }
      templates.add(parsed(out.toString(StandardCharsets.UTF_8)));
    }
    return templates;
  }

  private static Lines parsed(String log) {
    Lines lines = new Lines(new ArrayList<>(), new ArrayList<>());
    log.lines()
        .filter(line -> line.startsWith("Tag="))
        .forEach(
            line -> {
              String[] fields = line.split(",", 3);
              lines.tags.add(fields[0]);
              lines.rests.add(fields[2]);
            });
    return lines;
  }
}
