// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.SharedCluster;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.fleet.agree.Specification;
import catena.harness.fixture.ChildJvm;
import catena.harness.instance.ServerId;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.threads.StopSignal;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import com.google.common.base.Splitter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs with workers, of which processes die or stand still: a worker, a tserver, coordinators. */
class FleetIT {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);

  /** How many runs are taken over in each of their phases. */
  private static final int ROUNDS = Integer.getInteger("catena.takeovers", 10);

  private static final Pattern OF_THE_VERDICT =
      Pattern.compile(
          "phases/.*(?<!-2)\\.json"
              + "|(verdict|fleet|phases|graph|open-faults|findings|scenario|settings)"
              + "(-(?!2\\.).*)?\\.(json|jsonl|yaml|properties)");

  /** Whether tests that take minutes, some of them on YARN, are asked for. */
  private static final boolean WITNESS = Boolean.getBoolean("catena.witness");

  @TempDir static Path shared;

  @RegisterExtension static final BeforeAllCallback CLUSTER = FleetIT::start;

  /** With YARN its own, else the shared one. */
  private static LocalCluster cluster;

  @TempDir Path temporary;

  /** What a test has started, some of it stopped; none of it outlives the test. */
  private final List<ProcessHandle> started = new ArrayList<>();

  /** Ends the coordinator of this process. */
  private final StopSignal stop = new StopSignal();

  private CompletableFuture<CommandLine> here = CompletableFuture.completedFuture(null);

  @AfterEach
  void end() throws Exception {
    stop.ask("the test is over"); // of a coordinator that was not over in time
    here.handle((line, failure) -> line).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    started.forEach(ProcessHandle::destroyForcibly); // SIGKILL, which ends a stopped one, too
    cluster.start(List.of(TSERVER)); // if a test has failed that killed it
  }

  private static void start(ExtensionContext context) throws Exception {
    if (WITNESS) {
      ClusterSpec spec =
          ClusterSpec.usual().with(Role.TSERVER, 2).with(Role.GC, 0).with(Role.MONITOR, 0);
      cluster = LocalCluster.start(shared.resolve("cluster"), spec.withYarn(), note -> {});
    } else {
      SharedCluster usual = new SharedCluster();
      usual.beforeAll(context);
      cluster = usual.control();
    }
  }

  @AfterAll
  static void stop() throws Exception {
    if (WITNESS && cluster != null) {
      cluster.clean();
    }
  }

  private Path scenario(String name, String phases) throws IOException {
    return Files.writeString(
        temporary.resolve(name + ".yaml"),
        """
        name: %1$s
        settings:
          table.name: %1$s
          table.splits: 3
          graph.flush.interval: 500
          graph.depth: 4
          graph.delete.probability: 0.2
          ingest.clients: 1
          ingest.rate: 2000
          walk.clients: 1
          walk.rate: 20
          worker.death: replace
          fleet.sight.limit: 10s
        phases: %2$s
        """
            .formatted(name, phases));
  }

  /** What a coordinator has printed. */
  private String said(String coordinator) throws IOException {
    return Files.readString(temporary.resolve(coordinator));
  }

  /** What all processes of a run have printed. */
  private String all(String run) throws IOException {
    StringBuilder all = new StringBuilder();
    Path there = Path.of(run, "logs");
    try (Stream<Path> logs = Files.isDirectory(there) ? Files.list(there) : Stream.empty();
        Stream<Path> own = Files.list(temporary)) {
      for (Path file : Stream.concat(own, logs).filter(Files::isRegularFile).sorted().toList()) {
        all.append("== ").append(file.getFileName()).append('\n').append(Files.readString(file));
      }
    }
    return all.toString();
  }

  /** A coordinator of its own process, which may be killed. */
  private Process coordinator(String said, String... words) throws IOException {
    List<String> properties =
        System.getProperties().stringPropertyNames().stream()
            .filter(key -> key.startsWith("catena."))
            .map(key -> "-D" + key + "=" + System.getProperty(key))
            .toList();
    List<String> command = ChildJvm.of(Main.class, properties);
    command.add("run");
    command.addAll(List.of(words));
    command.addAll(List.of("-c", cluster.clientProperties().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve(said).toFile())
            .start();
    started.add(process.toHandle());
    return process;
  }

  /** A coordinator of this process, which nobody kills. */
  private CommandLine coordinatorHere(String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(List.of(more));
    words.addAll(List.of("-c", cluster.clientProperties().toString()));
    here = CompletableFuture.supplyAsync(() -> CommandLine.run(stop, words.toArray(String[]::new)));
    return here.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private static <E extends Event> List<E> events(
      String run, String journal, Class<E> type, Predicate<E> which) throws IOException {
    List<E> found = new ArrayList<>();
    try (RunDirectory directory = RunDirectory.at(run)) {
      JournalReader.Summary unused =
          JournalReader.read(
              directory.fileSystem(),
              directory.events(journal),
              event -> {
                if (type.isInstance(event) && which.test(type.cast(event))) {
                  found.add(type.cast(event));
                }
              });
    } catch (FileNotFoundException e) {
      // not yet
    }
    return found;
  }

  /** Waits for so many events of a journal, as long as a process lives. */
  private <E extends Event> List<E> await(
      Process living, String run, String journal, Class<E> type, Predicate<E> which, int wanted)
      throws IOException {
    long end = System.nanoTime() + LIMIT.toNanos();
    List<E> found = events(run, journal, type, which);
    while (found.size() < wanted) {
      assertThat(living.isAlive())
          .as("over before %s came: %s", type.getSimpleName(), all(run))
          .isTrue();
      assertThat(System.nanoTime() < end)
          .as("%s in time: %s", type.getSimpleName(), System.nanoTime() < end ? "" : all(run))
          .isTrue();
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      found = events(run, journal, type, which);
    }
    return found;
  }

  private static void kill(Process process) throws InterruptedException {
    process.destroyForcibly(); // SIGKILL, to the coordinator alone
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  private static void kill(long pid) {
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly)).contains(true);
  }

  private static void signal(String name, Process process) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor())
        .isZero();
  }

  /** Waits for a process's end; its status. */
  private int status(Process process, String said) throws Exception {
    assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).as(said(said)).isTrue();
    return process.exitValue();
  }

  /** The processes of workers that joined a run. */
  private List<ProcessHandle> workers(List<Event.WorkerJoined> joined) {
    List<ProcessHandle> workers =
        joined.stream().map(each -> ProcessHandle.of(each.pid()).orElseThrow()).toList();
    started.addAll(workers);
    return workers;
  }

  /**
   * What the files hold of which a verdict is made, but for those of workers and of the second
   * coordinator. Samples are not among them.
   */
  private static Map<String, String> ofTheVerdict(String run) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(Path.of(run))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = Path.of(run).relativize(file).toString();
        if (OF_THE_VERDICT.matcher(name).matches()) {
          files.put(name, Specification.sha256(Files.readAllBytes(file)));
        }
      }
    }
    return files;
  }

  private void passes(Process coordinator, String run) throws Exception {
    assertThat(coordinator.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).as("in time").isTrue();
    assertThat(coordinator.exitValue()).as(all(run)).isZero();
    isProven(run);
  }

  private void passes(CommandLine coordinator, String run) throws Exception {
    assertThat(coordinator.status()).as(coordinator.all() + all(run)).isZero();
    isProven(run);
  }

  private static void isProven(String run) throws IOException {
    try (RunDirectory directory = RunDirectory.open(run)) {
      VerdictFile verdict = VerdictFile.readFrom(directory).orElseThrow();
      assertThat(verdict.verdict()).isEqualTo(Verdict.PASS);
      assertThat(verdict.tally().get("entries promised"))
          .isPositive()
          .isEqualTo(verdict.tally().get("exactly as promised"));
    }
  }

  @Test
  void aWorkerATserverAndTheCoordinatorDieAndNothingIsLost() throws Exception {
    String run = temporary.resolve("run").toString();
    Path file =
        scenario(
            "fleet",
            "[createtable, together: [{ingest: {ingest.duration: 60s, ingest.rate: 500}}, walk],"
                + " quiesce, verify]");
    Process first =
        coordinator("first", file.toString(), "--workers", "3", "--run-dir", "file:" + run);
    List<Event.WorkerJoined> joined =
        await(first, run, "run", Event.WorkerJoined.class, any -> true, 3);
    for (int slot = 0; slot < 3; slot++) {
      await(first, run, "worker-" + slot + "-1", Event.Flush.class, any -> true, 3);
    }
    Event.WorkerJoined victim =
        joined.stream().filter(each -> each.worker().equals("1-1")).findFirst().orElseThrow();
    SharedCluster.kill(cluster, TSERVER);
    kill(victim.pid());
    await(
        first,
        run,
        "run",
        Event.WorkerLost.class,
        lost -> lost.worker().equals("1-1") && lost.then().equals("replace"),
        1);
    cluster.start(List.of(TSERVER));
    kill(first);

    CommandLine second = coordinatorHere("--resume", run);
    passes(second, run);
    assertThat(second.all())
        .contains("worker 1 was lost; what it had not acknowledged is indeterminate")
        .containsPattern("[23] workers began .* after the named time");
    Optional<Event.WorkerBegan> successor =
        events(run, "worker-1-2", Event.WorkerBegan.class, any -> true).stream().findFirst();
    assertThat(successor).as("the successor takes part in the phase that goes on").isPresent();
    assertThat(successor.get().joinedLate()).isTrue();

    CommandLine report = CommandLine.run("report", run);
    assertThat(report.status()).as(report.all()).isZero();

    // As after the death of a coordinator that had no verdict yet, and that of ZooKeeper.
    try (RunDirectory directory = RunDirectory.open(run)) {
      PendingVerdict unused = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    }
    CommandLine third = coordinatorHere("--resume", run, "--lost");
    passes(third, run);
    assertThat(third.all()).contains("== verify was performed before").doesNotContain("gather");
  }

  /**
   * It stands still (SIGSTOP) while another one, which comes by a link to the directory, takes
   * over.
   */
  @Test
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it takes 3 minutes: -Dcatena.witness=true")
  void aCoordinatorResumedAfterATakeoverWritesAndStopsNothing() throws Exception {
    String run = temporary.resolve("run").toString();
    Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of(run));
    Path file =
        scenario(
            "woken",
            "[createtable, together: [{ingest: {ingest.duration: 60s}}, walk], quiesce, verify]");
    Process first = coordinator("first", file.toString(), "--workers", "2", "--run-dir", run);
    List<ProcessHandle> workers =
        workers(await(first, run, "run", Event.WorkerJoined.class, any -> true, 2));
    for (int slot = 0; slot < 2; slot++) {
      await(first, run, "worker-" + slot + "-1", Event.Flush.class, any -> true, 3);
    }
    signal("STOP", first);
    Process second = coordinator("second", "--resume", link.toString());
    await(second, run, "run", Event.RunStarted.class, any -> true, 2);
    Map<String, String> before = ofTheVerdict(run);
    signal("CONT", first);
    assertThat(status(first, "first")).as(said("first")).isEqualTo(Verdict.UNKNOWN.exitStatus());
    assertThat(said("first"))
        .contains("The verdict is left to the process that has taken the run over");
    assertThat(ofTheVerdict(run)).as(said("first")).isEqualTo(before);
    assertThat(before)
        .containsKeys("phases/coordinator-1.json", "verdict.json", "fleet.json")
        .doesNotContainKey("verdict-1.json");
    assertThat(workers).allMatch(ProcessHandle::isAlive);

    passes(second, run);
    assertThat(said("second")).doesNotContain(" was lost");
    assertThat(Path.of(run, "verdict-1.json")).doesNotExist();
    assertThat(events(run, "run", Event.RunEnded.class, any -> true)).hasSize(1);
  }

  /** One by a link to the directory, one by another spelling of its path. */
  @Test
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it takes 2 minutes: -Dcatena.witness=true")
  void coordinatorsNextToALivingOneAreRefusedAndEndNothing() throws Exception {
    String run = temporary.resolve("run").toString();
    Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of(run));
    Path file =
        scenario(
            "refused",
            "[createtable, together: [{ingest: {ingest.duration: 90s}}, walk], quiesce, verify]");
    Process first = coordinator("first", file.toString(), "--workers", "2", "--run-dir", run);
    List<ProcessHandle> workers =
        workers(await(first, run, "run", Event.WorkerJoined.class, any -> true, 2));
    for (int slot = 0; slot < 2; slot++) {
      await(first, run, "worker-" + slot + "-1", Event.Flush.class, any -> true, 3);
    }
    Map<String, String> before = ofTheVerdict(run);
    Process second = coordinator("second", "--resume", link.toString());
    Process third = coordinator("third", "--resume", "file:" + temporary + "/./run");
    assertThat(status(second, "second")).as(said("second")).isEqualTo(Verdict.USAGE);
    assertThat(status(third, "third")).as(said("third")).isEqualTo(Verdict.USAGE);
    for (String refused : List.of("second", "third")) {
      assertThat(said(refused))
          .contains("is coordinated by process " + first.pid() + " on ", "stop that one first");
    }
    assertThat(first.isAlive()).isTrue();
    assertThat(workers).allMatch(ProcessHandle::isAlive);
    assertThat(ofTheVerdict(run)).isEqualTo(before);

    passes(first, run);
    assertThat(said("first")).doesNotContain(" was lost");
    assertThat(events(run, "run", Event.RunStarted.class, any -> true)).hasSize(1);
    assertThat(events(run, "run", Event.WorkerJoined.class, any -> true)).hasSize(2);
    System.out.println("two coordinators refused: " + said("second").strip());
  }

  @Test
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it takes 2 minutes: -Dcatena.witness=true")
  void whoTakesOverUnderAnOpenFaultHealsItFirst() throws Exception {
    String run = temporary.resolve("run").toString();
    Path policy =
        Files.writeString(
            temporary.resolve("kill.yaml"),
            """
            about: A tserver is killed soon, and for a while.
            gate: none
            settle: 1s
            faults:
              - {fault: kill, target: tserver, first: 1s, every: 1h, hold: 25s}
            """);
    Path file =
        scenario(
            "healed",
            "[createtable, together: [{ingest: {ingest.duration: 10s}}, walk], together: [ingest,"
                + " {agitate: {agitate.policy: '%s', agitate.duration: 4m}}], quiesce, verify]"
                    .formatted(policy));
    Process first = coordinator("first", file.toString(), "--workers", "2", "--run-dir", run);
    var unused = workers(await(first, run, "run", Event.WorkerJoined.class, any -> true, 2));
    await(first, run, "run", Event.FaultProven.class, any -> true, 1);
    kill(first);
    Process second = coordinator("second", "--resume", run);
    passes(second, run);
    assertThat(said("second"))
        .contains("healing what the process left open that died in agitate")
        .doesNotContain(" was lost");
    assertThat(events(run, "heal", Event.FaultHealed.class, any -> true)).hasSize(1);
  }

  /** A coordinator of three workers on YARN, which writes into a run directory on HDFS. */
  private Process onYarn(String name, Duration ingest, String run) throws IOException {
    Path file =
        scenario(
            name,
            "[createtable, together: [{ingest: {ingest.duration: %ds}}, walk], quiesce, verify]"
                .formatted(ingest.toSeconds()));
    return coordinator(
        name,
        file.toString(),
        "--workers",
        "3",
        "--launch",
        "yarn",
        "-o",
        "fleet.yarn.heap=256M",
        "--run-dir",
        run);
  }

  private static String onHdfs(String name) {
    Configuration hadoop = new Configuration();
    hadoop.addResource(
        new org.apache.hadoop.fs.Path(cluster.hadoopConf().resolve("core-site.xml").toUri()));
    return hadoop.get("fs.defaultFS") + "/runs/" + name;
  }

  /** The run directory is on HDFS, where the dead worker's ledger stays open. */
  @Test
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it takes 4 minutes, and YARN: -Dcatena.witness=true")
  void aWorkerThatDiesOnYarnHasASuccessorOfYarnsAndNothingIsLost() throws Exception {
    String run = onHdfs("yarn");
    // YARN needs a minute for another container where four clusters share two cores.
    Process coordinator = onYarn("yarn", Duration.ofSeconds(150), run);
    for (int slot = 0; slot < 3; slot++) {
      await(coordinator, run, "worker-" + slot + "-1", Event.Flush.class, any -> true, 1);
    }
    Event.WorkerJoined victim =
        await(
                coordinator,
                run,
                "run",
                Event.WorkerJoined.class,
                joined -> joined.worker().equals("1-1"),
                1)
            .get(0);
    kill(victim.pid());

    passes(coordinator, run);
    assertThat(said("yarn"))
        .contains("worker 1 was lost; what it had not acknowledged is indeterminate");
    assertThat(events(run, "worker-1-2", Event.Flush.class, any -> true))
        .as("the successor takes part in the phase that goes on")
        .isNotEmpty();
  }

  /** YARN ends all tasks with it; the next one begins their attempts at 1001. */
  @Test
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it takes 3 minutes: -Dcatena.witness=true")
  void anApplicationMasterThatDiesTakesItsWorkersAlongAndTheirSuccessorsDoThePhase()
      throws Exception {
    String run = onHdfs("master");
    Process coordinator = onYarn("master", Duration.ofSeconds(90), run);
    for (int slot = 0; slot < 3; slot++) {
      await(coordinator, run, "worker-" + slot + "-1", Event.Flush.class, any -> true, 1);
    }
    List<ProcessHandle> masters =
        ProcessHandle.allProcesses().filter(FleetIT::isApplicationMaster).toList();
    assertThat(masters).as("of this cluster, one").hasSize(1);
    kill(masters.get(0).pid());

    passes(coordinator, run);
    assertThat(
            events(run, "run", Event.WorkerLost.class, any -> true).stream()
                .map(Event.WorkerLost::worker))
        .containsExactlyInAnyOrder("0-1", "1-1", "2-1");
    for (int slot = 0; slot < 3; slot++) {
      assertThat(events(run, "worker-" + slot + "-1001", Event.Flush.class, any -> true))
          .as("the successor takes part in the phase that goes on")
          .isNotEmpty();
    }
    System.out.println("an ApplicationMaster killed: " + said("master").strip());
  }

  /** Its JVM, and not the shell that waits for it. */
  private static boolean isApplicationMaster(ProcessHandle process) {
    try {
      List<String> words =
          Splitter.on('\0')
              .splitToList(Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")));
      return words.contains("org.apache.hadoop.mapreduce.v2.app.MRAppMaster")
          && words.stream().anyMatch(word -> word.contains(shared.toString()));
    } catch (IOException e) { // it has ended
      return false;
    }
  }

  @Test
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it takes 13 minutes: -Dcatena.witness=true -Dcatena.takeovers=10")
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void aCoordinatorThatDiesInAnyPhaseIsTakenOver() throws Exception {
    List<String> phases = List.of("ingest", "ingest+walk", "verify");
    // Not always at the same moment of a phase, of which the last is over within two seconds.
    Map<String, Duration> later =
        Map.of(
            "ingest", Duration.ofMillis(300),
            "ingest+walk", Duration.ofMillis(300),
            "verify", Duration.ofMillis(100));
    for (int round = 0; round < ROUNDS; round++) {
      String run = temporary.resolve("round-" + round).toString();
      Path file =
          scenario(
              "round" + round,
              "[createtable, ingest: {ingest.entries: 20000},"
                  + " together: [{ingest: {ingest.duration: 15s}}, walk], verify]");
      Process coordinator =
          coordinator("round-" + round + "-0", file.toString(), "--workers", "3", "--run-dir", run);
      int takeover = 0;
      for (String phase : phases) {
        await(
            coordinator,
            run,
            "run",
            Event.PhaseStarted.class,
            started -> started.phase().equals(phase),
            1);
        LockSupport.parkNanos(later.get(phase).multipliedBy(round).toNanos());
        kill(coordinator);
        takeover++;
        coordinator = coordinator("round-" + round + "-" + takeover, "--resume", run);
      }
      passes(coordinator, run);
      System.out.println("round " + round + ": taken over in each of " + phases + ", PASS");
    }
  }
}
