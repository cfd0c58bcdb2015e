// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.activity.Companion;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.fixture.NoCluster;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MetricsCompanionTest {
  @TempDir private Path files;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final MetricsCompanion companion = new MetricsCompanion();
  private final StopSignal stop = new StopSignal();
  private RunDirectory directory;
  private Journal journal;
  private RunContext run;

  @BeforeEach
  void open() throws IOException {
    directory = RunDirectory.at(files.toString(), new Configuration(false));
    journal = new Journal(directory.append(directory.events("run")), e -> {});
    PartEnvironment site = NoCluster.site(said);
    run = new RunContext("test", site, directory, journal, Optional.empty(), stop);
  }

  @AfterEach
  void close() throws Exception {
    companion.concluded(run);
    journal.close();
    directory.close();
  }

  private Settings settings(int port, String linger) {
    Map<String, String> given =
        Map.of("metrics.port", Integer.toString(port), "metrics.linger", linger);
    return Settings.resolve(companion.settings(), List.of(Layer.of("test", given)));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String scrape(int port) throws IOException {
    try (var in = URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** As the first row of a sweep, whose first phase fails. */
  @Test
  void aRunThatIsBrokenOffDoesNotKeepThePortFromTheNext() throws Exception {
    int port = freePort();
    var unused = companion.attend(run, settings(port, "0s"));
    try (RunDirectory second =
            RunDirectory.at(files.resolve("second").toString(), new Configuration(false));
        Journal its = new Journal(second.append(second.events("run")), e -> {})) {
      RunContext next =
          new RunContext("test", NoCluster.site(said), second, its, Optional.empty(), stop);
      var ignored = companion.attend(next, settings(port, "0s"));
      assertThat(scrape(port)).contains("catena_");
      companion.concluded(next);
    }
  }

  @Test
  void withoutAPortNothingIsServed() throws Exception {
    Companion.Attendance none =
        companion.attend(run, Settings.resolve(companion.settings(), List.of()));
    assertThat(none).isSameAs(Companion.Attendance.NONE);
    assertThat(said.toString(UTF_8)).isEmpty();
  }

  @Test
  void theMetricsAreServedUntilTheVerdictStands() throws Exception {
    int port = freePort();
    Companion.Attendance attendance = companion.attend(run, settings(port, "0s"));
    assertThat(said.toString(UTF_8)).contains("Metrics: http://127.0.0.1:" + port + "/metrics");
    attendance.close();
    assertThat(attendance.outcome()).isEqualTo(PartOutcome.NOTHING);
    assertThat(scrape(port)).contains("catena_verdict_pending 1.0");
    companion.concluded(run);
    assertThatThrownBy(() -> scrape(port)).isInstanceOf(IOException.class);
  }

  /** Before, it was empty: the journal had said so before it was followed. */
  @Test
  void theRunsScenarioIsNamedThoughItsJournalBeganBefore() throws Exception {
    int port = freePort();
    journal.add(new Event.RunStarted(1, "run", "quick"));
    companion.attend(run, settings(port, "0s")).close();
    assertThat(scrape(port)).contains("scenario=\"quick\"");
  }

  @Test
  void aRunThatIsStoppedDoesNotLinger() throws Exception {
    int port = freePort();
    companion.attend(run, settings(port, "1h")).close();
    stop.ask("a signal");
    companion.concluded(run); // the test's own limit is a minute
    assertThatThrownBy(() -> scrape(port)).isInstanceOf(IOException.class);
  }

  @Test
  void aRunThatWasBrokenOffLeavesThePortToTheNextOne() throws Exception {
    int port = freePort();
    companion.attend(run, settings(port, "0s")).close();
    companion.attend(run, settings(port, "0s")).close();
    assertThat(scrape(port)).contains("catena_run_info");
  }

  @Test
  void aPortThatIsTakenIsAUsageError() throws Exception {
    try (ServerSocket taken =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      assertThatThrownBy(() -> companion.attend(run, settings(taken.getLocalPort(), "0s")))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("metrics.port");
    }
  }
}
