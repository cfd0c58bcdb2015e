// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterSpec;
import catena.fleet.ClientAssignment;
import catena.fleet.FleetSettings;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.Coordinator;
import catena.fleet.coordinate.FleetFigures;
import catena.fleet.coordinate.FleetPhases;
import catena.fleet.coordinate.FleetPlan;
import catena.fleet.coordinate.FleetWorkers;
import catena.fleet.launch.LaunchRequest;
import catena.fleet.launch.Launcher;
import catena.fleet.launch.Workers;
import catena.fleet.worker.FleetWorker;
import catena.fleet.worker.WorkerPhase.WorkerSetup;
import catena.fleet.worker.WorkerShares;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.FakeInstance;
import catena.harness.accumulo.TableGraph;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companions;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunJournal;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Run;
import catena.harness.engine.RunVerdict;
import catena.harness.engine.Scenario;
import catena.records.fleet.FleetFile;
import catena.records.fleet.FleetProgress;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import catena.scenario.watch.WatchCompanion;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run with workers: all is real but Accumulo, and that workers are threads. */
class FleetRunTest {
  private static final String TEXT =
      """
      name: x
      settings: {table.name: x, fleet.join.limit: 20s, ingest.clients: 1}
      phases:
        - createtable
        - ingest: {ingest.entries: 300}
        - walk: {walk.count: 50}
        - verify
      """;

  @TempDir private Path temp;

  private final FakeInstance instance = new FakeInstance();
  private final ByteArrayOutputStream noted = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal(
          new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
          new PrintStream(noted, true, UTF_8));
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Scenario scenario;
  private PhaseSettings settings;

  /** Starts workers as threads of this process. */
  private final class Threads implements Launcher, Workers {
    private final List<Future<FleetWorker.WorkerEnding>> started = new ArrayList<>();
    private final Callable<RunDirectory> directory;
    private final List<String> problems;
    private boolean unreachable;
    private boolean closed;

    Threads(Callable<RunDirectory> directory, String... problems) {
      this.directory = directory;
      this.problems = List.of(problems);
    }

    @Override
    public String name() {
      return "threads";
    }

    @Override
    public void check(LaunchRequest request, Problems found) {
      problems.forEach(found::add);
    }

    @Override
    public Workers launch(LaunchRequest request) throws IOException {
      if (unreachable) {
        throw new IOException("the engine does not answer");
      }
      for (int slot = 0; slot < request.workers(); slot++) {
        int its = slot;
        started.add(threads.submit(() -> work(directory.call(), its)));
      }
      return this;
    }

    @Override
    public Workers attach(LaunchRequest request, String handle) {
      assertThat(handle).isEqualTo(handle());
      return this;
    }

    @Override
    public String handle() {
      return "two threads";
    }

    @Override
    public List<WorkerEnd> ended() {
      return List.of();
    }

    @Override
    public int stop(Duration limit) {
      return 0;
    }

    @Override
    public void close() {
      closed = true; // each ends by itself
    }
  }

  /** As {@link WorkerCommand} does, on another connection. */
  private FleetWorker.WorkerEnding work(RunDirectory directory, int slot) throws Exception {
    FleetFile file = FleetFile.read(directory).orElseThrow();
    StopSignal stop = new StopSignal();
    try (FleetNodes nodes = FleetWorkers.nodes(instance.connection().zookeepers(), file)) {
      FleetWorker worker =
          FleetWorker.join(
              new WorkerSetup(
                  nodes,
                  FleetWorkers.specification(directory, file, false),
                  OptionalInt.of(slot),
                  OptionalInt.empty(),
                  "here",
                  FleetSettings.limits(settings.whole()),
                  directory,
                  terminal::note,
                  Clock.systemUTC(),
                  stop));
      WorkerId me = worker.me().worker();
      String name = ClientName.worker(me.slot(), me.attempt());
      try (RunJournal record = new RunJournal(directory, name, terminal)) {
        RunContext run =
            new RunContext(
                name,
                site(10 + slot, CallerContext.NOTHING),
                directory,
                record.journal(),
                Optional.empty(),
                stop);
        ClientAssignment deal = new ClientAssignment(file.workers(), file.tservers());
        return worker.run(
            new WorkerShares(scenario, settings, deal, run, record::doubts), record.journal()::add);
      }
    }
  }

  private PartEnvironment site(long seed, CallerContext given) {
    return new PartEnvironment(
        instance::connection, true, given, List.of(), terminal, Clock.systemUTC(), seed);
  }

  private FleetFile plan(String text) {
    scenario =
        ScenarioFile.parse(Activities.SHIPPED, Path.of("x.yaml"), text, List.of(), () -> 0)
            .get(0)
            .scenario();
    CommonOptions options = new CommonOptions();
    JCommander.newBuilder().addObject(options).build().parse();
    settings =
        PlannedRun.resolve(
            scenario,
            ClusterSpec.usual(),
            options,
            Activities.SHIPPED.settings(),
            Optional.of(new ClientAssignment(2, 2)));
    return new FleetFile(
        2,
        "threads",
        Specification.sha256(text.getBytes(UTF_8)),
        Map.of(),
        settings.outsideScenario(),
        settings.belowScenario(),
        5,
        "",
        false,
        1,
        "drawn",
        "secret");
  }

  private FleetPhases phases(FleetFile file, Launcher launcher, Runnable onFault) {
    FleetPlan plan = new FleetPlan(Optional.of(launcher), file, Optional.empty(), Optional.empty());
    return phases(plan, onFault);
  }

  private FleetPhases phases(FleetPlan plan, Runnable onFault) {
    return new FleetPhases(
        scenario,
        settings,
        plan,
        new FleetFigures(seen -> ScenarioTerms.isFault(settings, seen), onFault),
        temp.resolve("client.properties"),
        false);
  }

  private Verdict run(RunDirectory directory, FleetPhases phases) throws Exception {
    PendingVerdict pending = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    return new Run(
            scenario,
            settings,
            Run.Form.SCENARIO,
            RunVerdict.ofScenario(directory, pending),
            new Companions(List.of(new WatchCompanion())),
            phases)
        .perform(site(5, CallerContext.of(phases.figures())), new StopSignal());
  }

  private List<String> notes() {
    return noted.toString(UTF_8).lines().toList();
  }

  @Test
  void workersWriteWhatTheCoordinatorVerifies() throws Exception {
    Path place = temp.resolve("run");
    try (TestingServer zookeeper = new TestingServer();
        RunDirectory directory = RunDirectory.at(place.toString(), new Configuration(false))) {
      instance.zooKeeper(zookeeper.getConnectString());
      Threads launcher = new Threads(() -> directory);
      List<String> faults = new ArrayList<>();
      FleetPhases phases = phases(plan(TEXT), launcher, () -> faults.add("fault"));
      assertThat(phases.isAlone()).isTrue();
      Verdict verdict = run(directory, phases);

      VerdictFile file = VerdictFile.readFrom(directory).orElseThrow();
      assertThat(file.reasons()).isEmpty();
      assertThat(verdict).isEqualTo(Verdict.PASS);
      assertThat(faults).isEmpty();
      assertThat(phases.isAlone()).isTrue();
      assertThat(phases.isOusted()).isFalse();
      for (Future<FleetWorker.WorkerEnding> worker : launcher.started) {
        assertThat(worker.get().completed()).isTrue();
      }
      assertThat(phases.figures().entries()).isEqualTo(600);
      assertThat(FleetFile.read(directory).orElseThrow())
          .isEqualTo(
              plan(TEXT)
                  .at(temp.resolve("client.properties").toAbsolutePath().toString(), false, 2));
      assertThat(notes())
          .contains(
              "made table x with 1 tablets", "== createtable", "== ingest", "== walk", "== verify")
          .anyMatch(line -> line.startsWith("gather: 2 workers in "))
          .anyMatch(line -> line.startsWith("ingest (2/2 workers): 600 entries"))
          .anyMatch(line -> line.startsWith("walk (2/2 workers): 100 operations"));
      for (int index = 0; index < 4; index++) {
        FleetProgress.Done done =
            FleetProgress.read(directory, List.of(1, 1, 1, 1), 1).phases().get(index);
        assertThat(done.leftOut()).isEmpty();
        assertThat(done.parts()).hasSize(index == 1 || index == 2 ? 2 : 1);
        assertThat(done.parts()).allMatch(part -> part.verdict() == Verdict.PASS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void workersAreLetGoWhereTheirLastPhaseIsLeftOut() throws Exception {
    String text = TEXT + "  - walk: {walk.count: 50}\n    when: {verify: FAIL}\n";
    try (TestingServer zookeeper = new TestingServer();
        RunDirectory directory =
            RunDirectory.at(temp.resolve("run").toString(), new Configuration(false))) {
      instance.zooKeeper(zookeeper.getConnectString());
      Threads launcher = new Threads(() -> directory);
      assertThat(run(directory, phases(plan(text), launcher, () -> {}))).isEqualTo(Verdict.PASS);
      for (Future<FleetWorker.WorkerEnding> worker : launcher.started) {
        assertThat(worker.get().completed()).as(worker.get().reason()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whereWorkersCannotBeginNothingDoes() throws Exception {
    String ungraphed = "name: x\nsettings: {table.name: x}\nphases: [ingest, verify]\n";
    try (TestingServer zookeeper = new TestingServer();
        RunDirectory one = RunDirectory.at(temp.resolve("1").toString(), new Configuration(false));
        RunDirectory two =
            RunDirectory.at(temp.resolve("2").toString(), new Configuration(false))) {
      instance.zooKeeper(zookeeper.getConnectString());
      Threads refused = new Threads(() -> one, "no machine is free");
      FleetPhases without = phases(plan(TEXT), refused, () -> {});
      assertThatThrownBy(() -> run(one, without))
          .isInstanceOf(UsageException.class)
          .hasMessage("no machine is free");
      assertThat(refused.started).isEmpty();
      assertThat(without.isAlone()).isTrue();
      assertThat(without.isOusted()).isFalse();

      Threads silent = new Threads(() -> one);
      silent.unreachable = true;
      FleetPhases none = phases(plan(TEXT), silent, () -> {});
      assertThatThrownBy(() -> run(one, none)).hasMessage("the engine does not answer");
      assertThat(none.isAlone()).as("the run is over, and its cluster can go").isTrue();

      Threads launcher = new Threads(() -> two);
      FleetPhases missing = phases(plan(ungraphed), launcher, () -> {});
      assertThatThrownBy(() -> run(two, missing))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("There is no table x");
      for (Future<FleetWorker.WorkerEnding> worker : launcher.started) {
        assertThat(worker.get().completed()).isFalse();
      }
      assertThat(instance.done).isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void workersBeginOnNoTableWhoseGraphCannotBeRead() throws Exception {
    String later = "name: x\nsettings: {table.name: x}\nphases: [ingest, verify]\n";
    instance.table("x").properties.put(TableGraph.PREFIX + "version", "99");
    try (TestingServer zookeeper = new TestingServer();
        RunDirectory directory =
            RunDirectory.at(temp.resolve("run").toString(), new Configuration(false))) {
      instance.zooKeeper(zookeeper.getConnectString());
      FleetPhases phases = phases(plan(later), new Threads(() -> directory), () -> {});
      assertThatThrownBy(() -> run(directory, phases))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("Table x has a graph that this version cannot read");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aRunThatHasItsVerdictIsConcludedForAllItsProcesses() throws Exception {
    try (TestingServer zookeeper = new TestingServer();
        RunDirectory directory =
            RunDirectory.at(temp.resolve("run").toString(), new Configuration(false));
        RunJournal record = new RunJournal(directory, "run", terminal)) {
      instance.zooKeeper(zookeeper.getConnectString());
      FleetFile file = plan(TEXT);
      Threads launcher = new Threads(() -> directory);
      FleetProgress before = new FleetProgress(launcher.handle(), List.of(), List.of());
      FleetPlan plan =
          new FleetPlan(Optional.of(launcher), file, Optional.of(before), Optional.empty());
      FleetPhases second = phases(plan, () -> {});
      assertThat(second.isAlone()).as("another may go on, should this one not begin").isFalse();
      RunContext context =
          new RunContext(
              "run",
              site(5, CallerContext.NOTHING),
              directory,
              record.journal(),
              Optional.empty(),
              new StopSignal());
      FleetFigures figures = new FleetFigures(seen -> true, () -> {});
      try (Coordinator coordinator =
              FleetWorkers.coordinate(plan, context, settings.whole(), figures, false);
          FleetNodes nodes = FleetWorkers.nodes(zookeeper.getConnectString(), file)) {
        VerdictFile verdict =
            VerdictFile.of(Verdict.UNKNOWN, List.of("a doubt"), Map.of(), Map.of());
        coordinator.lead().concluding(verdict);
        assertThat(nodes.order().state()).isEqualTo(Order.State.CONCLUDED);
        assertThat(VerdictFile.readFrom(directory, directory.verdict(coordinator.lead().term())))
            .map(VerdictFile::reasons)
            .contains(List.of("a doubt"));
      }
      assertThat(launcher.closed).as("what another coordinator had started is ended").isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  private static void lost(RunDirectory directory, String journalOf) throws IOException {
    try (Journal journal =
        new Journal(
            directory.append(directory.events(journalOf)),
            e -> {
              throw new IllegalStateException(e);
            })) {
      Finding lost = Finding.of(FindingKind.LOST, "00", 5);
      journal.add(new Event.FindingSeen(5, journalOf, lost));
    }
  }

  /** The engine may be reached by the next one that takes the run over. */
  @Test
  void aTakeoverThatCannotReachWhatStartedTheWorkersEndsNone() throws Exception {
    try (TestingServer zookeeper = new TestingServer();
        RunDirectory directory =
            RunDirectory.at(temp.resolve("run").toString(), new Configuration(false))) {
      instance.zooKeeper(zookeeper.getConnectString());
      FleetFile file = plan(TEXT);
      Threads launcher = new Threads(() -> directory, "there is no site");
      FleetProgress before = new FleetProgress(launcher.handle(), List.of(), List.of());
      AtomicInteger faults = new AtomicInteger();
      lost(directory, "worker-0-1");
      lost(directory, "verify");
      try (FleetNodes nodes = FleetWorkers.nodes(zookeeper.getConnectString(), file)) {
        FleetPlan plan =
            new FleetPlan(Optional.of(launcher), file, Optional.of(before), Optional.of(nodes));
        FleetPhases second = phases(plan, faults::incrementAndGet);
        assertThatThrownBy(() -> run(directory, second)).hasMessage("there is no site");
        assertThat(second.isAlone()).isFalse();
        assertThat(faults).as("what a worker found since the run was taken over").hasValue(1);
        assertThat(nodes.order().state()).as("by nodes that are open").isEqualTo(Order.State.WAIT);
      }
      assertThat(launcher.closed).as("who would end them").isFalse();
    } finally {
      threads.shutdownNow();
    }
  }
}
