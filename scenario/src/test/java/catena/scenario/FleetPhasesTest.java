// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterSpec;
import catena.fleet.ClientAssignment;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.FleetFigures;
import catena.fleet.coordinate.FleetPhases;
import catena.fleet.coordinate.FleetPlan;
import catena.fleet.worker.WorkerShares;
import catena.graph.judge.FindingKind;
import catena.harness.command.CommonOptions;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.records.fleet.FleetFile;
import catena.records.fleet.FleetProgress;
import catena.records.fleet.ShareOutcome;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.Measuring;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.settings.Texts;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a scenario's phases each worker gets to do. */
class FleetPhasesTest {
  private static final String[] MIXED = {
    "name: x",
    "settings:",
    "  worker.death: replace",
    "phases:",
    "  - createtable",
    "  - together:",
    "      - ingest: {ingest.clients: 5, fleet.clients.per: total, ingest.duration: 10s}",
    "      - walk: {walk.clients: 2, fleet.workers: '1-2'}",
    "  - verify"
  };

  private final List<Setting<?>> known = Activities.SHIPPED.settings();

  private static Scenario scenario(String... lines) {
    return ScenarioFile.parse(
            Activities.SHIPPED, Path.of("x.yaml"), String.join("\n", lines), List.of(), () -> 0)
        .get(0)
        .scenario();
  }

  private PhaseSettings settings(Scenario scenario, ClientAssignment deal, String... words) {
    CommonOptions options = new CommonOptions();
    JCommander.newBuilder().addObject(options).build().parse(words);
    return PlannedRun.resolve(scenario, ClusterSpec.usual(), options, known, Optional.of(deal));
  }

  /** How many clients of a part each worker has. */
  private static List<Integer> clients(
      PhaseSettings settings, Scenario.Part part, ClientAssignment deal) {
    List<Integer> clients = new ArrayList<>();
    for (int slot = 0; slot < deal.workers(); slot++) {
      Optional<Settings> share = deal.share(settings, part, slot);
      clients.add(
          share
              .map(own -> own.get(part.activity().description().clients().orElseThrow()))
              .orElse(0));
    }
    return clients;
  }

  @Test
  void eachWorkerHasItsShareOfThePartsWithClients() {
    Scenario scenario = scenario(MIXED);
    ClientAssignment deal = new ClientAssignment(3, 2);
    PhaseSettings settings = settings(scenario, deal);
    List<Scenario.Part> parts = scenario.parts();
    assertThat(parts.stream().map(FleetPhases::isTheirs)).containsExactly(false, true, true, false);
    assertThat(clients(settings, parts.get(1), deal)).containsExactly(2, 2, 1);
    assertThat(clients(settings, parts.get(2), deal)).containsExactly(0, 2, 2);
    assertThat(scenario.phases().stream().map(FleetPhases::isShared))
        .containsExactly(false, true, false);
  }

  @Test
  void whatAPersonAsksForStaysAsItWasAsked() {
    PhaseSettings settings = settings(scenario(MIXED), new ClientAssignment(3, 1));
    assertThat(settings.effective()).containsEntry("ingest.clients", "5");
  }

  @Test
  void anotherProcessComesToTheSameShares() {
    Scenario scenario = scenario(MIXED);
    ClientAssignment deal = new ClientAssignment(3, 2);
    PhaseSettings mine = settings(scenario, deal, "-o", "ingest.clients=7", "--seed", "5");
    FleetFile file = file(mine);
    PhaseSettings others = WorkerCommand.settings(scenario, file, known, true);
    for (Scenario.Part part : scenario.parts().subList(1, 3)) {
      assertThat(clients(others, part, deal)).isEqualTo(clients(mine, part, deal));
      for (int slot = 1; slot < 3; slot++) {
        assertThat(deal.share(others, part, slot).orElseThrow().effective())
            .isEqualTo(deal.share(mine, part, slot).orElseThrow().effective());
      }
    }
    assertThat(others.whole().effective()).isEqualTo(mine.whole().effective());
  }

  private static FleetFile file(PhaseSettings mine) {
    return new FleetFile(
        3,
        "local",
        "abc",
        Map.of(),
        mine.outsideScenario(),
        mine.belowScenario(),
        5,
        "client.properties",
        false,
        2,
        "drawn",
        "secret");
  }

  /** In a container of YARN there is no conf/agitation, nor a file of this machine. */
  @Test
  void aWorkerNeedsNoFilesOfPartsThatTheCoordinatorDoes(@TempDir Path temp) throws Exception {
    Path policy = temp.resolve("policy.yaml");
    Files.writeString(policy, "faults: [{fault: kill, target: tserver, every: 1m, hold: 5s}]\n");
    List<String> lines = new ArrayList<>(List.of(MIXED));
    lines.add(8, "      - agitate: {agitate.duration: 10m, agitate.policy: " + policy + "}");
    Scenario scenario = scenario(lines.toArray(String[]::new));
    FleetFile file = file(settings(scenario, new ClientAssignment(3, 2)));
    Files.delete(policy);

    PhaseSettings its = WorkerCommand.settings(scenario, file, known, true);
    assertThat(its.all()).hasSize(5);
    assertThat(scenario.parts())
        .as("those of the coordinator, too")
        .allSatisfy(part -> assertThat(its.forecast(part).kind()).isNotNull());
    assertThatThrownBy(() -> WorkerCommand.settings(scenario, file, known, false))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("There is no file " + policy);
  }

  @Test
  void anotherProcessDrawsTheSame(@TempDir Path temp) throws Exception {
    String text =
        """
        name: x
        parameters: {size: '${draw(11, 12, 13, 14, 15, 16, 17, 18, 19, 20)}'}
        settings: {table.name: x, ingest.buffer: '${size}M'}
        phases: [createtable, ingest: {ingest.entries: 1}, verify]
        """;
    Files.writeString(temp.resolve("scenario.yaml"), text);
    Set<String> drawn = new HashSet<>();
    try (RunDirectory directory = RunDirectory.at(temp.toString())) {
      for (long seed = 1; seed <= 5; seed++) {
        long its = seed;
        Scenario mine =
            ScenarioFile.parse(
                    Activities.SHIPPED, Path.of("x.yaml"), text, List.of("row=1"), () -> its)
                .get(0)
                .scenario();
        FleetFile file =
            new FleetFile(
                3,
                "local",
                Specification.sha256(text.getBytes(StandardCharsets.UTF_8)),
                Map.of("row", "1"),
                List.of(),
                0,
                seed,
                "client.properties",
                false,
                2,
                "drawn",
                "secret");
        ClientAssignment deal = new ClientAssignment(3, 2);
        String buffer = settings(mine, deal).effective().get("ingest.buffer");
        drawn.add(buffer);
        Scenario others = WorkerCommand.scenario(Activities.SHIPPED, directory, file);
        assertThat(settings(others, deal).effective()).containsEntry("ingest.buffer", buffer);
      }
    }
    assertThat(drawn).as("draws of five seeds").hasSizeGreaterThan(1);
  }

  @Test
  void whatAgitationHadToSayWhenItsProcessDiedIsHeldAgainstTheRun(@TempDir Path temp)
      throws Exception {
    Scenario scenario =
        scenario(
            "name: x",
            "phases:",
            "  - createtable",
            "  - together: [ingest: {ingest.duration: 10m}, agitate: {agitate.duration: 10m}]",
            "  - verify");
    try (RunDirectory directory = RunDirectory.at(temp.toString())) {
      assertThat(TakeOver.agitated(scenario, 1, directory)).as("nothing was begun").isEmpty();
      try (Journal journal =
          new Journal(
              directory.append(directory.events("run")),
              e -> {
                throw new IllegalStateException(e);
              })) {
        journal.add(new Event.FaultDoubted(7, "agitate", 3, "heal", "fault 3 could not be healed"));
      }
      assertThat(TakeOver.agitated(scenario, 1, directory))
          .containsExactly("agitate, before the run was taken over: fault 3 could not be healed");
      assertThat(TakeOver.agitated(scenario, 2, directory))
          .as("the phase is over, and its outcome has it")
          .isEmpty();
      FleetProgress before = new FleetProgress("", List.of(), List.of("the disk is full"));
      FleetPlan plan = new FleetPlan(Optional.empty(), null, Optional.of(before), Optional.empty());
      assertThat(plan.doubting(TakeOver.agitated(scenario, 1, directory)).before().orElseThrow())
          .extracting(FleetProgress::doubts)
          .asString()
          .contains("the disk is full", "fault 3");
    }
  }

  @Test
  void theVerdictOfTheTermThatConcludedIsPublishedByTheNextProcess(@TempDir Path temp)
      throws Exception {
    try (RunDirectory directory = RunDirectory.at(temp.toString())) {
      PendingVerdict unused = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
      VerdictFile one = VerdictFile.of(Verdict.FAIL, List.of("LOST"), Map.of(), Map.of());
      VerdictFile other = VerdictFile.of(Verdict.PASS, List.of(), Map.of("done", 5L), Map.of());
      one.writeTo(directory, directory.verdict(2));
      other.writeTo(directory, directory.verdict(3)); // of one whose order was refused
      TakeOver.publish(directory, 2);
      assertThat(VerdictFile.readFrom(directory)).contains(one);
      assertThatThrownBy(() -> TakeOver.publish(directory, 1))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has lost its verdict");
      assertThat(VerdictFile.readFrom(directory)).contains(one);
    }
  }

  @Test
  void whoComesLaterHasWhatIsLeftOfAPartsTime() {
    Scenario scenario =
        scenario(
            "name: x",
            "phases:",
            "  - createtable",
            "  - together:",
            "      - ingest: {ingest.clients: 5, fleet.clients.per: total, ingest.duration: 10m}",
            "      - agitate: {agitate.duration: 10m, agitate.policy:"
                + " ../conf/agitation/irregular.yaml}",
            "      - walk",
            "  - ingest: {ingest.entries: 1000}",
            "  - verify");
    ClientAssignment deal = new ClientAssignment(3, 1);
    PhaseSettings settings = settings(scenario, deal);
    Scenario.Part ingest = scenario.phases().get(1).parts().get(0);
    Settings share = deal.share(settings, ingest, 2).orElseThrow();
    assertThat(settings.left(ingest, share, Duration.ZERO)).containsSame(share);
    Settings left = settings.left(ingest, share, Duration.ofMinutes(7)).orElseThrow();
    assertThat(left.effective())
        .containsEntry("ingest.duration", "180000ms")
        .containsEntry("ingest.clients", "1");
    assertThat(settings.left(ingest, share, Duration.ofMinutes(10))).isEmpty();
    Scenario.Part agitate = scenario.phases().get(1).parts().get(1);
    Settings faults = settings.of(agitate);
    assertThat(settings.left(agitate, faults, Duration.ofMinutes(5)).orElseThrow().effective())
        .containsEntry("agitate.duration", "300000ms");
    assertThat(settings.left(agitate, faults, Duration.ofMillis(599_500)))
        .as("no fault fits into half a second")
        .isEmpty();
    Scenario.Part walk = scenario.phases().get(1).parts().get(2);
    Settings endless = settings.of(walk);
    assertThat(settings.left(walk, endless, Duration.ofHours(5))).containsSame(endless);
    Scenario.Part counted = scenario.phases().get(2).parts().get(0);
    Settings entries = settings.of(counted);
    assertThat(settings.left(counted, entries, Duration.ofHours(5))).containsSame(entries);
  }

  @Test
  void aPartThatNoWorkerDoesIsAProblem() {
    Scenario scenario =
        scenario("name: x", "phases:", "  - ingest: {fleet.workers: '7'}", "  - verify");
    assertThatThrownBy(() -> settings(scenario, new ClientAssignment(3, 1)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("ingest: fleet.workers=7 names none of the 3 workers");
  }

  /** What {@code docs/measurements/scale.md} says of 1,000 workers. */
  @Test
  void manyWorkersWriteTheirLatenciesMoreRarelyAndLessExactly() {
    String[] lines = {"name: x", "phases:", "  - ingest", "  - walk: {measure.interval: 2m}"};
    assertThat(measured(3, lines)).containsExactly("10s 3", "2m 3");
    assertThat(measured(166, lines)).containsExactly("10s 3", "2m 3");
    assertThat(measured(1000, lines)).containsExactly("1m 2", "2m 3");
    assertThat(measured(5000, lines)).containsExactly("5m 2", "5m 2");
    assertThat(measured(1000, lines, "-o", "measure.digits=3")).containsExactly("1m 3", "2m 3");
  }

  /** How long an interval of each part is in a fleet, and with how many digits. */
  private List<String> measured(int workers, String[] lines, String... words) {
    ClientAssignment deal = new ClientAssignment(workers, 1);
    Scenario scenario = scenario(lines);
    PhaseSettings settings = settings(scenario, deal, words);
    return scenario.parts().stream()
        .map(part -> Measuring.of(deal.share(settings, part, workers - 1).orElseThrow()))
        .map(found -> Texts.duration(found.every()) + " " + found.digits())
        .toList();
  }

  @Test
  void whatIsLateIsAFaultWhereItMayNotBe() {
    Scenario scenario =
        scenario(
            "name: x",
            "phases:",
            "  - walk: {read.consistency: eventual}",
            "  - ingest",
            "  - walk",
            "  - verify: {verify.consistency: eventual}",
            "  - verify");
    PhaseSettings settings = settings(scenario, new ClientAssignment(3, 1));
    List<String> faults = new ArrayList<>();
    FleetFigures figures =
        new FleetFigures(seen -> ScenarioTerms.isFault(settings, seen), () -> faults.add("fault"));
    assertThat(ScenarioTerms.isFault(settings, seen("walk.w1-0", FindingKind.LATE))).isFalse();
    assertThat(ScenarioTerms.isFault(settings, seen("walk.w1.2", FindingKind.LATE))).isFalse();
    assertThat(ScenarioTerms.isFault(settings, seen("walk.w1-0", FindingKind.STALE))).isTrue();
    assertThat(ScenarioTerms.isFault(settings, seen("walk-2.w1-0", FindingKind.LATE))).isTrue();
    assertThat(ScenarioTerms.isFault(settings, seen("verify", FindingKind.LATE))).isFalse();
    assertThat(ScenarioTerms.isFault(settings, seen("verify", FindingKind.LOST))).isTrue();
    assertThat(ScenarioTerms.isFault(settings, seen("verify-2", FindingKind.LATE))).isTrue();
    assertThat(ScenarioTerms.isFault(settings, seen("of nobody", FindingKind.LATE))).isTrue();
    figures.event("worker-1-1", seen("walk.w1-0", FindingKind.LATE));
    assertThat(faults).isEmpty();
    figures.event("worker-1-1", seen("walk-2.w1-0", FindingKind.LATE));
    assertThat(faults).hasSize(1);
  }

  /** A search has the clients of what it rates. */
  @Test
  void whatASearchReadsLateIsNoFaultWhereItsReadsAreEventual() {
    Scenario scenario = scenario("name: x", "phases: [createtable, ingest, rate, verify]");
    for (String level : List.of("eventual", "immediate")) {
      PhaseSettings settings =
          settings(scenario, new ClientAssignment(3, 1), "-o", "read.consistency=" + level);
      assertThat(ScenarioTerms.isFault(settings, seen("walk-0", FindingKind.LATE)))
          .isEqualTo(level.equals("immediate"));
      assertThat(ScenarioTerms.isFault(settings, seen("walk-0", FindingKind.STALE))).isTrue();
      assertThat(ScenarioTerms.isFault(settings, seen("verify", FindingKind.LATE))).isTrue();
    }
  }

  private static Event.FindingSeen seen(String client, FindingKind kind) {
    return new Event.FindingSeen(5, client, Finding.of(kind, "00000000000000aa", 5));
  }

  @Test
  void whatAWorkerCouldNotRecordIsADoubtOfItsShare() throws Exception {
    Scenario scenario =
        scenario("name: x", "phases:", "  - walk: {fleet.workers: '1'}", "  - verify");
    ClientAssignment deal = new ClientAssignment(2, 1);
    Queue<String> doubts = new ConcurrentLinkedQueue<>();
    WorkerShares shares =
        new WorkerShares(scenario, settings(scenario, deal), deal, null, () -> List.copyOf(doubts));
    Order order = Order.NONE.prepare(0, "walk");
    WorkerId me = new WorkerId(0, 1);
    assertThat(shares.prepare(order, Duration.ZERO, me).perform(new StopSignal())).isEmpty();
    doubts.add("the journal cannot be written: the disk is full");
    Map<String, PartOutcome> came =
        shares.prepare(order, Duration.ZERO, me).perform(new StopSignal());
    assertThat(came.get(ShareOutcome.WHOLE).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(came.get(ShareOutcome.WHOLE).reasons())
        .containsExactly("worker 0: the journal cannot be written: the disk is full");
  }

  /** What was written is in ledgers; what was to be read again is not judged by anybody. */
  @Test
  void whoComesWhenAPartsTimeIsOverSaysSo() throws Exception {
    Scenario scenario =
        scenario(
            "name: x",
            "phases:",
            "  - together: [ingest: {ingest.duration: 10s}, walk: {walk.duration: 20s}]",
            "  - verify");
    ClientAssignment deal = new ClientAssignment(1, 1);
    WorkerShares shares =
        new WorkerShares(scenario, settings(scenario, deal), deal, null, List::of);
    Map<String, PartOutcome> came =
        shares
            .prepare(
                Order.NONE.prepare(0, "ingest+walk"), Duration.ofMinutes(5), new WorkerId(0, 2))
            .perform(new StopSignal());
    assertThat(came).containsOnlyKeys("ingest", "walk");
    assertThat(came.get("ingest").verdict()).isEqualTo(Verdict.PASS);
    assertThat(came.get("ingest").facts())
        .singleElement()
        .asString()
        .startsWith("ingest: its time was over when worker 0");
    assertThat(came.get("walk").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(came.get("walk").reasons())
        .singleElement()
        .asString()
        .endsWith(", and the rows that it was to read again are not judged");
  }

  @Test
  void whatAFileSaysOfAllClientsOfYcsbIsDividedByAllOfThem(@TempDir Path temp) throws IOException {
    Path file = temp.resolve("w");
    Files.writeString(file, "threadcount=6\noperationcount=600\nreadproportion=1\ntarget=60\n");
    Scenario scenario =
        scenario(
            "name: x",
            "settings: {ycsb.workload: '" + file + "', fleet.clients.per: total}",
            "phases:",
            "  - ingest",
            "  - ycsb",
            "  - verify");
    assertThat(scenario.phases().stream().map(FleetPhases::isShared))
        .containsExactly(true, true, false);
    ClientAssignment deal = new ClientAssignment(3, 1);
    PhaseSettings settings = settings(scenario, deal);
    Scenario.Part ycsb = scenario.phases().get(1).parts().get(0);
    for (int slot = 0; slot < 3; slot++) {
      assertThat(deal.share(settings, ycsb, slot).orElseThrow().effective())
          .containsEntry("ycsb.clients", "2")
          .containsEntry("ycsb.count", "100")
          .containsEntry("ycsb.rate", "10.0");
    }
    assertThat(settings.forecast(ycsb).words()).isEqualTo("3 workers with 2 clients");
  }

  @Test
  void aWorkerFindsItsRowByTheNumber() {
    String text =
        "name: x\nparameters: {n: [1, 2], m: [3, 4]}\nrepeat: 2\nsettings: {table.name: 't_${row}_${repetition}'}\nphases: [createtable, ingest, verify]\n";
    Scenario third =
        ScenarioFile.parse(
                Activities.SHIPPED, Path.of("x.yaml"), text, List.of("m=[3, 5]", "row=4"), () -> 0)
            .get(0)
            .scenario();
    assertThat(third.settings()).containsEntry("table.name", "t_4_1");
    assertThatThrownBy(
            () ->
                ScenarioFile.parse(
                    Activities.SHIPPED, Path.of("x.yaml"), text, List.of("row=9"), () -> 0))
        .hasMessageContaining("makes rows 1 to 8");
  }

  @Test
  void aSweepIsSharedRowByRow() {
    CommandLine dry =
        CommandLine.run(
            "run",
            "../conf/scenarios/ycsb/b.yaml",
            "--set",
            "target=[100, 0]",
            "--workers",
            "2",
            "--dry-run");
    assertThat(dry.status()).as(dry.all()).isZero();
    assertThat(dry.out()).contains("row 2 (target=0)").contains("ycsb (2 workers with 2 clients");
  }

  @Test
  void aPartThatNoWorkerCompletedIsADoubt() {
    Scenario.Phase phase =
        scenario(
                "name: x",
                "phases:",
                "  - together: [ingest: {ingest.duration: 1s}, walk, agitate]",
                "  - verify")
            .phases()
            .get(0);
    PartOutcome own = PartOutcome.fact("compacted");
    List<PartOutcome> came =
        FleetPhases.inOrder(phase, Map.of("walk", PartOutcome.NOTHING), List.of(own));
    assertThat(came.get(0).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(came.get(0).reasons()).containsExactly("ingest: no worker completed its share");
    assertThat(came.subList(1, 3)).containsExactly(PartOutcome.NOTHING, own);
  }

  @Test
  void manyClientsInTotalAreNotTooManyForOneProcess() {
    Scenario scenario =
        scenario("name: x", "phases:", "  - ingest: {ingest.clients: 3000}", "  - verify");
    PhaseSettings settings =
        settings(scenario, new ClientAssignment(1000, 1), "-o", "fleet.clients.per=total");
    ClientAssignment deal = new ClientAssignment(1000, 1);
    assertThat(clients(settings, scenario.parts().get(0), deal)).containsOnly(3);
  }

  @Test
  void theSameScenarioRunsWithoutWorkers() {
    CommonOptions options = new CommonOptions();
    PhaseSettings settings =
        PlannedRun.resolve(scenario(MIXED), ClusterSpec.usual(), options, known, Optional.empty());
    assertThat(settings.effective()).containsEntry("worker.death", "replace");
  }

  @Test
  void aClusterOfTheRunsOwnHasTheYarnThatItsWorkersAreStartedBy() {
    assertThat(servers("yarn")).contains("1 resourcemanager, 1 nodemanager");
    assertThat(servers("local")).contains("1 namenode").doesNotContain("nodemanager");
  }

  private static String servers(String launch) {
    String quick = "../conf/scenarios/quick.yaml";
    return CommandLine.run("run", quick, "--workers", "3", "--dry-run", "--launch", launch).all();
  }

  @Test
  void hostsThatDoNotDoAreRefusedBeforeAnythingBegins(@TempDir Path temp) throws IOException {
    String quick = "../conf/scenarios/quick.yaml";
    String two = Files.writeString(temp.resolve("two"), "one\ntwo\n").toString();
    String none = Files.writeString(temp.resolve("none"), "\n").toString();
    Map<List<String>, String> wrong =
        Map.of(
            List.of("--workers", "3", "--launch", "ssh"), "needs --hosts FILE",
            List.of("--workers", "3", "--launch", "ssh", "--hosts", two), "there are 3 workers",
            List.of("--workers", "3", "--launch", "ssh", "--hosts", none), "says nothing",
            List.of("--workers", "2", "--hosts", two), "is for --workers N --launch ssh",
            List.of("--launch", "ssh", "--hosts", two), "is for --workers N --launch ssh");
    wrong.forEach(
        (words, sentence) -> {
          List<String> all = new ArrayList<>(List.of("run", quick, "--dry-run"));
          all.addAll(words);
          CommandLine run = CommandLine.run(all.toArray(String[]::new));
          assertThat(run.status()).as("%s", words).isEqualTo(64);
          assertThat(run.notes()).contains(sentence);
        });
    assertThat(
            CommandLine.run(
                    "run", quick, "--dry-run", "--workers", "2", "--launch", "ssh", "--hosts", two)
                .status())
        .isZero();
  }

  @Test
  void whatCannotBeDoneWithWorkersIsRefusedBeforeAnythingBegins() {
    assertThat(
            CommandLine.run("run", "../conf/scenarios/quick.yaml", "--workers", "0", "--dry-run")
                .status())
        .isEqualTo(64);
    CommandLine lost = CommandLine.run("run", "../conf/scenarios/quick.yaml", "--lost");
    assertThat(lost.notes()).contains("--resume RUN");
    CommandLine none = CommandLine.run("worker");
    assertThat(none.status()).isEqualTo(64);
    assertThat(none.notes()).contains("run directory");
    CommandLine gone = CommandLine.run("run", "--resume", "no/such/run");
    assertThat(gone.status()).isEqualTo(64);
    assertThat(gone.notes()).contains("no run directory");
  }
}
