package catena.scenario.recompute;

import catena.harness.latency.LatencyRecorder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/**
 * The raw files of a run that might have been, with all that is odd in runs: clients that come
 * again, phases without an end, faults in faults, gaps in samples, a torn journal. Equal for equal
 * seeds; the files are written as texts, by what the documents say of their formats.
 */
final class PlantedRun {
  /** A whole second, and not a whole minute. */
  private static final long BEGIN = 1_795_000_021_000L;

  private static final int CLASSIC_FIELDS = 26;
  private static final String HEADER =
      "catena-ledger 1 5e66fcb4-6464-49dd-8959-45ab3793d89d 1 34e30d5f %d"
          + " 417095f0-41aa-45de-adbe-d285aa7e2a09";

  private final Path root;
  private final Random random;
  private final long begin;
  private final int seconds;
  private final List<long[]> stalls = new ArrayList<>();

  private PlantedRun(Path root, long seed, int seconds) {
    this.root = root;
    this.random = new Random(seed);
    this.begin = BEGIN + random.nextInt(1000);
    this.seconds = seconds;
  }

  /** Writes a run into a directory. */
  static void write(Path root, long seed, int seconds) throws IOException {
    PlantedRun run = new PlantedRun(root, seed, seconds);
    run.settings();
    run.faults();
    run.phases();
    run.writers();
    run.readers();
    run.latencies();
    run.samples();
    run.found();
  }

  private void append(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void event(String client, String type, long at, String rest) throws IOException {
    String line = "{\"type\":\"%s\",\"at\":%d,\"client\":\"%s\"%s}\n";
    append("events/" + type(client) + ".jsonl", line.formatted(type, at, client, rest));
  }

  private static String type(String client) {
    return client.replaceFirst("-.*", "");
  }

  private void settings() throws IOException {
    append("scenario.yaml", "name: planted\nabout: Nothing of it was.\ncluster: {tserver: 4}\n");
    append("settings.properties", "ingest.clients=3\ntable.name=ci\nwalk.rate=20\n");
  }

  /** Up to seven faults, some of them in others, some without an end. */
  private void faults() throws IOException {
    String[] kinds = {"kill", "pause", "restart", "cut"};
    String[] victims = {"tserver-1@h:9997", "tserver-2", "datanode-1@h:50010", "ci", "host-1@10.1"};
    int faults = random.nextInt(8);
    for (int id = 1; id <= faults; id++) {
      long at =
          begin + (20 + random.nextInt(Math.max(1, seconds - 30))) * 1000L + random.nextInt(999);
      String target = victims[random.nextInt(victims.length)];
      event(
          "agitate",
          "FaultStarted",
          at,
          ",\"id\":%d,\"fault\":\"%s\",\"targets\":[\"%s\"],\"intendedAt\":%d"
              .formatted(
                  id, kinds[random.nextInt(kinds.length)], target, at - random.nextInt(9000)));
      fate(id, at);
      stalls.add(new long[] {at, at + 1000L * random.nextInt(60)});
    }
  }

  private void fate(int id, long at) throws IOException {
    String of = ",\"id\":" + id;
    event("agitate", "FaultDone", at + 120, of);
    if (random.nextInt(8) == 0) {
      event("agitate", "FaultDoubted", at + 300, of + ",\"step\":\"prove\",\"reason\":\"no sign\"");
      return;
    }
    event("agitate", "FaultProven", at + 700, of + ",\"evidence\":\"process 4711 is gone\"");
    if (random.nextInt(8) > 0) {
      long healed = at + 5000 + random.nextInt(20_000);
      String healer = random.nextInt(5) == 0 ? "heal" : "agitate";
      event(healer, "FaultHealed", healed, of + ",\"outcome\":\"started again\"");
      if (random.nextInt(6) > 0) {
        String measures =
            ",\"measures\":{\"rehost.s\":%s,\"first.flush.s\":%s,\"log.bytes\":%d,\"dip.s\":3.0}"
                .formatted(decimal(90), decimal(9), random.nextInt(1 << 30));
        event("agitate", "FaultRecovered", healed + random.nextInt(30_000), of + measures);
      }
    }
  }

  private String decimal(int most) {
    return String.format(Locale.ROOT, "%.3f", random.nextDouble() * most);
  }

  /** One or two phases with work in them; the last may have no end. */
  private void phases() throws IOException {
    event("run", "RunStarted", begin, ",\"scenario\":\"planted\"");
    event("run", "PhaseStarted", begin + 100, ",\"phase\":\"createtable\"");
    event("run", "PhaseEnded", begin + 900, ",\"phase\":\"createtable\",\"reason\":\"done\"");
    event("run", "PhaseStarted", begin + 950, ",\"phase\":\"ingest+walk\"");
    if (random.nextInt(4) > 0) {
      String ended = ",\"phase\":\"ingest+walk\",\"reason\":\"done\"";
      event("run", "PhaseEnded", begin + seconds * 1000L + 400, ended);
      event("run", "PhaseStarted", begin + seconds * 1000L + 410, ",\"phase\":\"verify\"");
    }
    event("run", "Note", begin + 3000, ",\"text\":\"so it was\"");
    append("events/run.jsonl", "{\"type\":\"Note\",\"at\":17");
  }

  private boolean stalled(long at) {
    return stalls.stream().anyMatch(stall -> stall[0] <= at && at < stall[1]);
  }

  private void writers() throws IOException {
    boolean deletes = random.nextBoolean();
    int writers = random.nextInt(4);
    for (int writer = 0; writer < writers; writer++) {
      String client = "ingest-w" + writer;
      boolean told = random.nextInt(5) > 0;
      long at = begin + 1000 + random.nextInt(2000);
      if (told) {
        event(client, "ClientStarted", at, ",\"what\":\"writer\"");
      }
      StringBuilder ledger = new StringBuilder();
      String sum = line(ledger, "00000000", HEADER.formatted(writer));
      long end = begin + (long) (seconds * 1000L * (random.nextInt(4) == 0 ? 0.6 : 1));
      for (long window = 0; at < end; window++) {
        long took = 150L + random.nextInt(1500);
        while (stalled(at + took)) {
          took += 500;
        }
        sum = line(ledger, sum, "I 0.%d.0 0.%d.0 1000 0 %d".formatted(window, window + 1, at));
        at += took;
        long removed = deletes && window % 5 == 4 ? 700 : 0;
        sum = line(ledger, sum, "A " + at);
        event(
            client,
            "Flush",
            at,
            ",\"writer\":%d,\"block\":0,\"step\":%d,\"entries\":%d,\"deletes\":%d,\"durationNanos\":%d,\"sinceLastNanos\":%d"
                .formatted(
                    writer,
                    window,
                    1000 - removed,
                    removed,
                    took * 400_000 + random.nextInt(400_000),
                    took * 1_000_000));
        if (random.nextInt(40) == 0) {
          event(client, "Rejected", at + 1, ",\"writer\":0,\"reason\":\"late\",\"attempt\":1");
        }
      }
      if (told && random.nextInt(5) > 0) {
        event(client, "ClientStopped", at + 5, ",\"reason\":\"done\"");
        line(ledger, sum, "C " + at);
      }
      append("ledger/writer-0000" + writer + ".ledger", ledger.toString());
    }
  }

  private static String line(StringBuilder ledger, String before, String text) {
    CRC32 crc = new CRC32();
    crc.update((before + text).getBytes(StandardCharsets.ISO_8859_1));
    String sum = "%08x".formatted(crc.getValue());
    ledger.append(text).append(' ').append(sum).append('\n');
    return sum;
  }

  private void readers() throws IOException {
    for (String client : List.of("walk-0", "walk-1", "batchwalk-0")) {
      boolean counted = random.nextBoolean();
      if (random.nextInt(4) == 0) {
        continue;
      }
      long at = begin + 1500 + random.nextInt(500);
      event(client, "ClientStarted", at, ",\"what\":\"reader\"");
      while (at < begin + seconds * 1000L) {
        int length = 9900 + random.nextInt(200);
        interval(client, at, length, counted);
        at += length;
        if (random.nextInt(40) == 0) { // it comes again, after a while
          at += 20_000;
          event(client, "ClientStarted", at, ",\"what\":\"reader\"");
        }
      }
      event(client, "ClientStopped", at, ",\"reason\":\"over\"");
      event(
          client,
          "Unanswered",
          at,
          ",\"operation\":\"lookup\",\"answered\":%d,\"underWay\":%d,\"neverBegun\":%d,\"oldestSeconds\":%s"
              .formatted(
                  random.nextInt(9000),
                  random.nextInt(2),
                  random.nextInt(900),
                  decimal(client.endsWith("0") ? 2 : 150)));
    }
  }

  private void interval(String client, long from, int length, boolean counted) throws IOException {
    StringJoiner counts = new StringJoiner(",", ",\"counts\":[", "]");
    long rows = 0;
    for (int i = 0; i * 1000 < length; i++) {
      long count = stalled(from + i * 1000L) ? 0 : 15 + random.nextInt(10);
      counts.add(Long.toString(count));
      rows += count;
    }
    String seconds = String.format(Locale.ROOT, "%.3f", length / 1000.0);
    if (!counted && random.nextInt(3) == 0) { // as older versions told it
      String values =
          ",\"what\":\"throughput\",\"values\":{\"seconds\":%s,\"operations\":%d,\"rows\":%d}";
      event(client, "Measured", from + length, values.formatted(seconds, rows, rows));
      return;
    }
    event(
        client,
        "Throughput",
        from + length,
        ",\"writes\":false,\"seconds\":%s,\"operations\":%d,\"rows\":%d,\"entries\":%d,\"bytes\":%d%s"
            .formatted(seconds, rows, rows, rows, rows * 90, counted ? counts : ""));
  }

  private void latencies() throws IOException {
    for (String operation : List.of("flush", "lookup", "range")) {
      Path log = root.resolve("latency/" + operation + ".hlog");
      Files.createDirectories(log.getParent());
      AtomicLong now = new AtomicLong(begin + random.nextInt(3000));
      InstantSource clock = () -> Instant.ofEpochMilli(now.get());
      try (LatencyRecorder recorder =
          new LatencyRecorder(Files.newOutputStream(log), clock.withZone(ZoneOffset.UTC))) {
        recorder.operation(operation);
        while (now.get() < begin + seconds * 1000L) {
          now.addAndGet(9000L + random.nextInt(2000));
          for (int i = random.nextInt(60); i > 0; i--) {
            long nanos = (long) (1e6 * Math.exp(random.nextGaussian() * 2));
            recorder.operation(operation).record(0, nanos / 3, nanos);
          }
          recorder.writeInterval();
        }
        // What was due when the phase ended is under a tag of its own.
        recorder.operation(operation + LatencyRecorder.UNANSWERED).record(0, 0, 10_000_000_000L);
        recorder.writeInterval();
      }
    }
  }

  private void samples() throws IOException {
    append(
        "stats/metrics.json",
        "{\"cpu.cores\":{\"unit\":\"cores\",\"about\":\"time\"},\"hdfs.bytes\":{\"unit\":\"bytes\"},"
            + "\"entries\":{\"unit\":\"entries\",\"about\":\"entries\"},\"ingest.rate\":{\"unit\":\"entries/s\"}}");
    boolean several = random.nextBoolean();
    for (long at = BEGIN / 10_000 * 10_000; at < begin + seconds * 1000L; at += 10_000) {
      StringJoiner classic = new StringJoiner(" ").add(Long.toString(at));
      for (int field = 0; field < CLASSIC_FIELDS; field++) {
        boolean gone = random.nextInt(9) == 0 || field == 17;
        classic.add(
            gone ? "-" : field == 0 ? "3" : field > 23 ? decimal(9) : "" + random.nextInt(9999));
      }
      append("stats/stats.out", classic + "\n");
      sample("cluster", at, "cluster");
      sample("cluster", at, "table:ci");
      for (int host = 0; host < (several ? 6 : 1); host++) {
        sample("host-h" + host, at, "host:h" + host);
        sample("host-h" + host, at, "group:tserver@h" + host);
        sample("host-h" + host, at, "group:datanode@h" + host);
      }
    }
  }

  private void sample(String file, long at, String scope) throws IOException {
    boolean gone = random.nextInt(9) == 0;
    String values =
        gone
            ? "\"values\":{},\"absent\":[\"cpu.cores\",\"entries\"]"
            : "\"values\":{\"cpu.cores\":%s,\"entries\":%d,\"entries.in.memory\":7,\"hdfs.bytes\":%d,\"ingest.rate\":%s},\"absent\":[]"
                .formatted(decimal(4), random.nextInt(9999), random.nextLong(1L << 40), decimal(9));
    append(
        "stats/" + file + ".jsonl",
        "{\"at\":%d,\"scope\":\"%s\",%s}\n".formatted(at, scope, values));
  }

  private void found() throws IOException {
    int lost = random.nextInt(3) * 11;
    for (int i = 0; i < lost; i++) {
      append(
          "findings.jsonl",
          "{\"kind\":\"%s\",\"row\":\"00\"}\n".formatted(i % 3 == 0 ? "STALE" : "LOST"));
    }
    if (lost > 0) {
      append(
          "causes.json",
          "{\"groups\":[{\"rank\":1,\"kinds\":{\"LOST\":2900,\"STALE\":13},\"findings\":2913,\"tablets\":[],\"server\":null,"
              + "\"fault\":null,\"writers\":[0],\"from\":1,\"to\":2,\"suspicion\":\"It is not known.\",\"evidence\":[]}],"
              + "\"unexplained\":13,\"leftOut\":%d,\"unhosted\":[],\"notes\":[]}"
                  .formatted(random.nextInt(2) * 70_000));
    }
    String verdict = lost > 0 ? "FAIL" : "PASS";
    append(
        "verdict.json",
        "{\"verdict\":\"%s\",\"unfinished\":false,\"reasons\":[],\"proof\":{\"compared\":[]},\"tally\":{\"entries\":%d,\"LOST seen\":%d},\"findings\":{}}"
            .formatted(verdict, random.nextInt(1 << 30), lost));
  }
}
