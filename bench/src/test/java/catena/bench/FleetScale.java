// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.fleet.FleetSettings;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Specification;
import catena.fleet.coordinate.Coordinator;
import catena.fleet.coordinate.FleetTerms;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseCall.SlotShare;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
import catena.fleet.worker.FleetWorker;
import catena.fleet.worker.WorkerPhase.Shares;
import catena.fleet.worker.WorkerPhase.WorkerSetup;
import catena.harness.accumulo.Holder;
import catena.harness.instance.ZooKeeperPaths;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.ProgramRun;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * What a fleet costs its coordinator and ZooKeeper: the real protocol on a real ZooKeeper, with
 * workers that only pretend to do something. They live in several processes, one of which is killed
 * in the second of three phases.
 */
public final class FleetScale {
  private static final Duration CONNECT = Duration.ofSeconds(60);
  private static final Duration EACH_SECOND = Duration.ofSeconds(1);
  private static final Pattern RECEIVED = Pattern.compile("zk_packets_received\\s+(\\d+)");

  /** The number of the last transaction: each write has one, and each session two. */
  private static final Pattern WRITTEN = Pattern.compile("Zxid: 0x([0-9a-f]+)");

  @Parameter(names = "--workers", description = "how many there are")
  private int workers = 1000;

  @Parameter(names = "--processes", description = "in how many processes; one of them is killed")
  private int processes = 10;

  @Parameter(names = "--phase", description = "how long a phase lasts, seconds")
  private int phaseSeconds = 20;

  @Parameter(names = "--zookeeper", required = true, description = "host:port of ZooKeeper")
  private String zookeeper;

  @Parameter(names = "--dir", required = true, description = "an empty directory")
  private String dir;

  @Parameter(names = "--process", description = "be this one of the processes with workers")
  private Integer process;

  private FleetScale() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    FleetScale scale = new FleetScale();
    JCommander.newBuilder().addObject(scale).build().parse(args);
    if (scale.process == null) {
      scale.coordinate();
    } else {
      scale.pretend(scale.process);
    }
    System.exit(0);
  }

  private Settings settings() {
    return Settings.resolve(
        FleetSettings.ALL,
        List.of(
            Layer.of(
                "bench",
                Map.of(
                    "worker.min", "1",
                    "fleet.join.limit", "20m",
                    "fleet.answer.limit", "10m"))));
  }

  private Specification specification() {
    return new Specification(dir, "pretended", "bench", workers, false);
  }

  private FleetNodes nodes() {
    return FleetNodes.open(zookeeper, ZooKeeperPaths.idOfRun(dir), "", CONNECT);
  }

  // --- workers ---------------------------------------------------------------------------------

  private int first(int which) {
    return (int) ((long) which * workers / processes);
  }

  private void pretend(int which) throws InterruptedException {
    int from = first(which);
    int to = first(which + 1);
    CountDownLatch ended = new CountDownLatch(to - from);
    for (int slot = from; slot < to; slot++) {
      int mine = slot;
      Threads.daemon(
              "worker-" + slot,
              "it does nothing",
              () -> {
                try {
                  pretendOne(mine);
                } finally {
                  ended.countDown();
                }
              },
              System.err::println)
          .start();
    }
    ended.await();
  }

  private void pretendOne(int slot) throws IOException, InterruptedException {
    Shares shares =
        (order, since, me) ->
            stop -> {
              boolean unused = stop.await(Duration.ofSeconds(phaseSeconds));
              return Map.of("pretend", PartOutcome.NOTHING);
            };
    try (RunDirectory directory = RunDirectory.at(dir, new Configuration());
        FleetNodes nodes = nodes()) {
      WorkerSetup setup =
          new WorkerSetup(
              nodes,
              specification(),
              OptionalInt.of(slot),
              OptionalInt.empty(),
              "process-" + process,
              FleetSettings.limits(settings()),
              directory,
              line -> {},
              Clock.systemUTC(),
              new StopSignal());
      var unused = FleetWorker.join(setup).run(shares, event -> {});
    }
  }

  private Process start(int which) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-Xmx512m", "-Xss256k", "-XX:+UseSerialGC"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), FleetScale.class.getName()));
    words.addAll(List.of("--workers", "" + workers, "--processes", "" + processes));
    words.addAll(List.of("--phase", "" + phaseSeconds, "--zookeeper", zookeeper, "--dir", dir));
    words.addAll(List.of("--process", "" + which));
    return ProgramRun.begin(
        words, Map.of(), Path.of(""), Path.of(dir, "process-" + which + ".out"));
  }

  // --- the coordinator -------------------------------------------------------------------------

  private void coordinate() throws Exception {
    Files.createDirectories(Path.of(dir));
    List<Process> children = new ArrayList<>();
    try (RunDirectory directory = RunDirectory.at(dir, new Configuration())) {
      ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
      FleetTerms terms =
          new FleetTerms(
              specification(),
              Holder.here(dir, Clock.systemUTC()),
              FleetSettings.limits(settings()),
              settings(),
              directory,
              event -> {},
              notes::add,
              Clock.systemUTC(),
              new StopSignal(),
              finding -> true);
      try (Coordinator coordinator = Coordinator.open(nodes(), terms)) {
        coordinator.watch(Optional.empty());
        Stage gathering = new Stage("gather");
        for (int i = 0; i < processes; i++) {
          children.add(start(i));
        }
        coordinator.gather();
        gathering.end(coordinator.present() + " workers");
        List<SlotShare> shares =
            Collections.nCopies(workers, new SlotShare(true, List.of(), List.of()));
        for (int phase = 0; phase < 3; phase++) {
          Stage stage = new Stage("phase " + (phase + 1));
          if (phase == 1) {
            killLater(children.get(processes - 1));
          }
          PhaseResult result =
              coordinator.perform(
                  new PhaseCall(phase, "pretend-" + phase, Optional.empty(), shares),
                  new StopSignal());
          stage.end(
              "%d to the end, %d lost; %s"
                  .formatted(result.took().size(), result.lost().size(), result.skew().inWords()));
        }
        Stage leaving = new Stage("stop");
        coordinator.release();
        leaving.end(
            coordinator.lead().doubts().isEmpty()
                ? "no doubts"
                : coordinator.lead().doubts().toString());
      }
      System.out.println("told: " + notes.stream().limit(3).toList() + " of " + notes.size());
    } finally {
      children.forEach(Process::destroyForcibly);
    }
  }

  /** In the middle of the phase, which begins some seconds after it was ordered. */
  private void killLater(Process victim) {
    Threads.daemon(
            "killer",
            "no worker dies",
            () -> {
              boolean unused =
                  new StopSignal().await(Duration.ofSeconds(phaseSeconds / 2 + 5L + workers / 100));
              Process killed = victim.destroyForcibly();
              System.out.println("killed " + killed.pid());
            },
            System.err::println)
        .start();
  }

  /** What a stage cost. */
  private final class Stage {
    private final String name;
    private final long beganNanos = System.nanoTime();
    private final long cpuNanos = cpuNanos();
    private final Load before = load();
    private final StopSignal over = new StopSignal();
    private volatile long mostReceived;
    private volatile long mostWritten;

    Stage(String name) {
      this.name = name;
      Threads.daemon("sampler", "the peak is not seen", this::sample, System.err::println).start();
    }

    private void sample() throws InterruptedException {
      Load last = before;
      long lastNanos = beganNanos;
      while (!over.await(EACH_SECOND)) {
        Load now = load();
        long nanos = System.nanoTime();
        double seconds = (nanos - lastNanos) / 1e9;
        mostReceived = Math.max(mostReceived, Math.round((now.received - last.received) / seconds));
        mostWritten = Math.max(mostWritten, Math.round((now.written - last.written) / seconds));
        last = now;
        lastNanos = nanos;
      }
    }

    void end(String words) {
      over.ask("the stage is over");
      double seconds = (System.nanoTime() - beganNanos) / 1e9;
      Load now = load();
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      System.out.printf(
          Locale.ROOT,
          "%-8s %6.1f s; coordinator: %.2f s CPU, %.0f MB heap;"
              + " ZooKeeper: %.0f requests/s, %d in the busiest second,"
              + " %.0f writes/s, %d in the busiest second; %s%n",
          name,
          seconds,
          (cpuNanos() - cpuNanos) / 1e9,
          (runtime.totalMemory() - runtime.freeMemory()) / 1e6,
          (now.received - before.received) / seconds,
          mostReceived,
          (now.written - before.written) / seconds,
          mostWritten,
          words);
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean bean
        ? bean.getProcessCpuTime()
        : 0;
  }

  /**
   * What a server has done since it started.
   *
   * @param received packets, pings among them
   * @param written transactions
   */
  private record Load(long received, long written) {}

  private Load load() {
    return new Load(number("mntr", RECEIVED, 10), number("srvr", WRITTEN, 16));
  }

  /** A number of the answer to one of ZooKeeper's four-letter commands; 0 where there is none. */
  private long number(String command, Pattern pattern, int radix) {
    int colon = zookeeper.lastIndexOf(':');
    String host = zookeeper.substring(0, colon);
    try (Socket socket = new Socket(host, Integer.parseInt(zookeeper.substring(colon + 1)))) {
      socket.getOutputStream().write(command.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      InputStream in = socket.getInputStream();
      Matcher matcher = pattern.matcher(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
      return matcher.find() ? Long.parseLong(matcher.group(1), radix) : 0;
    } catch (IOException e) {
      System.err.println("ZooKeeper was not asked: " + Reasons.of(e));
      return 0;
    }
  }
}
