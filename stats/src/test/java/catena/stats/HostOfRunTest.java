// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunJournal;
import catena.harness.fixture.NoCluster;
import catena.records.run.Environment;
import catena.records.run.RunDirectory;
import catena.records.sample.Meaning;
import catena.records.sample.SampleFile;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.words.UsageException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers sample the host that they run on, one of them; a collector that fails leaves nothing. */
class HostOfRunTest {
  @TempDir private Path files;
  private RunDirectory directory;
  private RunJournal record;
  private RunContext run;

  @BeforeEach
  void open() throws Exception {
    directory = RunDirectory.at(files.toString(), new Configuration(false));
    PartEnvironment site = NoCluster.named(OutputStream.nullOutputStream(), CallerContext.NOTHING);
    record = new RunJournal(directory, "worker", site.terminal());
    run =
        new RunContext(
            "worker", site, directory, record.journal(), Optional.empty(), new StopSignal());
  }

  @AfterEach
  void close() throws Exception {
    record.close();
    directory.close();
  }

  private static Settings settings(String parts) {
    return Settings.resolve(
        StatsSettings.ALL,
        List.of(Layer.of("test", Map.of("stats.parts", parts, "stats.interval", "1s"))));
  }

  @Test
  void oneWorkerOfAHostSamplesItAndNothingElse() throws Exception {
    Meaning.write(directory, new TreeMap<>()); // by the coordinator's collector
    Settings whole = settings("cluster,host,clients");
    try (StatsCollector first = StatsCollector.ofHost(run, whole).orElseThrow()) {
      assertThat(first).isNotNull();
      assertThat(StatsCollector.ofHost(run, whole)).as("another worker").isEmpty();
      assertThat(directory.samples())
          .singleElement()
          .satisfies(file -> assertThat(file.getName()).startsWith("host-"));
    }
    try (StatsCollector successor = StatsCollector.ofHost(run, whole).orElseThrow()) {
      assertThat(successor).isNotNull();
    }
  }

  @Test
  void noHostIsSampledWhereItIsLeftOut() throws Exception {
    assertThat(StatsCollector.ofHost(run, settings("host"))).as("--without stats").isEmpty();
    Meaning.write(directory, new TreeMap<>());
    assertThat(StatsCollector.ofHost(run, settings("cluster,clients"))).isEmpty();
  }

  private StatsCollector start(String parts) throws Exception {
    return StatsCollector.start(run, settings(parts), new StopSignal());
  }

  /** A file that another process has claimed cannot be opened. */
  private void isFree(org.apache.hadoop.fs.Path file) throws Exception {
    SampleFile.open(directory, file, trouble -> {}).close();
  }

  /** As where a run is taken over on the host of one of its workers. */
  @Test
  void aHostThatAnotherProcessSamplesKeepsNothingElseFromBeingSampled() throws Exception {
    Meaning.write(directory, new TreeMap<>());
    try (StatsCollector worker =
            StatsCollector.ofHost(run, settings("host,clients")).orElseThrow();
        StatsCollector successor = start("host,clients")) {
      assertThat(worker).isNotSameAs(successor);
      assertThatThrownBy(() -> isFree(directory.clientSamples()))
          .isInstanceOf(UsageException.class);
      assertThatThrownBy(() -> start("host")).isInstanceOf(UsageException.class);
    }
    isFree(directory.clientSamples());
  }

  @Test
  void whoCannotBeginAllClosesWhatWasBegun() throws Exception {
    SampleFile taken = SampleFile.open(directory, directory.clientSamples(), trouble -> {});
    assertThatThrownBy(() -> start("host,clients")).isInstanceOf(UsageException.class);
    isFree(directory.hostSamples(Environment.hostName()));
    taken.close();
    start("host,clients").close();
  }
}
