// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.records.history.RecoveryMeasure;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.sample.ClassicField;
import catena.records.sample.ClassicSample;
import catena.records.sample.Sample;
import catena.records.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A run as it might have been: writers, readers, faults and dips, equal for equal seeds. */
public final class SyntheticRun {
  private static final String[] KINDS = {"kill", "pause", "restart"};

  private final RunFiles files;
  private final Random random;
  private final long seconds;
  private final int sampleSeconds;
  private final double speed;
  private final int faultEvery;

  /**
   * A run to be written.
   *
   * @param speed 1 is usual
   */
  public SyntheticRun(RunFiles files, long seed, long seconds, int sampleSeconds, double speed) {
    this.files = files;
    this.random = new Random(seed);
    this.seconds = seconds;
    this.sampleSeconds = sampleSeconds;
    this.speed = speed;
    this.faultEvery = (int) Math.max(60, seconds / 12);
  }

  public RunFiles write() {
    files
        .text(
            "scenario.yaml",
            """
            name: agitated
            about: Ingest and queries while servers are killed.
            cluster:
              tserver: 3
            """)
        .text("settings.properties", "ingest.clients=4\nwalk.clients=2\ntable.name=soak\n")
        .text(
            "environment.json",
            "{\"catena\":\"0.1.0\",\"accumuloClient\":\"2.1.4\",\"hadoopClient\":\"3.3.6\",\"java\":\"17\",\"os\":\"Linux\",\"processors\":2,\"maxHeapBytes\":1073741824,\"host\":\"example\",\"user\":\"u\",\"pid\":1,\"startMillis\":"
                + RunFiles.BEGIN
                + ",\"commandLine\":[\"run\",\"agitated\"]}");
    run();
    ingest();
    readers();
    faults();
    latencies();
    samples();
    files.verdict(Verdict.PASS, List.of(), Map.of("entries", 1L));
    return files;
  }

  private void run() {
    long begin = RunFiles.BEGIN;
    long end = begin + seconds * 1000;
    files.events(
        "run",
        new Event.RunStarted(begin, "run", "agitated"),
        new Event.PhaseStarted(begin, "run", "ingest+walk+agitate"),
        new Event.PhaseEnded(end, "run", "ingest+walk+agitate", "done"),
        new Event.RunEnded(end, "run", Verdict.PASS));
  }

  /** Whether a fault goes on, from 1 at its begin to 0 when it is over. */
  private double dip(long second) {
    long since = second % faultEvery - faultEvery / 2;
    return since >= 0 && since < 40 ? 1 - since / 40.0 : 0;
  }

  private void ingest() {
    List<Event> events = new ArrayList<>();
    for (int writer = 0; writer < 4; writer++) {
      long at = RunFiles.BEGIN;
      for (int window = 0; at < RunFiles.BEGIN + seconds * 1000; window++) {
        double slow = 1 + 12 * dip((at - RunFiles.BEGIN) / 1000);
        long took = (long) ((250 + random.nextInt(150)) * slow / speed * step());
        at += took;
        events.add(
            new Event.Flush(
                at,
                ClientName.writer("ingest", writer),
                writer,
                window / 6,
                window % 6,
                (long) (10_000 * step()),
                0,
                took * 1_000_000,
                took * 1_000_000));
      }
    }
    files.events("ingest", events);
  }

  /** Windows are larger in long runs, so that a test is quick. */
  private double step() {
    return Math.max(1, seconds / 3600.0);
  }

  private void readers() {
    List<Event> events = new ArrayList<>();
    for (long s = 10; s <= seconds; s += 10) {
      long at = RunFiles.BEGIN + s * 1000;
      double share = 1 - 0.9 * dip(s);
      for (String client : List.of("walk-0", "batchwalk-0")) {
        double operations =
            (client.startsWith("walk") ? 400 : 30) * share * (0.9 + random.nextDouble() / 5) * 10;
        double rows = client.startsWith("walk") ? operations : operations * 300;
        events.add(
            new Event.Throughput(
                at,
                client,
                false,
                10,
                (long) operations,
                (long) rows,
                (long) rows,
                Math.round(rows * 100),
                0.1,
                0,
                List.of()));
      }
    }
    files.events("readers", events);
  }

  private void faults() {
    List<Event> events = new ArrayList<>();
    int id = 1;
    for (long s = faultEvery / 2; s + 60 < seconds; s += faultEvery) {
      long at = RunFiles.BEGIN + s * 1000;
      String kind = KINDS[id % KINDS.length];
      events.add(
          new Event.FaultStarted(
              at,
              "agitate",
              id,
              kind,
              List.of("tserver-" + (1 + id % 3) + "@127.0.0.1:9997"),
              at,
              List.of()));
      events.add(new Event.FaultDone(at + 200, "agitate", id));
      events.add(
          new Event.FaultProven(at + 900, "agitate", id, "process 4711 is gone, its lock is gone"));
      events.add(new Event.FaultHealed(at + 20_000, "agitate", id, "started"));
      double recovered = 30 + random.nextInt(15);
      events.add(
          new Event.FaultRecovered(
              at + (long) (recovered * 1000),
              "agitate",
              id,
              new TreeMap<>(
                  Map.of(
                      RecoveryMeasure.NOTICE.key(),
                      9 + random.nextDouble(),
                      RecoveryMeasure.REHOST.key(),
                      12 + random.nextDouble(),
                      RecoveryMeasure.FIRST_FLUSH.key(),
                      14.0,
                      RecoveryMeasure.RECOVERED.key(),
                      recovered,
                      RecoveryMeasure.DIP_DEPTH.key(),
                      0.9,
                      RecoveryMeasure.LOG.key(),
                      3e7))));
      id++;
    }
    files.events("agitate", events);
  }

  private void latencies() {
    for (String operation : List.of("flush", "lookup", "batch")) {
      double middle = operation.equals("flush") ? 3e8 : operation.equals("batch") ? 3e7 : 1e6;
      List<RunFiles.Recorded> all = new ArrayList<>();
      for (long s = 10; s <= seconds; s += Math.max(10, seconds / 2000)) {
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
          nanos.add(
              (long)
                  (middle
                      * Math.exp(random.nextGaussian() * 0.5)
                      * (1 + (i % 3 == 0 ? 30 * dip(s) : 0))));
        }
        all.add(new RunFiles.Recorded(operation, RunFiles.BEGIN + s * 1000, nanos));
      }
      files.latencies(operation, all);
    }
  }

  private void samples() {
    StringBuilder out = new StringBuilder();
    StringBuilder cluster = new StringBuilder();
    StringBuilder host = new StringBuilder();
    double entries = 0;
    for (long s = 0; s <= seconds; s += sampleSeconds) {
      long at = RunFiles.BEGIN + s * 1000;
      double dip = dip(s);
      entries += 110_000 * sampleSeconds * (1 - dip);
      int servers = dip > 0.4 ? 2 : 3;
      boolean gone = dip > 0.8;
      double[] fields = {
        servers,
        entries + 2000,
        110_000 * (1 - dip),
        900,
        entries,
        2e6 * random.nextDouble(),
        109_000 * (1 - dip),
        880,
        24,
        dip > 0.4 ? 16 : 24,
        4e8 + entries * 40,
        300,
        900 + s / 60,
        entries * 40,
        120,
        300 + s / 90,
        2,
        8,
        0,
        0,
        3,
        0,
        1,
        9 + 3 * dip,
        4.2,
        1.3
      };
      Map<ClassicField, Double> values = new EnumMap<>(ClassicField.class);
      for (ClassicField field : gone ? new ClassicField[0] : ClassicField.values()) {
        values.put(field, fields[values.size()]);
      }
      out.append(new ClassicSample(at, values).line()).append('\n');
      cluster.append(cluster(at, dip));
      host.append(host(at, dip));
    }
    files
        .text("stats/stats.out", out.toString())
        .text("stats/cluster.jsonl", cluster.toString())
        .text("stats/host-example.jsonl", host.toString())
        .text(
            "stats/metrics.json",
            "{\"cpu.cores\":{\"unit\":\"cores\",\"about\":\"processor time per time: 1 is one core"
                + " fully used\"},\"memory.used\":{\"unit\":\"bytes\",\"about\":\"resident"
                + " memory\"},\"net.sent.rate\":{\"unit\":\"bytes/s\",\"about\":\"sent\"},\"net.received.rate\":{\"unit\":\"bytes/s\",\"about\":\"received\"},\"cpu.ratio\":{\"unit\":\"1\",\"about\":\"share"
                + " of time not"
                + " idle\"},\"disk.write.rate\":{\"unit\":\"bytes/s\",\"about\":\"written\"}}");
  }

  private String cluster(long at, double dip) {
    Map<String, Double> found =
        Map.of(
            "compactions.major.running", (double) random.nextInt(4),
            "compactions.major.queued", (double) random.nextInt(9),
            "compactions.minor.running", (double) random.nextInt(3),
            "hold.time", dip,
            "entries.in.memory", (double) random.nextInt(2_000_000));
    return Sample.of(at, Sample.CLUSTER, List.of("fate.operations"), found).json() + "\n";
  }

  private String host(long at, double dip) {
    StringBuilder lines = new StringBuilder();
    for (String group :
        List.of("tserver", "manager", "datanode", "namenode", "zookeeper", "client")) {
      double most = group.equals("tserver") ? 0.9 : 0.2;
      Map<String, Double> used =
          Map.of(
              "cpu.cores",
              0.05 + random.nextDouble() * most * (1 - dip),
              "memory.used",
              3e8 + random.nextInt(50_000_000),
              "net.sent.rate",
              (double) random.nextInt(9_000_000),
              "net.received.rate",
              (double) random.nextInt(9_000_000));
      lines.append(Sample.of(at, Sample.group(group, "example"), List.of(), used).json());
      lines.append('\n');
    }
    Map<String, Double> whole =
        Map.of(
            "cpu.ratio",
            0.5 + random.nextDouble() / 3,
            "disk.write.rate",
            (double) random.nextInt(50_000_000));
    return lines
        .append(Sample.of(at, Sample.host("example"), List.of(), whole).json())
        .append('\n')
        .toString();
  }
}
