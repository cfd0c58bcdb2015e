// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.activity.Companion.Attendance;
import catena.harness.activity.PartRig;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import catena.walker.ScanActivity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Canaries in a table in a map, looked for by a real reader. */
@Timeout(120)
class SideTableTest {
  @TempDir private Path temp;
  private TestingServer zooKeeper;
  private PartRig rig;

  @BeforeEach
  void open() throws Exception {
    zooKeeper = new TestingServer();
    rig = new PartRig(temp);
    rig.instance.zooKeeper(zooKeeper.getConnectString());
  }

  @AfterEach
  void close() throws IOException {
    rig.close();
    zooKeeper.close();
  }

  private static Settings settings(CanaryCompanion companion, String every) {
    return Settings.resolve(
        companion.settings(), List.of(Layer.of("-o", Map.of("canary.every", every))));
  }

  private PartOutcome until(CanaryCompanion companion, long planted) throws Exception {
    Attendance attendance = companion.attend(rig.context("run"), settings(companion, "20ms"));
    StopSignal never = new StopSignal();
    while (attendance.outcome().tally().get("canary: planted") < planted
        && attendance.outcome().reasons().isEmpty()) {
      boolean unused = never.await(Duration.ofMillis(10));
    }
    attendance.close();
    return attendance.outcome();
  }

  @Test
  void whatIsPlantedIsNoticedAndTheTableGoesInTheEnd() throws Exception {
    CanaryCompanion companion = CanaryCompanion.of(List.of(new ScanActivity()));
    PartOutcome outcome = until(companion, 3);

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally().get("canary: noticed"))
        .isEqualTo(outcome.tally().get("canary: planted"))
        .isGreaterThanOrEqualTo(3);
    assertThat(rig.instance.done).startsWith("create ci_canary");
    assertThat(rig.instance.tables).isEmpty();
    try (var trials = Files.list(temp.resolve("selftest"))) {
      assertThat(trials.map(Path::getFileName).map(Path::toString))
          .as("nothing of a trial that went well is kept")
          .noneMatch(name -> name.startsWith("canary-"));
    } catch (java.nio.file.NoSuchFileException e) {
      assertThat(e).hasMessageContaining("selftest");
    }
  }

  @Test
  void whoIsBlindMissesIt() throws Exception {
    List<Check> blind =
        Check.all(List.of(new ScanActivity())).stream()
            .map(each -> new Check(each.form(), each.activity(), each.settings(), true))
            .toList();
    PartOutcome outcome = until(new CanaryCompanion(blind), 2);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.tally()).containsEntry("canary: noticed", 0L);
  }

  @Test
  void withoutATimeThereAreNoneAndATableThatIsThereIsRefused() throws Exception {
    CanaryCompanion companion = CanaryCompanion.of(List.of(new ScanActivity()));
    assertThat(companion.attend(rig.context("run"), settings(companion, "0s")))
        .isSameAs(Attendance.NONE);
    var unused = rig.instance.table("ci_canary");
    assertThatThrownBy(() -> companion.attend(rig.context("run"), settings(companion, "1m")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Table ci_canary exists, which canary.every would make");
  }
}
