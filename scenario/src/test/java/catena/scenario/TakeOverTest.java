// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.fleet.coordinate.FleetWorkers;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Holder;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.Scenario;
import catena.records.fleet.FleetFile;
import catena.records.fleet.InputFiles;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.settings.LineFile;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a run with workers that another process is to take over. */
@Timeout(60)
class TakeOverTest {
  private static final String TEXT = "name: x\nphases: [createtable, ingest, verify]\n";
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static TestingServer zooKeeper;
  private static int runs;

  @TempDir private Path temp;
  private RunDirectory directory;
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  private final StopSignal stop = new StopSignal();
  private final String id = "taken-over-" + ++runs;

  @BeforeAll
  static void begin() throws Exception {
    zooKeeper = new TestingServer();
  }

  @AfterAll
  static void end() throws IOException {
    zooKeeper.close();
  }

  @BeforeEach
  void open() throws IOException {
    directory = RunDirectory.at(temp.resolve("run").toString(), new Configuration(false));
    Files.writeString(
        temp.resolve("client.properties"),
        "instance.name=none\nauth.type=password\nauth.principal=root\nauth.token=x\n"
            + "instance.zookeepers="
            + zooKeeper.getConnectString()
            + "\n");
  }

  @AfterEach
  void close() throws IOException {
    directory.close();
  }

  private FleetFile fleet(String of, String text) {
    return new FleetFile(
        2,
        "none",
        Specification.sha256(text.getBytes(UTF_8)),
        Map.of("row", "1"),
        List.of(),
        0,
        7,
        temp.resolve("client.properties").toString(),
        false,
        1,
        of,
        "secret");
  }

  private FleetFile written(String text) throws IOException {
    FleetFile file = fleet(id, text);
    file.writeTo(directory);
    directory.writePrivately(directory.scenario(), TEXT.getBytes(UTF_8), "the scenario");
    return file;
  }

  private Verdict takeOver(boolean lost) throws Exception {
    return takeOver(lost, told);
  }

  private Verdict takeOver(boolean lost, OutputStream to) throws Exception {
    PrintStream stream = new PrintStream(to, true, UTF_8);
    CommandContext context =
        new CommandContext(List.of(), List.of("run", "x"), stop, Clock.systemUTC(), () -> 1);
    Terminal terminal = new Terminal(stream, stream);
    return new TakeOver(Activities.SHIPPED, new CommonOptions(), context, terminal, directory, lost)
        .perform();
  }

  private AbstractThrowableAssert<?, ?> refused(boolean lost) {
    return assertThatThrownBy(() -> takeOver(lost)).isInstanceOf(UsageException.class);
  }

  private void concluded(Verdict verdict) throws IOException {
    VerdictFile unused =
        PendingVerdict.begin(directory, Clock.systemUTC(), "the run")
            .conclude(VerdictFile.of(verdict, List.of(), Map.of(), Map.of()));
  }

  @Test
  void whatIsNoRunWithWorkersIsRefused() throws IOException {
    refused(false).hasMessageContaining("has no fleet.json").hasMessageContaining("--workers");
    fleet("", TEXT).writeTo(directory);
    refused(false).hasMessageContaining("is of an earlier version");
  }

  @Test
  void aRunThatIsOverStaysAsItIs() throws IOException {
    FleetFile unused = written(TEXT);
    concluded(Verdict.FAIL);
    refused(false).hasMessageContaining("is over: ").hasMessageContaining("FAIL");
    refused(true).hasMessageContaining("is over: ");
    assertThat(VerdictFile.readFrom(directory).orElseThrow().verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aRunThatZooKeeperDoesNotKnowIsTakenOverOnlyWhereItIsSaidToBeLost() throws IOException {
    FleetFile file = written("name: another\n");
    refused(false)
        .hasMessageContaining("knows nothing of the run")
        .hasMessageContaining(zooKeeper.getConnectString())
        .hasMessageContaining("--lost");
    try (FleetNodes nodes = FleetWorkers.nodes(zooKeeper.getConnectString(), file)) {
      assertThat(nodes.coordinator()).as("nothing was claimed").isEmpty();
    }
    refused(true).hasMessageContaining("was changed since the run began");
    try (FleetNodes nodes = FleetWorkers.nodes(zooKeeper.getConnectString(), file)) {
      assertThat(nodes.order().term()).as("it was claimed anew").isNotNegative();
    }
  }

  @Test
  void aScenarioThatIsGoneOrChangedIsNotGoneOnWith() throws IOException {
    FleetFile file = fleet(id, TEXT);
    assertThatThrownBy(() -> WorkerCommand.scenario(Activities.SHIPPED, directory, file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has no scenario.yaml any more");
    directory.writePrivately(directory.scenario(), (TEXT + "\n").getBytes(UTF_8), "the scenario");
    assertThatThrownBy(() -> WorkerCommand.scenario(Activities.SHIPPED, directory, file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("was changed since the run began");
    directory.writePrivately(directory.scenario(), TEXT.getBytes(UTF_8), "the scenario");
    assertThat(WorkerCommand.scenario(Activities.SHIPPED, directory, file).phases()).hasSize(3);
  }

  /** Its coordinator died between its last order and the file that people look at. */
  @Test
  void theVerdictOfACoordinatorThatDiedWithItIsPublished() throws Exception {
    FleetFile file = written(TEXT);
    PendingVerdict unused = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    try (FleetNodes nodes = FleetWorkers.nodes(zooKeeper.getConnectString(), file)) {
      nodes.specify(FleetWorkers.specification(directory, file, false));
      Order mine =
          nodes
              .coordinate(Holder.here(directory.display(), Clock.systemUTC()), LIMIT)
              .orElseThrow();
      VerdictFile.of(Verdict.PASS, List.of(), Map.of("done", 5L), Map.of())
          .writeTo(directory, directory.verdict(mine.term()));
      nodes.order(mine.in(Order.State.CONCLUDED, "concluded"));
    }
    refused(false).hasMessageContaining("is over: ").hasMessageContaining("PASS");
    VerdictFile now = VerdictFile.readFrom(directory).orElseThrow();
    assertThat(now.verdict()).isEqualTo(Verdict.PASS);
    assertThat(now.unfinished()).isFalse();
    try (FleetNodes nodes = FleetWorkers.nodes(zooKeeper.getConnectString(), file)) {
      assertThat(nodes.specification()).as("what is over is removed").isEmpty();
    }
  }

  /** The steps of a search inject faults under the agitator's name, and not under the search's. */
  @ParameterizedTest
  @CsvSource({"rate, agitate, true", "agitate, agitate, true", "ingest, agitate, false"})
  void whatASearchOrAnAgitatorLeftOpenWhenItDiedIsADoubt(String part, String by, boolean doubt)
      throws Exception {
    String text =
        "name: x\nsettings: {agitate.policy: one-kill, agitate.duration: 5m}\n"
            + "phases: [createtable, %s, verify]\n".formatted(part);
    Scenario scenario =
        ScenarioFile.parse(Activities.SHIPPED, Path.of("x.yaml"), text, List.of(), () -> 0)
            .get(0)
            .scenario();
    try (Journal journal = new Journal(directory.append(directory.events("run")), e -> {})) {
      journal.add(new Event.FaultStarted(5, by, 1, "kill", List.of("tserver-1"), 5, List.of()));
    }
    List<String> doubts = TakeOver.agitated(scenario, 1, directory);
    if (doubt) {
      assertThat(doubts)
          .singleElement()
          .asString()
          .startsWith("agitate, before the run was taken over: ")
          .contains("kill");
    } else {
      assertThat(doubts).isEmpty();
    }
    assertThat(TakeOver.agitated(scenario, 2, directory)).as("of a phase that is over").isEmpty();
  }

  /** The instance does not answer: what is healed stays on record until the cluster is whole. */
  @Test
  void whatTheSearchOfACoordinatorThatDiedLeftOpenIsHealed() throws Exception {
    Path done = temp.resolve("done");
    Path control =
        Files.writeString(
            temp.resolve("control.properties"),
            "hosts.tserver=localhost:9\nany.kill=false\nany.stop=false\nany.start=false\n"
                + "any.state=echo paused\nany.resume=echo resumed >> "
                + done
                + "\n");
    String text =
        "name: x\nphases: [createtable, {rate: {rate.agitate: one-kill, rate.step: 3m,"
            + " rate.confirm: 3m, agitate.recovery.limit: 1s, agitate.control: "
            + control
            + "}}, verify]\n";
    fleet(id, text).writeTo(directory);
    directory.writePrivately(directory.scenario(), text.getBytes(UTF_8), "the scenario");
    PendingVerdict unused = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    String open =
        "{'client': 'agitate', 'faults':"
            + " [{'id': 1, 'fault': 'pause', 'victims': [{'name': 'tserver-1'}], 'options': {},"
            + " 'memo': {}}]}";
    directory.writeAtomically(
        directory.openFaults(), open.replace('\'', '"').getBytes(UTF_8), "open faults");
    assertThatThrownBy(() -> takeOver(true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could not be healed as a whole");
    assertThat(told.toString(UTF_8))
        .contains("healing what the process left open that died in agitate", "tserver-1 resumed");
    assertThat(done).hasContent("resumed");
    assertThat(directory.read(directory.openFaults())).isPresent();
    assertThat(VerdictFile.readFrom(directory).orElseThrow().unfinished()).isTrue();
  }

  private CommandLine worker(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "worker";
    System.arraycopy(words, 0, all, 1, words.length);
    CommandLine line = CommandLine.run(all);
    assertThat(line.status()).as(line.all()).isEqualTo(64);
    return line;
  }

  @Test
  void aWorkerWithoutItsRunIsRefused() throws IOException {
    String run = temp.resolve("run").toString();
    String properties = temp.resolve("client.properties").toString();
    assertThat(worker().notes()).contains("Name the run directory of the coordinator");
    assertThat(worker("a", "b", "-c", "c").notes()).contains("Name the run directory");
    assertThat(worker(run).notes()).contains("Name the cluster's client properties file");
    String bounds = "--slot is a number from 0, and --attempt one from 1";
    assertThat(worker(run, "-c", properties, "--slot", "-1").notes()).contains(bounds);
    assertThat(worker(run, "-c", properties, "--attempt", "0").notes()).contains(bounds);
    Files.createDirectories(temp.resolve("run"));
    assertThat(worker(run, "-c", properties, "--slot", "0", "--attempt", "1").notes())
        .contains("is no run with workers: it has no fleet.json")
        .doesNotContain(bounds);
    Path none = temp.resolve("none");
    assertThat(worker(none.toString(), "-c", properties).notes()).contains("none");
    assertThat(none).as("a worker makes no run").doesNotExist();
  }

  @Test
  void aRunWithWorkersThatIsNotFinishedIsNotBegunAnew() throws IOException {
    fleet(id, TEXT).writeTo(directory);
    Path file = Files.writeString(temp.resolve("x.yaml"), TEXT);
    CommandLine line =
        CommandLine.run("run", file.toString(), "--run-dir", temp.resolve("run").toString());
    assertThat(line.status()).as(line.all()).isEqualTo(64);
    assertThat(line.notes()).contains("holds a run with workers that is not finished", "--resume");
    assertThat(VerdictFile.readFrom(directory)).as("nothing was begun").isEmpty();
  }

  /** It could not write the verdict, as while ZooKeeper was silent, and died then. */
  @ParameterizedTest
  @CsvSource({
    "run, LOST, FAIL",
    "run, LATE, FAIL",
    "run, NONE, UNKNOWN",
    "run-2, LOST, FAIL",
    "worker-0-1, LOST, FAIL",
    "verify, LOST, UNKNOWN"
  })
  void whatARunHadFoundIsAFaultOfTheRunThatIsTakenOver(
      String journalOf, String found, Verdict verdict) throws Exception {
    FleetFile unused = written(TEXT);
    PendingVerdict first = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    try (Journal journal =
        new Journal(
            directory.append(directory.events(journalOf)),
            e -> {
              throw new IllegalStateException(e);
            })) {
      if (!found.equals("NONE")) {
        Finding lost =
            new Finding(
                FindingKind.valueOf(found),
                "00",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                5,
                List.of(),
                new TreeMap<>(),
                Optional.empty());
        journal.add(new Event.FindingSeen(5, "verify", lost));
      }
    }
    assertThat(first.hasFailed()).isFalse();
    assertThatThrownBy(() -> takeOver(true)).hasMessageContaining("instance");
    assertThat(VerdictFile.readFrom(directory).orElseThrow().verdict()).isEqualTo(verdict);
  }

  /** Else it would be at work for ever: nobody goes on with what somebody has ended. */
  @Test
  void aTakeoverThatIsStoppedEndsTheRun() throws Exception {
    FleetFile unused = written(TEXT);
    PendingVerdict first = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    OutputStream stopping =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            if (toString(UTF_8).contains("Taking over the run")) {
              stop.ask("stopped by a signal");
            }
          }
        };
    assertThatThrownBy(() -> takeOver(true, stopping)).isInstanceOf(Exception.class);
    VerdictFile file = VerdictFile.readFrom(directory).orElseThrow();
    assertThat(file.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file.unfinished()).isFalse();
    assertThat(file.reasons()).anyMatch(reason -> reason.contains("stopped by a signal"));
    assertThat(first.hasFailed()).isFalse();
  }

  /** Phases of the run are missing, whatever a verification says meanwhile. */
  @Test
  void aVerificationDuringATakeoverThatCannotBeginDoesNotEndTheRun() throws Exception {
    FleetFile unused = written(TEXT);
    PendingVerdict first = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    OutputStream verifying =
        new ByteArrayOutputStream() {
          private boolean once = true;

          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            if (once && toString(UTF_8).contains("Taking over the run")) {
              once = false;
              try {
                VerdictFile pass = VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of());
                VerdictFile rest =
                    PendingVerdict.join(directory, Clock.systemUTC(), "the verification")
                        .conclude(pass);
                assertThat(rest.unfinished()).isTrue();
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            }
          }
        };
    assertThatThrownBy(() -> takeOver(true, verifying)).hasMessageContaining("instance");
    assertThat(verifying.toString()).contains("Taking over the run");
    assertThat(VerdictFile.readFrom(directory).orElseThrow().unfinished()).isTrue();
    assertThat(PendingVerdict.isRunAtWork(directory)).isTrue();
    assertThat(first.hasFailed()).isFalse();
  }

  /** This host has not the files that the settings name; the run has copies. */
  @Test
  void whoTakesOverReadsTheCopiesOfTheFilesThatSettingsName() throws Exception {
    Path auths = Files.writeString(temp.resolve("auths.txt"), "A\n");
    String text = TEXT.replace("verify]", "verify: {verify.auths.file: %s}]".formatted(auths));
    fleet(id, text).writeTo(directory);
    directory.writePrivately(directory.scenario(), text.getBytes(UTF_8), "the scenario");
    PendingVerdict unused = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    InputFiles.store(directory, List.of(auths.toString()));
    Files.delete(auths);
    try {
      for (int i = 0; i < 2; i++) { // what was in the way may pass: it can be tried again
        assertThatThrownBy(() -> takeOver(true))
            .hasMessageContaining("instance")
            .hasMessageNotContaining("auths.txt");
        assertThat(VerdictFile.readFrom(directory).orElseThrow().unfinished()).isTrue();
      }
    } finally {
      LineFile.copies(named -> Optional.empty());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDirectoryWithTheVerdictOrTheLedgersOfACommandIsRefused(boolean verdict) throws IOException {
    if (verdict) {
      concluded(Verdict.FAIL);
    } else {
      directory.writeAtomically(directory.ledger(0), "x".getBytes(UTF_8), "a ledger");
    }
    Path file = Files.writeString(temp.resolve("x.yaml"), TEXT);
    CommandLine line =
        CommandLine.run("run", file.toString(), "--run-dir", temp.resolve("run").toString());
    assertThat(line.status()).as(line.all()).isEqualTo(64);
    assertThat(line.notes()).contains("holds another run; name a new one");
    assertThat(VerdictFile.readFrom(directory).map(VerdictFile::verdict))
        .isEqualTo(verdict ? Optional.of(Verdict.FAIL) : Optional.empty());
  }

  @Test
  void aDirectoryWithAnotherRunIsRefused() throws IOException {
    directory.writePrivately(directory.scenario(), TEXT.getBytes(UTF_8), "the scenario");
    Path file = Files.writeString(temp.resolve("x.yaml"), TEXT);
    CommandLine line =
        CommandLine.run("run", file.toString(), "--run-dir", temp.resolve("run").toString());
    assertThat(line.status()).as(line.all()).isEqualTo(64);
    assertThat(line.notes()).contains("holds another run; name a new one");
  }

  @Test
  void aRunThatComesToNoClusterHasItsDescription() throws IOException {
    Path file =
        Files.writeString(temp.resolve("x.yaml"), "about: of nothing\nexpect: FAIL\n" + TEXT);
    Path run = temp.resolve("other");
    CommandLine line =
        CommandLine.run(
            "run", file.toString(), "--run-dir", run.toString(), "--seed", "35", "--workers", "2");
    assertThat(line.status()).as(line.all()).isEqualTo(2);
    assertThat(line.notes())
        .contains("Scenario x: of nothing", "A run of it should end as FAIL", "Run directory ");
    assertThat(run.resolve("scenario.yaml")).hasContent("about: of nothing\nexpect: FAIL\n" + TEXT);
    assertThat(run.resolve("phases.json")).content().contains("createtable", "ingest", "verify");
    assertThat(run.resolve("verdict.json")).content().contains("UNKNOWN", "not completed: ");
    assertThat(Files.walk(run).filter(each -> each.toString().endsWith(".properties")))
        .as("the settings with what was drawn")
        .anySatisfy(each -> assertThat(each).content().contains("graph.seed=35"));
  }
}
