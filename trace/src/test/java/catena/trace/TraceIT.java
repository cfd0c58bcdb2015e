// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.SharedCluster;
import catena.cluster.local.LocalCluster;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.instance.Metadata;
import catena.harness.instance.ServerId;
import catena.records.history.Causes;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a real cluster really lost, by a kill and by a hand. */
class TraceIT {
  private static final ServerId VICTIM = new ServerId(Role.TSERVER, 1);
  private static final ServerId BYSTANDER = new ServerId(Role.TSERVER, 2);
  private static final ServerId MANAGER = new ServerId(Role.MANAGER, 1);

  /** Each fault is healed, and leaves no table but its own without data. */
  @RegisterExtension static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir static Path directory;

  private final LocalCluster cluster = CLUSTER.control();
  private final Connection connection = CLUSTER.connection();

  private Story story(String name) throws Exception {
    return new Story(cluster, connection, directory.resolve(name), name);
  }

  private static List<Event> recorded(Story story) throws Exception {
    List<Event> events = new ArrayList<>();
    JournalReader.read(story.run.fileSystem(), story.run.events(TabletRecorder.NAME), events::add);
    return events;
  }

  @Test
  @SuppressWarnings("try") // the recorder works by itself
  void whatAKilledServerHadInMemoryIsTracedToTheServerAndTheFault() throws Exception {
    try (Story story = story("killed")) {
      String address = story.address(VICTIM);
      try (TabletRecorder recorder = story.recorder()) {
        story.createTable();
        story.fault(1, "pause", BYSTANDER, cluster::pause, cluster::resume);
        story.ingest(20_000, "none");
        story.fault(2, "kill", VICTIM, it -> SharedCluster.kill(cluster, it), cluster::start);
        story.fault(3, "pause", MANAGER, cluster::pause, cluster::resume);
      }
      Map<FindingKind, Long> findings = story.verify();
      assertThat(findings.keySet()).containsExactly(FindingKind.LOST);

      Causes causes = story.trace(true);

      assertThat(causes.groups()).hasSize(1);
      Causes.Group group = causes.groups().get(0);
      assertThat(group.findings()).isEqualTo(findings.get(FindingKind.LOST));
      assertThat(group.server()).contains(VICTIM + " " + address);
      assertThat(group.fault().orElseThrow().id()).isEqualTo(2);
      assertThat(group.suspicion()).contains("ingest.durability=none");
      assertThat(group.evidence())
          .anySatisfy(line -> assertThat(line).contains("20 rows looked for now: 20 nowhere"))
          .anySatisfy(line -> assertThat(line).contains("also: fault 3", "manager-1"));
      assertThat(causes.unexplained()).isZero();
      assertThat(causes.unhosted()).isEmpty();
      assertThat(recorded(story))
          .anySatisfy(event -> assertThat(event).isInstanceOf(Event.ServerLogs.class))
          .anySatisfy(event -> assertThat(isOf(event, Metadata.ROOT_TABLET)).isTrue())
          .anySatisfy(event -> assertThat(isOf(event, "!0<")).isTrue());
      isTracedFromAnotherDirectoryToo(story, findings);
    }
  }

  /** What a verification finds that has its own directory is explained by the record of the run. */
  private void isTracedFromAnotherDirectoryToo(Story story, Map<FindingKind, Long> findings)
      throws Exception {
    try (RunDirectory other = RunDirectory.at(directory.resolve("other").toString())) {
      assertThat(story.verify(other)).isEqualTo(findings);
      assertThat(story.trace(other, false).groups())
          .singleElement()
          .satisfies(group -> assertThat(group.fault().orElseThrow().id()).isEqualTo(2));
    }
  }

  private static boolean isOf(Event event, String tablet) {
    return event instanceof Event.TabletHosted hosted && hosted.tablet().equals(tablet);
  }

  @Test
  @SuppressWarnings("try") // the recorder works by itself
  void whatAnotherClientDeletedIsExplainedByNoFault() throws Exception {
    try (Story story = story("deleted")) {
      try (TabletRecorder recorder = story.recorder()) {
        story.createTable();
        story.fault(1, "pause", VICTIM, cluster::pause, cluster::resume);
        story.ingest(8_000, "sync");
        delete(story.table, 5);
      }
      assertThat(story.verify()).isEqualTo(Map.of(FindingKind.LOST, 5L));

      Causes blind = story.trace(false);
      assertThat(blind.unexplained()).isEqualTo(5);
      assertThat(blind.groups())
          .allSatisfy(group -> assertThat(group.fault()).isEmpty())
          .allSatisfy(g -> assertThat(g.suspicion()).startsWith("No fault explains these: none"));

      assertThat(whereTheyAre(story))
          .isNotEmpty()
          .allSatisfy(line -> assertThat(line).contains("+", "/"));
      connection.client().tableOperations().flush(story.table, null, null, true);
      assertThat(whereTheyAre(story))
          .isNotEmpty()
          .allSatisfy(line -> assertThat(line).contains(".rf"));
    }
  }

  /** What is said of files and logs, where the delete markers say who did it. */
  private List<String> whereTheyAre(Story story) throws Exception {
    Causes causes = story.trace(true);
    assertThat(causes.unexplained()).isEqualTo(5);
    assertThat(causes.groups())
        .allSatisfy(
            group -> assertThat(group.suspicion()).contains("another client deleted the rows"));
    return causes.groups().stream()
        .flatMap(group -> group.evidence().stream())
        .filter(line -> line.contains("delete markers"))
        .toList();
  }

  private void delete(String table, int rows) throws Exception {
    try (Scanner scanner = connection.client().createScanner(table, Authorizations.EMPTY);
        BatchWriter writer = connection.client().createBatchWriter(table)) {
      List<Key> keys = new ArrayList<>();
      scanner.forEach(entry -> keys.add(entry.getKey()));
      for (int i = 0; i < rows; i++) {
        Key key = keys.get(i * (keys.size() / rows));
        Mutation mutation = new Mutation(key.getRow());
        mutation.putDelete(
            key.getColumnFamily(), key.getColumnQualifier(), key.getColumnVisibilityParsed());
        writer.addMutation(mutation);
      }
    }
  }
}
