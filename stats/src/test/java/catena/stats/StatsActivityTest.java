// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.Companion.Attendance;
import catena.harness.activity.PartRig;
import catena.harness.fixture.NoCluster;
import catena.records.run.Environment;
import catena.records.run.RunDirectory;
import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster with a real ZooKeeper, whose monitor and HDFS are not there. */
@Timeout(120)
class StatsActivityTest {
  @TempDir private Path files;
  private PartRig rig;

  @BeforeEach
  void rig() throws IOException {
    rig = new PartRig(files.resolve("run"));
  }

  /** Two hosts that sample into one directory have a journal each. */
  @Test
  void theJournalHasTheNameOfTheHost() {
    assertThat(new StatsActivity().description().journal())
        .isEqualTo("stats-" + Environment.hostName());
  }

  @Test
  void whatItNeedsFollowsFromItsSettings() {
    StatsActivity activity = new StatsActivity();
    Settings usual = PartRig.settings(activity);
    assertThat(activity.forecast(usual).endless()).isTrue();
    assertThat(activity.scope(usual).needsCluster()).isTrue();
    Settings host = PartRig.settings(activity, "stats.parts", "host", "stats.duration", "1h");
    assertThat(activity.forecast(host).endless()).isFalse();
    assertThat(activity.scope(host).needsCluster()).isFalse();
    assertThat(rig.problems(activity)).isEmpty();
    assertThat(rig.problems(activity, "stats.parts", ""))
        .singleElement()
        .asString()
        .startsWith("stats.parts is empty");
  }

  private List<Sample> samples(String file, String scope) throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (String line : Files.readAllLines(files.resolve("run/stats/" + file + ".jsonl"))) {
      Sample sample = Sample.parse(line);
      if (sample.scope().equals(scope)) {
        samples.add(sample);
      }
    }
    return samples;
  }

  @Test
  void aClusterAndTheHostAreSampledForAsLongAsIsAskedAndWhatIsMissingIsSaid() throws Exception {
    try (TestingServer zooKeeper = new TestingServer()) {
      rig.instance.zooKeeper(zooKeeper.getConnectString());
      PartOutcome outcome =
          rig.perform(
              new StatsActivity(),
              "stats.interval",
              "1s",
              "stats.duration",
              "3s",
              "table.name",
              "ci");

      assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
      assertThat(outcome.tally().get("samples")).isPositive();
      assertThat(outcome.tally()).containsEntry("samples without servers", 0L);
      assertThat(outcome.tally().get("samples without monitor")).isPositive();
      assertThat(outcome.facts())
          .singleElement()
          .asString()
          .contains("samples, one every 1s")
          .contains("; nothing of ", "monitor");
      assertThat(rig.notes()).anyMatch(line -> line.matches("samples without servers +0"));
    }
    assertThat(samples("cluster", Sample.CLUSTER))
        .isNotEmpty()
        .allSatisfy(
            sample ->
                assertThat(sample.values())
                    .containsEntry("tservers", 2)
                    .containsEntry("managers", 1)
                    .containsEntry("sservers", 1)
                    .containsEntry("compactors", 0));
    String host = Environment.hostName();
    assertThat(samples("host-" + host, Sample.host(host)))
        .isNotEmpty()
        .allSatisfy(
            sample -> {
              assertThat(sample.values()).containsKey("memory.used");
              assertThat(sample.answered()).isPresent();
            })
        .anySatisfy( // the first may come before the host has counted a tick
            sample -> assertThat(sample.values()).containsKey("cpu.ratio"));
    assertThat(samples("clients", Sample.CLUSTER))
        .isNotEmpty()
        .allSatisfy(sample -> assertThat(sample.values()).containsEntry("acknowledged.rate", 0));
  }

  private static Settings whole(String parts) {
    return Settings.resolve(
        new StatsActivity().settings(),
        List.of(Layer.of("test", Map.of("stats.parts", parts, "stats.interval", "1h"))));
  }

  @Test
  void aRunIsSampledUnlessAnotherProcessSamplesItAlready() throws Exception {
    StatsActivity companion = new StatsActivity();
    assertThat(companion.name()).isEqualTo("stats");
    try (Attendance first = companion.attend(rig.context("quick"), whole("clients"))) {
      assertThat(first).isInstanceOf(StatsCollector.class);
      assertThat(companion.attend(rig.context("quick"), whole("clients")))
          .isSameAs(Attendance.NONE);
      assertThat(rig.notes())
          .singleElement()
          .asString()
          .startsWith("stats: not sampled here. Another process samples into ");
    }
  }

  @Test
  void aSamplerThatCannotOpenAllOfItsFilesLeavesNoneOpen() throws Exception {
    try (TestingServer zooKeeper = new TestingServer()) {
      rig.instance.zooKeeper(zooKeeper.getConnectString());
      SampleFile taken = SampleFile.open(rig.run, rig.run.classicSamples(), trouble -> {});
      assertThat(new StatsActivity().attend(rig.context("quick"), whole("cluster")))
          .isSameAs(Attendance.NONE);
      taken.close();
      SampleFile.open(rig.run, rig.run.clusterSamples(), trouble -> {}).close();
    }
  }

  @Test
  void withoutAClusterThereIsNeitherASampleOfItNorARecordOfWhatIsUnderTest() throws Exception {
    var site = NoCluster.site(new ByteArrayOutputStream());
    var run = rig.context("quick").of("quick", site, rig.stop);
    assertThat(new StatsActivity().attend(run, whole("cluster"))).isSameAs(Attendance.NONE);
    TestedCompanion tested = new TestedCompanion();
    Settings whole = Settings.resolve(tested.settings(), List.of());
    assertThat(tested.name()).isEqualTo("tested");
    assertThat(tested.attend(run, whole)).isSameAs(Attendance.NONE);
    assertThat(Files.exists(files.resolve("run/stats"))).isFalse();
  }

  @Test
  void aRunOnAClusterRecordsWhatIsUnderTest() throws Exception {
    try (TestingServer zooKeeper = new TestingServer()) {
      rig.instance.zooKeeper(zooKeeper.getConnectString());
      rig.instance.table("ci").properties.put("table.durability", "log");
      TestedCompanion tested = new TestedCompanion();
      Settings whole =
          Settings.resolve(
              tested.settings(), List.of(Layer.of("test", Map.of("table.name", "ci"))));
      tested.attend(rig.context("quick"), whole).close();
      RunDirectory run = rig.run;
      assertThat(new String(run.read(run.tested()).orElseThrow(), StandardCharsets.UTF_8))
          .contains("\"quick\"", "\"fake\"", "\"instance-1\"", "\"table.durability\"");
    }
  }
}
