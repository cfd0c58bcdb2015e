// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.records.history.RecoveryMeasure;
import catena.records.server.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A plan with each kind of fault that a cluster without hosts allows, beside the observer; but not
 * {@code offline}, which ends those who read.
 */
@EnabledIfSystemProperty(
    named = "catena.witness",
    matches = "true",
    disabledReason = "it takes minutes, and both sides must be on time: -Dcatena.witness=true")
class FaultCostIT {
  private static final String TABLE = "witnessed";

  private static final String SCENARIO =
      """
      name: witnessed
      settings:
        table.name: %s
        table.splits: 3
        graph.flush.interval: 250
        graph.depth: 4
        ingest.clients: 2
        ingest.rate: 1000
        ingest.retry.backoff: 100ms:500ms
        read.timeout: 1s
        measure.interval: 1s
        agitate.plan: %s
      phases:
        - createtable
        - together:
            - ingest
            - walk: {walk.clients: 2, walk.rate: 20}
            - agitate
        - quiesce
        - verify
      """;

  /** Some quiet time first, for what is usual; then each after the recovery from the one before. */
  private static final String PLAN =
      """
      policy: witnessed
      seed: 1
      gate: healthy
      faults:
        - {id: 1, at: 38s, fault: kill, targets: ['tserver@table'], hold: 3s}
        - {id: 2, at: 75s, fault: pause, targets: ['tserver@table'], hold: 4s}
        - {id: 3, at: 88s, fault: restart, targets: ['tserver@table']}
        - {id: 4, at: 125s, fault: stop, targets: ['tserver@table'], hold: 2s}
        - {id: 5, at: 145s, fault: migrate, targets: ['tserver@table'], hold: 2s}
        - {id: 6, at: 165s, fault: kill, targets: ['manager@active'], hold: 2s}
        - {id: 7, at: 185s, fault: kill, targets: [datanode-1], hold: 2s}
        - {id: 8, at: 200s, fault: split, targets: [table]}
        - {id: 9, at: 204s, fault: flush, targets: [table]}
        - {id: 10, at: 208s, fault: compact, targets: [table]}
        - {id: 11, at: 212s, fault: merge, targets: [table]}
      """;

  /** What was shown and seen is kept, so that whoever finds a difference can look at both. */
  private static final Path DIRECTORY = Path.of("target/witness-it").toAbsolutePath();

  private LocalCluster cluster;

  @BeforeEach
  void start() throws Exception {
    ClusterSpec spec =
        ClusterSpec.usual()
            .with(Role.DATANODE, 2)
            .with(Role.TSERVER, 2)
            .with(Role.MANAGER, 2)
            .with(Role.MONITOR, 0);
    remove();
    Files.createDirectories(DIRECTORY);
    cluster = LocalCluster.start(DIRECTORY.resolve("cluster"), spec, note -> {});
  }

  private static void remove() throws Exception {
    if (LocalCluster.exists(DIRECTORY.resolve("cluster"))) {
      LocalCluster.open(DIRECTORY.resolve("cluster")).clean();
    }
    if (Files.exists(DIRECTORY)) {
      try (Stream<Path> old = Files.walk(DIRECTORY)) {
        for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @AfterEach
  void stop() throws Exception {
    if (cluster != null) {
      cluster.clean();
    }
  }

  @Test
  void whatEachFaultCostIsWhatAnObserverFromOutsideSaw() throws Exception {
    Path plan = Files.writeString(DIRECTORY.resolve("plan.yaml"), PLAN);
    Path scenario =
        Files.writeString(DIRECTORY.resolve("witnessed.yaml"), SCENARIO.formatted(TABLE, plan));
    Path said = DIRECTORY.resolve("said");
    Path directory = DIRECTORY.resolve("run");
    WitnessedRun run =
        WitnessedRun.of(
            List.of(scenario.toString(), "-c", cluster.clientProperties().toString()),
            directory,
            DIRECTORY.resolve("cluster"),
            TABLE,
            said,
            DIRECTORY.resolve("seen"));
    System.out.println(run.comparison());
    assertThat(run.status()).as(Files.readString(said)).isZero();
    assertCompared(
        run.comparison(), "kill tserver", RecoveryMeasure.NOTICE, RecoveryMeasure.REHOST);
    assertCompared(
        run.comparison(), "kill tserver", RecoveryMeasure.FIRST_READ, RecoveryMeasure.FIRST_FLUSH);
    assertCompared(
        run.comparison(), "restart tserver", RecoveryMeasure.NOTICE, RecoveryMeasure.REHOST);
    assertCompared(run.comparison(), "stop tserver", RecoveryMeasure.NOTICE);
    assertCompared(run.comparison(), "migrate tserver", RecoveryMeasure.NOTICE);
    assertCompared(run.comparison(), "kill manager", RecoveryMeasure.NOTICE);
    assertCompared(run.comparison(), "pause tserver", RecoveryMeasure.FIRST_READ);
    for (String other : List.of("kill datanode", "split", "flush", "compact", "merge")) {
      assertCompared(run.comparison(), other, RecoveryMeasure.FIRST_FLUSH);
    }
    for (String dip : List.of("ingest dip", "ingest none for", "query dip", "query none for")) {
      assertThat(run.comparison().lines()).extracting(Comparison.Line::measure).contains(dip);
    }
    assertThat(run.comparison().disagreements()).as(run.comparison().toString()).isEmpty();
  }

  private static void assertCompared(
      Comparison comparison, String fault, RecoveryMeasure... measures) {
    for (RecoveryMeasure measure : measures) {
      assertThat(comparison.lines())
          .as("%s of %s", measure.key(), fault)
          .anyMatch(
              line ->
                  line.fault().words().contains(" " + fault)
                      && line.measure().equals(measure.key())
                      && line.shown().isPresent());
    }
  }
}
