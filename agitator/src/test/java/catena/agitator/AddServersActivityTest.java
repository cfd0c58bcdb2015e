// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Victim;
import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartRig;
import catena.harness.command.CommonOptions;
import catena.harness.instance.ServerId;
import catena.records.history.Addition;
import catena.records.server.Role;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where servers cannot be added that is said before anything starts. */
class AddServersActivityTest {
  @TempDir Path directory;

  private static List<String> problems(CallerContext given, Map<String, String> words) {
    AddServersActivity activity = new AddServersActivity();
    Settings own = Settings.resolve(activity.settings(), List.of(Layer.of("test", words)));
    Problems problems = new Problems();
    activity.check(own, given, problems);
    return problems.found();
  }

  private CallerContext named() {
    CommonOptions options = new CommonOptions();
    JCommander.newBuilder()
        .addObject(options)
        .build()
        .parse("-c", directory.resolve("client.properties").toString());
    return CallerContext.of(options);
  }

  @Test
  void aClusterOfTheRunsOwnGrows() {
    assertThat(problems(CallerContext.of(ClusterSpec.usual()), Map.of())).isEmpty();
    assertThat(problems(CallerContext.of(ClusterSpec.usual()), Map.of("addservers.count", "1000")))
        .singleElement()
        .asString()
        .contains("addservers.count=1000", "of tserver, not 1002");
  }

  @Test
  void aClusterWithoutControlIsRefused() {
    assertThat(problems(named(), Map.of()))
        .singleElement()
        .asString()
        .contains("servers cannot be added to this cluster", "agitate.control");
    // A worker of a fleet knows of no cluster; its coordinator has asked.
    assertThat(problems(CallerContext.NOTHING, Map.of())).isEmpty();
  }

  @Test
  void aFileOfCommandsMustNameTheHostsThatAreToCome() throws Exception {
    String commands = "any.start=true\nany.stop=true\nany.kill=true\n";
    for (String hosts : List.of("hosts.tserver=accumulo\n", "hosts.tserver=a b\n")) {
      Path file = Files.writeString(directory.resolve("control.properties"), hosts + commands);
      Map<String, String> two = Map.of("agitate.control", file.toString(), "addservers.count", "2");
      assertThat(problems(named(), two))
          .singleElement()
          .asString()
          .contains("to add 2 of tserver", "hosts.tserver");
    }
    Path file =
        Files.writeString(
            directory.resolve("control.properties"), "hosts.tserver=a b c\n" + commands);
    assertThat(
            problems(named(), Map.of("agitate.control", file.toString(), "addservers.count", "2")))
        .isEmpty();
    assertThat(problems(named(), Map.of("agitate.control", "nowhere.properties")))
        .singleElement()
        .asString()
        .contains("nowhere.properties");
  }

  /** As all else that reads it finds it. */
  @Test
  void aFileOfCommandsMayBeOneOfTheDistribution() throws Exception {
    Path shipped = hosts(Files.createDirectories(directory.resolve("conf/planted")), "a b");
    String before = System.setProperty("catena.home", directory.toString());
    try {
      String named = directory.relativize(shipped).toString();
      assertThat(problems(named(), Map.of("agitate.control", named))).isEmpty();
    } finally {
      if (before == null) {
        System.clearProperty("catena.home");
      } else {
        System.setProperty("catena.home", before);
      }
    }
  }

  /** It may have been killed since, or before. */
  @Test
  void whatAnEarlierPartAddedOrKilledIsNotNew() {
    ServerId two = new ServerId(Role.TSERVER, 2);
    ServerId three = new ServerId(Role.TSERVER, 3);
    List<Addition> before = List.of(Addition.begun(1, "tserver-2", 5));
    assertThat(AddServersActivity.fresh(List.of(two, three), before, List.of()))
        .containsExactly(three);
    assertThat(AddServersActivity.fresh(List.of(two), List.of(), List.of())).containsExactly(two);
    InjectedFault kill =
        new InjectedFault(
            1, "kill", List.of(Victim.named("tserver-3")), new TreeMap<>(), new TreeMap<>());
    assertThat(AddServersActivity.fresh(List.of(two, three), List.of(), List.of(kill)))
        .containsExactly(two);
  }

  private static Path hosts(Path directory, String of) throws Exception {
    return Files.writeString(
        directory.resolve("control.properties"),
        "hosts.tserver=" + of + "\nany.start=true\nany.stop=true\nany.kill=true\n");
  }

  @Test
  void aStopEndsThePartBeforeAnyServerIsAdded() throws Exception {
    try (TestingServer zooKeeper = new TestingServer();
        PartRig rig = new PartRig(directory.resolve("run"))) {
      rig.instance.zooKeeper(zooKeeper.getConnectString());
      String control = hosts(directory, "a:1 b:1 c:1").toString();
      AddServersActivity activity = new AddServersActivity();
      String[] two = {"agitate.control", control, "addservers.count", "2"};
      assertThat(rig.wouldDo(activity, two)).containsExactly("would add 2 tservers, all at once");
      String[] slow = {
        "agitate.control", control, "addservers.count", "2", "addservers.every", "10s"
      };
      assertThat(rig.wouldDo(activity, slow)).containsExactly("would add 2 tservers, one by one");
      rig.run.writeAtomically(
          rig.run.additions(),
          Addition.text(List.of(Addition.begun(1, "tserver-9", 5)))
              .getBytes(StandardCharsets.UTF_8),
          "servers");
      rig.stop.ask("enough");
      PartOutcome outcome = rig.perform(activity, slow);
      assertThat(outcome.verdict()).isNotEqualTo(Verdict.FAIL);
      assertThat(rig.run.read(rig.run.additions()).map(String::new).orElseThrow())
          .as("what an earlier part has added")
          .contains("tserver-9");
    }
  }

  @Test
  void aClusterThatCannotGrowByThatManyIsRefusedOnceItIsThere() throws Exception {
    try (TestingServer zooKeeper = new TestingServer();
        PartRig rig = new PartRig(directory.resolve("run"))) {
      rig.instance.zooKeeper(zooKeeper.getConnectString());
      String control = hosts(directory, "a:1").toString();
      AddServersActivity activity = new AddServersActivity();
      assertThatThrownBy(
              () -> rig.wouldDo(activity, "agitate.control", control, "addservers.count", "3"))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("addservers.count=3: ");
      assertThatThrownBy(() -> rig.wouldDo(activity))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("servers cannot be added to this cluster");
    }
  }
}
