// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Victim;
import catena.agitator.plan.PlanFile;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Json;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartRig;
import catena.harness.command.CommonOptions;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/catena agitate} checks and plans, on servers that a file of commands names. */
@Timeout(120)
class AgitateActivityTest {
  private final AgitateActivity activity = new AgitateActivity();

  @TempDir private Path directory;
  private TestingServer zooKeeper;
  private PartRig rig;

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new TestingServer();
    rig = new PartRig(directory.resolve("run"));
    rig.instance.zooKeeper(zooKeeper.getConnectString());
  }

  @AfterEach
  void stop() throws IOException {
    zooKeeper.close();
  }

  private String write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content).toString();
  }

  private String control() throws IOException {
    return write(
        "control.properties",
        """
        hosts.gc=localhost:1
        hosts.monitor=localhost:2
        any.start=true
        any.stop=true
        any.kill=true
        """);
  }

  private String policy(String target) throws IOException {
    return write(
        "policy.yaml",
        "faults:\n  - {fault: kill, target: " + target + ", every: 10s:20s, hold: 1s}\n");
  }

  /** As the command line is given, beside the client's properties. */
  private AgitateActivity.AgitateOptions given(String... words) {
    CommonOptions common = new CommonOptions();
    AgitateActivity.AgitateOptions options = new AgitateActivity.AgitateOptions();
    List<String> all = new ArrayList<>(List.of("-c", directory.resolve("client").toString()));
    all.addAll(Arrays.asList(words));
    JCommander.newBuilder()
        .addObject(common)
        .addObject(options)
        .build()
        .parse(all.toArray(String[]::new));
    rig.given = CallerContext.of(common, options);
    return options;
  }

  private List<String> planned(String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of("agitate.control", control()));
    all.addAll(Arrays.asList(settings));
    return rig.wouldDo(activity, all.toArray(String[]::new));
  }

  /** Else an agitate would wait for its own lock. */
  @Test
  void aRunDirectoryThatIsTheClustersByAnotherNameIsOnePlace() throws Exception {
    Path cluster = Files.createDirectory(directory.resolve("cluster")).toRealPath();
    ClusterFiles files = new ClusterFiles(cluster);
    Files.createDirectories(files.cluster().getParent());
    ClusterRecord record = new ClusterRecord("i", "p", "s", ClusterSpec.usual(), Map.of(), null);
    Json.write(files.cluster(), record);
    List<String> jars = List.of("catena.lib.accumulo", "catena.lib.hadoop");
    List<String> unset = jars.stream().filter(each -> System.getProperty(each) == null).toList();
    unset.forEach(each -> System.setProperty(each, directory.toString()));
    try {
      Optional<LocalCluster> local = Optional.of(LocalCluster.open(cluster));
      Path place = files.clientProperties().getParent();
      Path link = Files.createSymbolicLink(directory.resolve("link"), place);
      assertThat(AgitatePhase.places(Optional.of(link), local)).containsExactly(place);
      Path other = Files.createDirectory(directory.resolve("other")).toRealPath();
      assertThat(AgitatePhase.places(Optional.of(other), local)).containsExactly(other, place);
      Path none = directory.resolve("none").toAbsolutePath();
      assertThat(AgitatePhase.places(Optional.of(none), Optional.empty())).containsExactly(none);
    } finally {
      unset.forEach(System::clearProperty);
    }
  }

  @Test
  void aPolicyIsPlannedForTheServersThereAreAndTheSeedSaysHow() throws Exception {
    String policy = policy("gc");
    List<String> plan = planned("agitate.policy", policy, "agitate.duration", "2m");
    Path written = Path.of(write("written.yaml", String.join("\n", plan)));
    assertThat(PlanFile.read(written).faults())
        .hasSizeGreaterThan(3)
        .allSatisfy(
            fault -> {
              assertThat(fault.fault()).isEqualTo("kill");
              assertThat(fault.targets()).containsExactly("gc-1");
              assertThat(fault.at()).isLessThan(Duration.ofMinutes(2));
            });
    assertThat(planned("agitate.policy", policy, "agitate.duration", "2m")).isEqualTo(plan);
    Settings settings =
        Settings.resolve(
            AgitateSettings.ALL,
            List.of(Layer.of("x", Map.of("agitate.policy", policy, "agitate.duration", "2m"))));
    assertThat(AgitateActivity.plan(settings, Clusters.small(), 8))
        .isNotEqualTo(AgitateActivity.plan(settings, Clusters.small(), 7));
  }

  @Test
  void aPolicyForServersThatAreNotThereIsRefused() {
    assertThatThrownBy(() -> planned("agitate.policy", policy("tserver")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tserver");
  }

  @Test
  void aPlanIsReplayedAsItStandsAndSavedWhereItIsAskedFor() throws Exception {
    String plan =
        write("given.yaml", "faults: [{id: 4, at: 2s, fault: kill, targets: [gc-1], hold: 3s}]");
    Path saved = directory.resolve("saved.yaml");
    given("--plan", plan, "--save-plan", saved.toString());
    List<String> lines = planned("agitate.plan", plan);
    assertThat(Files.readAllLines(saved)).isEqualTo(lines);
    assertThat(PlanFile.read(saved).faults()).isEqualTo(PlanFile.read(Path.of(plan)).faults());

    String other =
        write("other.yaml", "faults: [{id: 4, at: 2s, fault: kill, targets: [tserver-9]}]");
    assertThatThrownBy(() -> planned("agitate.plan", other))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tserver-9");
  }

  @Test
  void aPlanLastsUntilItsLastFaultIsHealedWhateverTheDurationOfPolicies() throws Exception {
    String plan =
        write("given.yaml", "faults: [{id: 4, at: 2s, fault: kill, targets: [gc-1], hold: 3s}]");
    assertThat(activity.forecast(PartRig.settings(activity, "agitate.plan", plan)).limit())
        .contains(Duration.ofSeconds(5));
    assertThat(activity.forecast(PartRig.settings(activity, "agitate.duration", "2m")).limit())
        .contains(Duration.ofMinutes(2));
  }

  @Test
  void theOptionForAPlanSetsIt() {
    assertThat(given("--plan", "a.yaml").layers())
        .singleElement()
        .satisfies(
            layer ->
                assertThat(layer.entries())
                    .extracting(Layer.Entry::key, Layer.Entry::text)
                    .containsExactly(tuple("agitate.plan", "a.yaml")));
    assertThat(given().layers()).isEmpty();
    assertThat(given().heals()).isFalse();
    assertThat(given("--heal").heals()).isTrue();
  }

  @Test
  void whoHealsPlansNothing() throws Exception {
    String nowhere = directory.resolve("nowhere.yaml").toString();
    given("--heal");
    assertThat(rig.problems(activity, "agitate.policy", nowhere))
        .as("the policy is not looked at")
        .isEmpty();
    given("--heal", "--plan", "p.yaml");
    assertThat(rig.problems(activity)).singleElement().asString().startsWith("--heal heals");
    given("--heal", "--save-plan", directory.resolve("s.yaml").toString());
    assertThat(rig.problems(activity)).singleElement().asString().startsWith("--heal heals");
    given("--heal", "--dry-run");
    assertThat(rig.problems(activity)).singleElement().asString().startsWith("--heal heals");
  }

  @Test
  void aPlanIsSavedIntoAFileThatCanBeWritten() throws Exception {
    String policy = policy("gc");
    for (String unfit :
        List.of(directory.toString(), directory.resolve("none/plan.yaml").toString())) {
      given("--save-plan", unfit);
      assertThat(rig.problems(activity, "agitate.policy", policy))
          .singleElement()
          .asString()
          .startsWith("--save-plan " + unfit + " cannot be written");
    }
    for (String fit : List.of(policy, directory.resolve("new.yaml").toString())) {
      given("--save-plan", fit);
      assertThat(rig.problems(activity, "agitate.policy", policy)).isEmpty();
    }
  }

  @Test
  void aClusterOfTheRunsOwnIsKnownBeforeItIsThere() throws Exception {
    String policy = policy("coordinator");
    assertThat(rig.problems(activity, "agitate.policy", policy)).isEmpty();
    rig.given = CallerContext.of(ClusterSpec.usual());
    assertThat(rig.problems(activity, "agitate.policy", policy))
        .singleElement()
        .asString()
        .contains("coordinator");
    assertThat(rig.problems(activity, "agitate.policy", policy("gc"))).isEmpty();
    assertThat(rig.problems(activity, "agitate.policy", policy("gc"), "agitate.duration", "1s"))
        .singleElement()
        .asString()
        .contains("plans no fault that is healed within 1s");
  }

  @Test
  void thePlanIsKeptAndAStopBeforeTheFirstFaultShowsNothing() throws Exception {
    String plan =
        write("given.yaml", "faults: [{id: 4, at: 20s, fault: kill, targets: [gc-1], hold: 5s}]");
    rig.stop.ask("enough");
    PartOutcome outcome = rig.perform(activity, "agitate.control", control(), "agitate.plan", plan);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.tally())
        .containsEntry("faults planned", 1L)
        .containsEntry("faults recovered from", 0L);
    assertThat(outcome.reasons())
        .contains("no fault was carried out, so that nothing is shown of the recovery from any");
    assertThat(rig.notes())
        .anySatisfy(
            note ->
                assertThat(note)
                    .contains("agitating by", "1 fault, the last one healed after 25 s"));
    String text = rig.run.read(plan()).map(String::new).orElseThrow();
    assertThat(PlanFile.read(Path.of(write("kept.yaml", text))).faults())
        .isEqualTo(PlanFile.read(Path.of(plan)).faults());
    List<Event> events = rig.events();
    assertThat(events).first().isInstanceOf(Event.ClientStarted.class);
    assertThat(events)
        .last()
        .isInstanceOfSatisfying(
            Event.ClientStopped.class,
            ended -> {
              assertThat(ended.client()).isEqualTo("agitate");
              assertThat(ended.reason()).isEqualTo("enough");
            });
    assertThat(events).noneMatch(Event.FaultStarted.class::isInstance);
  }

  private org.apache.hadoop.fs.Path plan() {
    return rig.run.plan(ClientName.nth("agitate"));
  }

  @Test
  void whereSomethingIsOpenNothingIsBegun() throws Exception {
    String plan =
        write("given.yaml", "faults: [{id: 4, at: 0s, fault: kill, targets: [gc-1], hold: 0s}]");
    InjectedFault left =
        new InjectedFault(
            1, "kill", List.of(Victim.named("monitor-1")), new TreeMap<>(), new TreeMap<>());
    new UnhealedFaults(List.of(directory.resolve("run"))).add(left);
    String control = control();
    assertThatThrownBy(
            () -> rig.perform(activity, "agitate.control", control, "agitate.plan", plan))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("left faults open here (fault 1, kill of monitor-1)");
    assertThat(rig.run.read(plan())).isEmpty();
    assertThat(rig.events()).isEmpty();
  }

  @Test
  void whereAnotherAgitatesNothingIsBegun() throws Exception {
    String plan =
        write("given.yaml", "faults: [{id: 4, at: 0s, fault: kill, targets: [gc-1], hold: 0s}]");
    String control = control();
    rig.stop.ask("enough");
    Path place = directory.resolve("run");
    try (FileChannel other =
            FileChannel.open(
                place.resolve(".agitator.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = other.tryLock()) {
      assertThat(lock.isValid()).isTrue();
      assertThatThrownBy(
              () -> rig.perform(activity, "agitate.control", control, "agitate.plan", plan))
          .isInstanceOf(UsageException.class)
          .hasMessage("another agitate is at work at " + place + ": stop it first");
    }
    assertThat(rig.run.read(plan())).isEmpty();
    for (int i = 0; i < 2; i++) {
      PartOutcome outcome = rig.perform(activity, "agitate.control", control, "agitate.plan", plan);
      assertThat(outcome.tally()).as("the lock is given back").containsEntry("faults planned", 1L);
    }
  }
}
