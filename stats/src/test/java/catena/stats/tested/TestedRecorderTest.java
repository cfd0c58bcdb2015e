// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.accumulo.FakeInstance;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.fixture.NoCluster;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.tested.Tested;
import catena.records.tested.Tested.Server;
import catena.records.tested.Tested.Snapshot;
import catena.records.threads.Bounded;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TestedRecorderTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-22T09:00:00Z"), ZoneOffset.UTC);

  @TempDir private Path files;
  private final Cluster cluster = new Cluster();
  private RunDirectory run;

  /** A cluster of one tserver, as its survey reports it; any thread may change it. */
  private static final class Cluster extends ClusterSurvey {
    private final ConcurrentSkipListMap<String, String> system = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListMap<String, String> table = new ConcurrentSkipListMap<>();
    private volatile String version = "2.1.4";
    private volatile Duration lastLimit = Duration.ofSeconds(30);
    private volatile boolean answers = true;

    Cluster() {
      super(null, null, null); // which nobody asks
    }

    @Override
    String instance() {
      return "catena";
    }

    @Override
    String instanceId() {
      return "1-2-3";
    }

    @Override
    Duration lastLimit() {
      return lastLimit;
    }

    @Override
    SortedMap<String, String> system() throws InterruptedException {
      if (!answers) {
        new CountDownLatch(1).await();
      }
      return new TreeMap<>(system);
    }

    @Override
    SortedMap<String, String> table(String name) {
      return new TreeMap<>(table);
    }

    @Override
    List<Server> servers(Map<String, String> ofSystem) {
      assertThat(ofSystem).containsEntry("tserver.port.client", system.get("tserver.port.client"));
      return List.of(
          Server.at(Role.TSERVER, "h:1", false)
              .or(Optional.of(version), Optional.empty(), Optional.empty()));
    }

    @Override
    List<String> unknown() {
      return List.of("nobody tells the JVM");
    }
  }

  @BeforeEach
  void open() {
    run = RunDirectory.at(files.resolve("run").toString());
    cluster.system.put("tserver.port.client", "1");
    cluster.system.put("instance.secret", "hunter2");
  }

  @AfterEach
  void close() throws Exception {
    run.close();
  }

  private TestedRecorder start() {
    return start(Duration.ofMillis(5));
  }

  private TestedRecorder start(Duration every) {
    return start(cluster, every);
  }

  private TestedRecorder start(ClusterSurvey survey, Duration every) {
    PartEnvironment site =
        NoCluster.named(OutputStream.nullOutputStream(), CallerContext.NOTHING, CLOCK);
    return TestedRecorder.start(
        new RunContext("quick", site, run, null, Optional.empty(), new StopSignal()),
        survey,
        "ci",
        every);
  }

  private List<Snapshot> snapshots() throws IOException {
    Optional<byte[]> content = run.read(run.tested());
    return content.isEmpty()
        ? List.of()
        : Json.LINES.readValue(content.get(), Tested.class).snapshots();
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    Bounded.run(
        "the recorder",
        Duration.ofSeconds(30),
        () -> {
          while (!condition.holds()) {
            Thread.onSpinWait();
          }
        });
  }

  @Test
  void serversAreTakenAtOnceAndTheTableWhenItIsThere() throws Exception {
    TestedRecorder recorder = start();
    await(() -> !snapshots().isEmpty());
    assertThat(run.fileSystem().exists(run.tableConfiguration("ci"))).isFalse();
    cluster.table.put("table.split.threshold", "7M");
    await(() -> run.fileSystem().exists(run.tableConfiguration("ci")));
    recorder.close();
    Snapshot only = snapshots().get(0);
    assertThat(snapshots()).hasSize(1);
    assertThat(only.at()).isEqualTo("2026-11-22T09:00:00Z");
    assertThat(only.servers()).extracting(Server::address).containsExactly("h:1");
    assertThat(only.differences())
        .extracting(each -> each.scope() + " " + each.key() + "=" + each.value())
        .containsExactly(
            "system instance.secret=***",
            "system tserver.port.client=1",
            "ci table.split.threshold=7M");
    assertThat(only.unknown()).containsExactly("nobody tells the JVM");
    assertThat(recorder.outcome().facts())
        .containsExactly("tested: Accumulo 2.1.4 with 1 tserver, ZooKeeper of unknown version");
    assertThat(recorder.outcome().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void whatIsChangedDuringTheRunIsRecorded() throws Exception {
    cluster.table.put("table.split.threshold", "7M");
    TestedRecorder recorder = start();
    await(() -> !snapshots().isEmpty());
    cluster.system.put("tserver.port.client", "2");
    recorder.close();
    assertThat(snapshots().get(0).unknown())
        .containsExactly(
            "nobody tells the JVM",
            "During the run system: tserver.port.client changed from 1 to 2");
  }

  @Test
  void aTableThatCameAfterTheLastSampleIsRecordedInTheEnd() throws Exception {
    TestedRecorder recorder = start(Duration.ofHours(1));
    await(() -> !snapshots().isEmpty());
    cluster.table.put("table.split.threshold", "7M");
    recorder.close();
    assertThat(run.readProperties(run.tableConfiguration("ci")))
        .containsEntry("table.split.threshold", "7M");
    assertThat(snapshots().get(0).differences())
        .extracting(each -> each.scope() + " " + each.key())
        .contains("ci table.split.threshold");
  }

  @Test
  void aRunThatIsOverAtOnceHasTakenAllTheSame() throws Exception {
    cluster.table.put("table.split.threshold", "7M");
    start().close();
    assertThat(snapshots()).hasSize(1);
    assertThat(run.readProperties(run.tableConfiguration("ci")))
        .containsKey("table.split.threshold");
  }

  @Test
  void aRunThatIsOverDoesNotWaitForServersThatDoNotAnswer() throws Exception {
    cluster.answers = false;
    cluster.lastLimit = Duration.ofMillis(50);
    TestedRecorder recorder = start();
    recorder.close();
    assertThat(recorder.outcome().verdict()).isEqualTo(Verdict.PASS);
    assertThat(recorder.outcome().reasons())
        .singleElement()
        .asString()
        .containsIgnoringCase("what was under test");
    assertThat(snapshots()).isEmpty();
  }

  /** The system's configuration and the table's, when the run begins and when it ends: four. */
  @Test
  void theEndOfARunWaitsForOneQueryAndNotForSeveral() throws Exception {
    Duration limit = Duration.ofSeconds(1);
    CountDownLatch answers = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    Consumer<FakeInstance> hangs =
        any -> {
          begun.incrementAndGet();
          Uninterruptibles.awaitUninterruptibly(answers);
        };
    FakeInstance instance =
        new FakeInstance()
            .zooKeeper("127.0.0.1:1") // where nobody answers either
            .before("getSystemConfiguration", hangs)
            .before("exists", hangs);
    ClusterSurvey survey =
        new ClusterSurvey(instance.connection(), new Configuration(false), limit);
    try {
      TestedRecorder recorder = start(survey, Duration.ofMillis(5));
      recorder.close();
      assertThat(begun).as("it did not wait for all that hang").hasValueLessThan(4);
      assertThat(recorder.outcome().reasons())
          .containsExactly("What was under test could not be found out in time");
    } finally {
      answers.countDown();
    }
    assertThat(survey.lastLimit()).as("but for one").isGreaterThan(limit);
  }

  @Test
  void whoCarriesOnWithAnotherVersionAddsToWhatWasTaken() throws Exception {
    start().close();
    start().close();
    assertThat(snapshots()).hasSize(1);
    cluster.version = "2.1.5-a-branch-with-a-name-that-is-longer-than-a-line-of-the-summary";
    TestedRecorder other = start();
    other.close();
    assertThat(snapshots()).hasSize(2);
    assertThat(other.outcome().facts())
        .as("nothing is cut, however long")
        .anyMatch(line -> line.contains(cluster.version + " with 1 tserver, ZooKeeper of"));
    Files.writeString(files.resolve("run/tested.json"), "{\"snap");
    start().close();
    assertThat(snapshots()).as("a torn file is begun anew").hasSize(1);
  }

  @Test
  void aFileThatCannotBeWrittenIsARemarkAndNoDoubt() throws Exception {
    Files.createDirectories(files.resolve("run/tested.json/in-the-way"));
    TestedRecorder recorder = start();
    recorder.close();
    PartOutcome outcome = recorder.outcome();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("what was under test is not recorded");
  }
}
