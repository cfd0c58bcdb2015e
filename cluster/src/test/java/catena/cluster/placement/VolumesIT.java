// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import catena.cluster.disk.DiskSupport;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.InstanceVolume;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companion;
import catena.harness.activity.LocalFiles;
import catena.harness.activity.RunContext;
import catena.harness.fixture.NoCluster;
import catena.harness.instance.ServerId;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster with two volumes: what Accumulo's chooser does with them, and whether a run says so.
 * Needs root and loop devices, and is skipped without.
 */
@EnabledIfSystemProperty(
    named = "catena.witness",
    matches = "true",
    disabledReason = "it takes 2 minutes: -Dcatena.witness=true")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class VolumesIT {
  private static final Path DIRECTORY = Path.of("target/volumes-it");
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);
  private static final ServerId GC = new ServerId(Role.GC, 1);
  private static final String PREFERRED = "table.custom.volume.preferred";

  private static LocalCluster cluster;
  private static AccumuloClient client;

  @BeforeAll
  static void start() throws Exception {
    assumeThat(DiskSupport.problem()).as("disks on this machine").isEmpty();
    removeCluster();
    Disks disks =
        new Disks(3072, true)
            .tiered("placement.by", "volumes")
            .tiered("placement.wal", "fast")
            .tiered("placement.metadata", "fast");
    ClusterSpec spec =
        ClusterSpec.usual().with(Role.TSERVER, 1).with(Role.MONITOR, 0).withDisks(disks);
    cluster = LocalCluster.start(DIRECTORY, spec, note -> {});
    cluster.awaitHealthy(LIMIT);
    client = Accumulo.newClient().from(cluster.clientProperties()).build();
  }

  @AfterAll
  static void removeCluster() throws Exception {
    if (client != null) {
      client.close();
    }
    if (LocalCluster.exists(DIRECTORY)) {
      LocalCluster.open(DIRECTORY).clean();
    }
  }

  private static List<InstanceVolume> volumes() {
    return InstanceVolume.of(cluster.spec().disks());
  }

  /** Paths of all files that have blocks. */
  private static List<String> files() throws Exception {
    try (FileSystem hdfs = StoragePolicies.open(cluster.hadoopConf())) {
      return Replica.list(hdfs, volumes()).stream().map(Replica::file).distinct().toList();
    }
  }

  private static String uri(String path) throws Exception {
    try (FileSystem hdfs = StoragePolicies.open(cluster.hadoopConf())) {
      return hdfs.getUri() + path;
    }
  }

  private static void write(String table, NewTableConfiguration how) throws Exception {
    client.tableOperations().create(table, how);
    try (BatchWriter writer = client.createBatchWriter(table)) {
      for (int i = 0; i < 1000; i++) {
        Mutation mutation = new Mutation("r%04d".formatted(i));
        mutation.put("f", "q", "v" + i);
        writer.addMutation(mutation);
      }
    }
  }

  private static long count(String table) throws Exception {
    try (Scanner scanner = client.createScanner(table)) {
      return scanner.stream().count();
    }
  }

  private static String directory(String table) {
    return "/accumulo/tables/" + client.tableOperations().tableIdMap().get(table) + "/";
  }

  /** What a run says that begins and ends now. */
  private static PartOutcome sample(Path directory) throws Exception {
    PlacementCompanion companion = new PlacementCompanion();
    CallerContext given = CallerContext.of(new LocalFiles(DIRECTORY, cluster.hadoopConf()));
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration(false))) {
      Companion.Attendance attendance =
          companion.attend(
              new RunContext(
                  "run",
                  NoCluster.named(OutputStream.nullOutputStream(), given),
                  run,
                  null,
                  Optional.empty(),
                  new StopSignal()),
              Settings.resolve(companion.settings(), List.of()));
      attendance.close();
      return attendance.outcome();
    }
  }

  @Test
  @Order(1)
  void eachFileIsOnTheVolumeThatWasAskedFor(@TempDir Path run) throws Exception {
    write("right", new NewTableConfiguration());
    client.tableOperations().flush("right", null, null, true);
    for (String catalog : List.of("accumulo.metadata", "accumulo.root")) {
      assertThat(client.tableOperations().getConfiguration(catalog))
          .containsEntry(PREFERRED, uri("/fast/accumulo"));
      client.tableOperations().flush(catalog, null, null, true);
    }
    List<String> files = files();
    for (String place :
        List.of(
            "/slow" + directory("right"),
            "/fast/accumulo/tables/!0/table_info/0_1.rf", // of init
            "/fast/accumulo/tables/!0/table_info/F",
            "/fast/accumulo/tables/+r/root_tablet/F",
            "/fast/accumulo/wal/")) {
      assertThat(files).anyMatch(file -> file.startsWith(place));
    }
    assertThat(sample(run)).isEqualTo(PartOutcome.NOTHING);
  }

  /** No chooser is asked where they go: they follow their log. */
  @Test
  @Order(2)
  void sortedLogsAreOnTheVolumeOfLogs(@TempDir Path run) throws Exception {
    write("recovered", new NewTableConfiguration());
    cluster.pause(GC); // it removes them
    try {
      cluster.kill(TSERVER);
      cluster.start(TSERVER);
      assertThat(count("recovered")).isEqualTo(1000);
      assertThat(files())
          .anyMatch(file -> file.startsWith("/fast/accumulo/recovery/"))
          .noneMatch(file -> file.startsWith("/slow/accumulo/recovery/"));
      assertThat(sample(run)).isEqualTo(PartOutcome.NOTHING);
    } finally {
      cluster.resume(GC);
    }
  }

  @Test
  @Order(3)
  void aTableThatPrefersTheOtherVolumeIsNamedByTheRun(@TempDir Path run) throws Exception {
    write(
        "wrong",
        new NewTableConfiguration().setProperties(Map.of(PREFERRED, uri("/fast/accumulo"))));
    client.tableOperations().flush("wrong", null, null, true);
    PartOutcome outcome = sample(run);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains(
            "replicas of tables, which was asked for on the slow volume",
            "as of /fast" + directory("wrong"),
            " on SSD",
            PREFERRED);
  }

  /** As docs/cluster.md says: it is the first volume, whatever a table prefers. */
  @Test
  @Order(4)
  void aBulkImportAsksNoChooser() throws Exception {
    try (FileSystem hdfs = StoragePolicies.open(cluster.hadoopConf())) {
      try (RFileWriter writer =
          RFile.newWriter().to(uri("/tmp/import/a.rf")).withFileSystem(hdfs).build()) {
        writer.append(new Key("s", "f", "q"), new Value("bulk"));
      }
    }
    client.tableOperations().importDirectory(uri("/tmp/import")).to("wrong").load();
    assertThat(count("wrong")).isEqualTo(1001);
    assertThat(files())
        .anyMatch(file -> file.startsWith("/slow" + directory("wrong")) && file.contains("/b-"));
  }
}
