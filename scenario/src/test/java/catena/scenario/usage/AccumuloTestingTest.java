// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import static org.assertj.core.api.Assertions.assertThat;

import catena.batchwalker.BatchWalkActivity;
import catena.harness.activity.Activity;
import catena.ingest.CreateTableActivity;
import catena.ingest.IngestActivity;
import catena.ingest.TableActions;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.scenario.usage.SettingsCommand.AccumuloTesting;
import catena.verify.VerifyActivity;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AccumuloTestingTest {
  /** The settings of continuous ingest as they are shipped, with some that a person changed. */
  private static final String SHIPPED =
      """
      test.common.hdfs.root=hdfs://localhost:8020
      test.ci.common.accumulo.table=mine
      test.ci.common.accumulo.num.tablets=20
      test.ci.common.auths=a,b|c
      test.ci.common.accumulo.server.props=\\
      compaction.service.cs1.planner=some.Planner
      test.ci.common.accumulo.table.props=\\
      table.compaction.dispatcher=some.Dispatcher \\
      table.compaction.dispatcher.opts.service=cs1
      test.ci.ingest.client.entries=9223372036854775807
      test.ci.ingest.entries.flush=500000
      test.ci.ingest.row.min=0
      test.ci.ingest.row.max=9223372036854775807
      test.ci.ingest.max.cf=32767
      test.ci.ingest.max.cq=32767
      test.ci.ingest.visibilities=a,b
      test.ci.ingest.checksum=true
      test.ci.ingest.pause.enabled=true
      test.ci.ingest.pause.wait.min=120
      test.ci.ingest.pause.wait.max=180
      test.ci.ingest.pause.duration.min=60
      test.ci.ingest.pause.duration.max=120
      test.ci.ingest.delete.probability=0.1
      test.ci.ingest.zipfian.enabled=true
      test.ci.ingest.zipfian.min.size=0
      test.ci.ingest.zipfian.max.size=10000
      test.ci.ingest.zipfian.exponent=1.5
      test.ci.batch.walker.sleep.ms=10000
      test.ci.batch.walker.batch.size=10000
      test.ci.batch.walker.consistency.level=immediate
      test.ci.walker.sleep.ms=10000
      test.ci.walker.consistency.level=immediate
      test.ci.scanner.sleep.ms=10000
      test.ci.scanner.entries=5000
      test.ci.scanner.consistency.level=immediate
      test.ci.verify.max.maps=4096
      test.ci.verify.reducers=64
      test.ci.verify.scan.consistency.level=immediate
      test.ci.verify.scan.offline=false
      test.ci.verify.auths=
      test.ci.verify.output.dir=/tmp/ci-verify
      test.ci.bulk.map.task=10
      test.gcs.table=gcs
      """;

  private static AccumuloTesting translate(String text) throws Exception {
    Properties properties = new Properties();
    properties.load(new StringReader(text));
    Map<String, String> all = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> all.put(key, properties.getProperty(key)));
    return AccumuloTesting.translate(all);
  }

  private static List<Setting<?>> known() {
    List<Activity> activities =
        new ArrayList<>(
            List.of(
                new CreateTableActivity(),
                new IngestActivity(),
                new VerifyActivity(),
                new WalkActivity(),
                new BatchWalkActivity(),
                new ScanActivity()));
    activities.addAll(TableActions.ALL);
    return Stream.<Activity>of(activities.toArray(Activity[]::new))
        .<Setting<?>>flatMap(each -> each.settings().stream())
        .distinct()
        .toList();
  }

  private static Settings accepted(AccumuloTesting translation) {
    return Settings.resolve(known(), List.of(Layer.of("theirs", translation.settings())));
  }

  @Test
  void theShippedFileIsTakenOverAndAccepted() throws Exception {
    AccumuloTesting translation = translate(SHIPPED);
    assertThat(translation.settings())
        .containsEntry("table.name", "mine")
        .containsEntry("table.splits", "19")
        .containsEntry("table.prop.table.compaction.dispatcher", "some.Dispatcher")
        .containsEntry("table.prop.table.compaction.dispatcher.opts.service", "cs1")
        .containsEntry("graph.flush.interval", "500000")
        .containsEntry("graph.payload", "zipf:0:10000:1.5")
        .containsEntry("ingest.pause.running", "120s:180s")
        .containsEntry("ingest.pause.length", "60s:120s")
        .containsEntry("read.wait", "10000ms")
        .containsEntry("read.auths", "a,b|c")
        .containsEntry("read.consistency", "immediate")
        .doesNotContainKeys("ingest.entries", "verify.auths");
    assertThat(accepted(translation).effective()).containsEntry("batchwalk.size", "10000");
    assertThat(translation.notes())
        .containsExactly(
            "test.ci.bulk.map.task: none here; bin/catena bulk and the settings ingest.bulk.* do this",
            "test.ci.common.accumulo.server.props: none here; set these properties of servers in"
                + " the cluster",
            "test.ci.verify.output.dir: none here; findings are in the run directory",
            "2 settings of other tests than continuous ingest were left out");
    assertThat(translation.lines()).contains("table.name=mine").allMatch(l -> l.length() <= 100);
  }

  @Test
  void whatDoesNotFitIsSaidAndNotGuessed() throws Exception {
    AccumuloTesting translation =
        translate(
            """
            test.ci.ingest.clint.entries=5
            test.ci.ingest.client.entries=5
            test.ci.ingest.pause.wait.min=120
            test.ci.walker.consistency.level=eventual
            test.ci.scanner.consistency.level=immediate
            test.ci.common.accumulo.num.tablets=many
            test.ci.common.accumulo.table.props=nonsense
            test.ci.ingest.zipfian.enabled=false
            """);
    assertThat(translation.settings())
        .isEqualTo(Map.of("ingest.entries", "5", "table.splits", "0", "graph.payload", "none"));
    assertThat(translation.notes())
        .hasSize(6)
        .anyMatch(note -> note.startsWith("test.ci.ingest.clint.entries is no setting"))
        .anyMatch(note -> note.startsWith("ingest.entries is exact"))
        .anyMatch(note -> note.contains("belong together"))
        .anyMatch(
            note ->
                note.contains("scanner.consistency.level")
                    && note.contains("give read.consistency to"))
        .anyMatch(note -> note.contains("no number: many"))
        .anyMatch(note -> note.contains("'nonsense'"));
  }

  @Test
  void clientsPauseWhereTheyDidThereAndSoLong() throws Exception {
    String times =
        """
        test.ci.ingest.pause.duration.min=5
        test.ci.ingest.pause.duration.max=7
        """;
    String enabled = "test.ci.ingest.pause.enabled=true\n";
    assertThat(translate(times).settings()).isEmpty();
    assertThat(translate(times + "test.ci.ingest.pause.enabled=false\n").settings()).isEmpty();
    assertThat(translate(times + enabled).settings())
        .isEqualTo(Map.of("ingest.pause.length", "5s:7s"));
    assertThat(translate(enabled).settings()).isEqualTo(Map.of("ingest.pause.length", "60s:120s"));
  }

  /** One setting has what was several there. */
  @Test
  void whatAllReadersShareIsTakenWhereItWasTheSame() throws Exception {
    AccumuloTesting same =
        translate(
            """
            test.ci.walker.sleep.ms=10
            test.ci.scanner.sleep.ms=10
            test.ci.common.auths=A|B
            test.ci.verify.auths=A
            test.ci.verify.scan.consistency.level=eventual
            """);
    assertThat(same.notes()).isEmpty();
    assertThat(same.settings())
        .isEqualTo(
            Map.of(
                "read.wait",
                "10ms",
                "read.auths",
                "A|B",
                "verify.auths",
                "A",
                "verify.consistency",
                "eventual"));
    AccumuloTesting other = translate("test.ci.walker.sleep.ms=10\ntest.ci.scanner.sleep.ms=20\n");
    assertThat(other.settings()).isEmpty();
    assertThat(other.notes())
        .containsExactly(
            "test.ci.walker.sleep.ms, test.ci.batch.walker.sleep.ms, test.ci.scanner.sleep.ms"
                + " have different values: give read.wait to the part of a scenario that reads otherwise");
  }

  @Test
  void aTestOfManySplitsIsTakenOver() throws Exception {
    AccumuloTesting translation =
        translate(
            """
            test.ci.split.initial.tablets=1
            test.ci.split.threshold=1G
            test.ci.split.threshold.reduction.factor=10
            test.ci.split.test.rounds=3
            """);
    assertThat(accepted(translation).effective())
        .containsEntry("table.splits", "0")
        .containsEntry("table.prop.table.split.threshold", "1G");
    assertThat(translation.notes()).hasSize(2).allMatch(note -> note.contains("run manysplits"));
  }

  @Test
  void whereAFileIsOfBothTestsTheTableIsThatOfContinuousIngest() throws Exception {
    AccumuloTesting translation =
        translate(
            """
            test.ci.common.accumulo.num.tablets=20
            test.ci.split.initial.tablets=1
            test.ci.split.threshold=1G
            test.ci.ingest.bulk.workdir=/tmp/bulk
            test.ci.ingest.bulk.memory.limit=512000000
            """);
    assertThat(translation.settings())
        .isEqualTo(Map.of("table.splits", "19", "ingest.bulk.dir", "/tmp/bulk"));
    assertThat(translation.notes())
        .hasSize(4)
        .anyMatch(note -> note.contains("and not that of many splits"))
        .anyMatch(note -> note.contains("one import holds a block"));
  }

  /** A properties file keeps blanks behind a value. */
  @Test
  void blanksAroundAValueAreNoPartOfIt() throws Exception {
    AccumuloTesting translation =
        translate(
            """
            test.ci.common.accumulo.table=mine\s
            test.ci.ingest.checksum=true\t
            test.ci.walker.sleep.ms=10\s
            test.ci.ingest.zipfian.enabled=true\s
            """);
    assertThat(accepted(translation).effective())
        .containsEntry("table.name", "mine")
        .containsEntry("graph.checksum", "true")
        .containsEntry("read.wait", "10ms")
        .containsEntry("graph.payload", "zipf:0:10000:1.5");
  }
}
