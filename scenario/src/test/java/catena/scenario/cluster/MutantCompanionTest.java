// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Json;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companion.Attendance;
import catena.harness.activity.LocalFiles;
import catena.harness.activity.PartRig;
import catena.harness.activity.RunContext;
import catena.records.run.Environment;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a run tells of the defects that its servers had. */
class MutantCompanionTest {
  @TempDir private Path temp;
  private final MutantCompanion companion = new MutantCompanion();

  private Path cluster() {
    return temp.resolve("cluster");
  }

  private ClusterFiles files(boolean instrument) throws IOException {
    ClusterFiles files = new ClusterFiles(cluster());
    Files.createDirectories(files.instrument());
    ClusterSpec spec = ClusterSpec.usual().with("instrument", instrument);
    Json.write(files.cluster(), new ClusterRecord("i", "p", "s", spec, Map.of(), null));
    return files;
  }

  private Attendance attend(PartRig rig) throws Exception {
    rig.given = CallerContext.of(new LocalFiles(cluster(), temp));
    RunContext run = rig.context("run");
    return companion.attend(
        run, Settings.resolve(companion.settings(), List.of(Layer.of("-o", Map.of()))));
  }

  private void says(ClusterFiles files, String server, String... lines) throws IOException {
    Files.writeString(files.instrument().resolve(server + ".log"), String.join("\n", lines) + "\n");
  }

  @Test
  void theDefectsOfAllServersDuringTheRunAreReported() throws Exception {
    try (PartRig rig = new PartRig(temp.resolve("run"))) {
      ClusterFiles files = files(true);
      says(files, "tserver-1", "1\tagent\t1", "2\ton\tm1\told\tstrike", "3\toff\tm1\told\tstrike");
      Attendance attendance = attend(rig);
      assertThat(attendance.outcome())
          .as("what was taken back before")
          .isEqualTo(PartOutcome.NOTHING);
      Clock before = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
      RunDirectory directory = rig.context("run").directory();
      directory.writeAtomically(
          directory.environment(),
          catena.records.run.Json.LINES.writeValueAsBytes(Environment.here(before, List.of())),
          "where the run began, before it was taken over");
      long ago = System.currentTimeMillis() - 60_000;
      says(files, "tserver-1", ago + "\ton\tm0\told\tstrike", ago + 1 + "\toff\tm0\told\tstrike");
      assertThat(attend(rig).outcome().toString()).contains("[old]");
      long later = System.currentTimeMillis() + 60_000;
      says(files, "tserver-1", "2\ton\tm1\tdrop-flush\tstrike");
      says(
          files,
          "manager-1",
          later + "\ton\tm2\tlose-log\tstrike",
          (later + 1) + "\toff\tm2\tlose-log\tstrike",
          later + "\ton\tf1\tpoint\thang");
      PartOutcome outcome = attendance.outcome();
      attendance.close();

      assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
      assertThat(outcome.toString())
          .contains("mutants: defects were planted into the servers, [drop-flush, lose-log]")
          .doesNotContain("point");
      assertThat(companion.name()).isEqualTo("mutants");
    }
  }

  @Test
  void whatCannotBeReadIsADoubt() throws Exception {
    try (PartRig rig = new PartRig(temp.resolve("run"))) {
      ClusterFiles files = files(true);
      Attendance attendance = attend(rig);
      Files.createDirectories(files.instrument().resolve("tserver-1.log"));
      PartOutcome outcome = attendance.outcome();
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons())
          .singleElement()
          .asString()
          .startsWith("whether defects were planted into the servers is not known: ");
    }
  }

  @Test
  void whereThereIsNoAgentThereIsNothingToReport() throws Exception {
    try (PartRig rig = new PartRig(temp.resolve("run"))) {
      assertThat(attend(rig)).as("no cluster of its own").isSameAs(Attendance.NONE);
      ClusterFiles unused = files(false);
      assertThat(attend(rig)).isSameAs(Attendance.NONE);
    }
  }

  @Test
  void aLocalClusterIsKnownByItsClientProperties() throws Exception {
    try (PartRig rig = new PartRig(temp.resolve("run"))) {
      Path properties = cluster().resolve("client.properties");
      assertThat(Clusters.at(properties, rig.site().terminal())).isEmpty();
      assertThat(Clusters.given(properties, rig.site().terminal())).isSameAs(CallerContext.NOTHING);
      ClusterFiles files = files(true);
      CallerContext given = Clusters.given(properties, rig.site().terminal());
      assertThat(given.find(LocalFiles.class))
          .contains(new LocalFiles(cluster().toAbsolutePath(), files.hadoopConf()));
      assertThat(Clusters.given(temp.resolve("x.properties"), rig.site().terminal()))
          .isSameAs(CallerContext.NOTHING);
      assertThat(LocalCluster.exists(cluster())).isTrue();
    }
  }
}
