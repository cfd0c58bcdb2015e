// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.harness.accumulo.FakeInstance;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableGraph;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.NamespaceNotFoundException;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class TableMakerTest {
  private static final long SEED = 4242;

  private final FakeInstance instance = new FakeInstance();
  private final List<String> notes = new ArrayList<>();

  private static Settings settings(String... pairs) {
    Map<String, String> given = new TreeMap<>(Map.of("table.name", "t"));
    for (int i = 0; i < pairs.length; i += 2) {
      given.put(pairs[i], pairs[i + 1]);
    }
    List<catena.records.settings.Setting<?>> all = new ArrayList<>(TableMaker.SETTINGS);
    if (all.stream().noneMatch(setting -> setting.key().equals("table.name"))) {
      all.add(catena.harness.accumulo.TableName.SETTING);
    }
    return Settings.resolve(all, List.of(Layer.of("-o", given)));
  }

  private TableMaker maker(String... settings) {
    return new TableMaker(
        instance.connection().client(), settings(settings), () -> SEED, notes::add);
  }

  private FakeInstance.Table withGraph(GraphSpec spec) {
    FakeInstance.Table table = instance.table("t");
    table.properties.putAll(TableGraph.asProperties(spec));
    return table;
  }

  private static GraphSpec graph() {
    return GraphSettings.fresh(settings(), SEED);
  }

  private static void refuses(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... words) {
    assertThatThrownBy(call).isInstanceOf(UsageException.class).hasMessageContainingAll(words);
  }

  @Test
  void aTableIsMadeWithItsGraphItsSplitsItsPropertiesAndLogicalTime() throws Exception {
    instance.system.put("table.split.threshold", "1G");
    GraphSpec made =
        maker(
                "table.splits.per.tserver",
                "3",
                "table.prop.table.split.threshold",
                "64M",
                "table.durability",
                "log")
            .make();

    FakeInstance.Table table = instance.tables.get("t");
    assertThat(made.seed()).isEqualTo(SEED);
    assertThat(TableGraph.load(instance.client(), "t")).contains(made);
    assertThat(table.time).isEqualTo(TimeType.LOGICAL);
    assertThat(table.splits).as("two servers with three tablets each").hasSize(5);
    assertThat(table.splits.first()).isEqualTo(new Text("1555555555555555"));
    assertThat(table.properties)
        .containsEntry("table.split.threshold", "64M")
        .containsEntry("table.durability", "log")
        .containsKey("table.iterator.scan.vers");
    assertThat(instance.done).containsExactly("create t");
    assertThat(notes).containsExactly("made table t with 6 tablets");
  }

  @Test
  void withoutSplitsItHasOneTabletAndWithEveryVersionNoIterator() throws Exception {
    GraphSpec unused = maker("table.versions", "every").make();

    FakeInstance.Table table = instance.tables.get("t");
    assertThat(table.splits).isEmpty();
    assertThat(table.properties).doesNotContainKey("table.iterator.scan.vers");
    assertThat(notes).containsExactly("made table t with 1 tablets");
  }

  @Test
  void everyVersionAndUpdatesDoNotGoTogether() {
    refuses(
        () -> maker("table.versions", "every", "graph.updates", "20:zipfian:0.99").make(),
        "table.versions=every",
        "graph.updates");
    assertThat(instance.tables).isEmpty();
  }

  @Test
  void summariesAreAskedForOnlyWhereServersCanMakeThem() throws Exception {
    GraphSpec unused = maker("table.summaries", "true").make();
    assertThat(instance.client().tableOperations().listSummarizers("t")).hasSize(1);

    instance.summarizes = false;
    instance.tables.clear();
    refuses(() -> maker("table.summaries", "true").make(), "table.summaries", "cannot load");
    refuses(() -> maker("table.summaries", "true").check(), "table.summaries", "cannot load");
    refuses(() -> maker("table.summaries", "true").checkAnew(), "table.summaries");
    assertThat(instance.tables).isEmpty();
    maker().check();
  }

  @Test
  void aPropertyThatTheInstanceDoesNotKnowIsRefusedBeforeAnythingIsMade() {
    String[] wrong = {"table.prop.table.splt.threshold", "1M"};
    refuses(() -> maker(wrong).check(), "table.splt.threshold");
    refuses(() -> maker(wrong).checkAnew(), "table.splt.threshold");
    refuses(() -> maker(wrong).make(), "table.splt.threshold");
    assertThat(instance.done).isEmpty();
  }

  @Test
  void aTableThatExistsIsTakenOnlyWhereThatIsAskedFor() throws Exception {
    withGraph(graph());
    refuses(() -> maker().check(), "Table t exists", "table.exists=use");
    refuses(() -> maker().make(), "Table t exists");

    maker("table.exists", "use").check();
    assertThat(maker("table.exists", "use").make()).isEqualTo(graph());
    assertThat(notes)
        .containsExactly("table t exists and is taken as it is, splits and properties too");
    assertThat(instance.done).isEmpty();
  }

  @Test
  void aTableWithoutAGraphThatIsTakenGetsOne() throws Exception {
    instance.table("t");
    GraphSpec made = maker("table.exists", "use").make();

    assertThat(TableGraph.load(instance.client(), "t")).contains(made);
    assertThat(instance.done).startsWith("modifyProperties t");
  }

  @Test
  void aGraphThatDiffersFromTheSettingsIsRefusedWithEachDifference() {
    withGraph(graph());
    refuses(
        () -> maker("table.exists", "use", "graph.depth", "3", "graph.max.cf", "9").check(),
        "Table t has another graph",
        "graph.depth is 25 in the table, not 3",
        "graph.max.cf is 32767 in the table, not 9");
  }

  @Test
  void summariesCannotBeAddedToATableThatExists() throws Exception {
    withGraph(graph());
    refuses(
        () -> maker("table.exists", "use", "table.summaries", "true").check(),
        "Table t exists, and its servers do not judge");
  }

  @Test
  void aTableOfAnotherToolIsTakenOverAndAnyOtherIsNot() throws Exception {
    String[] takeover = {"table.exists", "takeover"};
    refuses(() -> maker(takeover).check(), "There is no table t to take over");
    refuses(() -> maker(takeover).make(), "There is no table t to take over");

    FakeInstance.Table table = instance.table("t");
    GraphSpec made = maker(takeover).make();
    assertThat(made.takenOver()).isTrue();
    assertThat(notes).contains("what it held before its graph is nothing that the graph promises");
    maker(takeover).check();
    refuses(() -> maker(takeover).checkAnew(), "takeover keeps what a table holds");

    table.cells.put(new Key("no row of theirs", "f", "q"), new Value("v"));
    refuses(() -> maker(takeover).check(), "is not one of accumulo-testing's");
    instance.denied.add("READ");
    refuses(() -> maker(takeover).check(), "may not read table t");

    instance.tables.clear();
    withGraph(graph());
    refuses(() -> maker(takeover).check(), "nothing to take over");
  }

  @Test
  void onlyItsOwnTableIsDeleted() throws Exception {
    maker().checkAnew();
    maker().delete();
    assertThat(instance.done).isEmpty();

    instance.table("t");
    refuses(() -> maker().delete(), "exists and holds no graph of Catena");
    instance.tables.clear();
    withGraph(graph().overOthers());
    refuses(() -> maker().delete(), "holds what others wrote");
    assertThat(instance.tables).containsKey("t");

    instance.tables.clear();
    withGraph(graph());
    maker().checkAnew();
    assertThat(instance.tables).containsKey("t");
    maker().delete();
    assertThat(instance.tables).isEmpty();
    assertThat(notes).containsExactly("deleted table t");
  }

  @Test
  void aTableDeletedMeanwhileIsReported() throws Exception {
    withGraph(graph());
    instance.fails("delete", new TableNotFoundException(null, "t", "gone"));
    maker().delete();
    assertThat(notes).containsExactly("table t was deleted meanwhile");
  }

  @Test
  void whatAccumuloRefusesIsSaidWithWhatToDo() {
    instance.fails("create", new TableExistsException(null, "t", "made meanwhile"));
    refuses(() -> maker().make(), "Table t exists");
    instance.fails(
        "create", new AccumuloException(new NamespaceNotFoundException(null, "n", "none")));
    refuses(() -> maker().make(), "There is no namespace for table t");
    instance.fails("create", new IllegalArgumentException("bad name"));
    assertThatThrownBy(() -> maker().make())
        .isInstanceOf(UsageException.class)
        .hasMessage("Accumulo refuses to make table t: bad name; check table.name");
    instance.fails("create", new AccumuloException("bad value"));
    refuses(
        () -> maker("table.durability", "log").make(),
        "bad value; check table.name and the values of [table.durability]");
    instance.fails("create", FakeInstance.refused());
    refuses(() -> maker().make(), "User tester may not make table t (PERMISSION_DENIED)");
  }

  @Test
  void theUserIsGrantedWhatItWillWrite() throws Exception {
    instance.authorizations = new Authorizations("X");
    GraphSpec unused = maker("graph.visibilities", "A,B&X").make();
    assertThat(instance.authorizations).isEqualTo(new Authorizations("A", "B", "X"));
    assertThat(notes).contains("granted user tester the authorizations [A, B]");

    instance.tables.clear();
    instance.authorizations = Authorizations.EMPTY;
    instance.denied.add("ALTER_USER");
    unused = maker("graph.visibilities", "A").make();
    assertThat(instance.authorizations).isEqualTo(Authorizations.EMPTY);
    assertThat(notes)
        .anySatisfy(note -> assertThat(note).contains("lacks", "[A]", "may not grant"));
  }

  @Test
  void tabletsThatAreNotSpreadAreWaitedFor() throws Exception {
    instance.crowded = true;
    GraphSpec unused = maker("table.splits", "1").make();
    assertThat(instance.done).as("two tablets on one of two").endsWith("waitForBalance");
  }

  @Test
  void thatTabletsAreNotBalancedIsNoFailure() throws Exception {
    instance.crowded = true;
    instance.fails("waitForBalance", new IllegalStateException("no manager"));
    GraphSpec unused = maker("table.splits", "1").make();
    assertThat(notes).anySatisfy(note -> assertThat(note).contains("is not known", "no manager"));

    instance.tables.clear();
    instance.fails("locate", new IllegalStateException("no tserver"));
    unused = maker().make();
    assertThat(notes).anySatisfy(note -> assertThat(note).contains("is not known", "no tserver"));
  }

  @Test
  void whatWasMadeIsAFact() {
    GraphSpec spec = graph();
    assertThat(maker().made(" anew", spec).facts())
        .containsExactly("table t anew, graph %s, seed %d".formatted(spec.fingerprint(), SEED));
  }

  @Test
  void settingsThatContradictEachOtherAreProblems() {
    Problems problems = new Problems();
    TableMaker.check(
        settings(
            "table.splits",
            "3",
            "table.splits.per.tserver",
            "4",
            "table.durability",
            "log",
            "table.prop.table.durability",
            "none"),
        problems);
    assertThat(problems.found()).hasSize(2);
    Problems none = new Problems();
    TableMaker.check(settings(), none);
    assertThat(none.found()).isEmpty();
  }

  @Test
  void aTargetMustBeThereAndWritableAndReturnWhatWasWritten() throws Exception {
    refuses(() -> target(), "There is no table t");
    FakeInstance.Table table = withGraph(graph());
    assertThat(target().stored()).isTrue();
    assertThat(target().spec()).isEqualTo(graph());
    assertThat(target().tableId()).isEqualTo(table.id);
    assertThat(target().tablets()).isEqualTo(1);
    assertThat(IngestTarget.existing(instance.connection(), "t").spec()).isEqualTo(graph());

    instance.denied.add("WRITE");
    refuses(() -> target(), "may not write table t", "Table.WRITE");
    instance.denied.clear();
    instance.denied.add("BULK_IMPORT");
    refuses(() -> target().checkImport(), "may not import files into table t");
    instance.denied.clear();
    target().checkImport();

    table.properties.put("table.iterator.scan.odd", "30,org.example.Odd");
    refuses(() -> target(), "does not return just what was written", "org.example.Odd");
    table.properties.remove("table.iterator.scan.odd");
    table.properties.putAll(new TableCopy("other", "9", "p", 1, true).asProperties());
    refuses(() -> target(), "is a copy of table other");
  }

  @Test
  void aTargetWithoutAGraphGetsOneWhenItIsStored() throws Exception {
    FakeInstance.Table table = instance.table("t");
    table.splits.add(new Text("8"));
    refuses(() -> IngestTarget.existing(instance.connection(), "t"), "has no graph");
    IngestTarget target = target();
    assertThat(target.stored()).isFalse();
    assertThat(target.tablets()).isEqualTo(2);
    assertThat(TableGraph.load(instance.client(), "t")).isEqualTo(Optional.empty());
    target.store(notes::add);
    assertThat(TableGraph.load(instance.client(), "t")).contains(target.spec());
    assertThat(notes).containsExactly("table t had no graph and has one now, seed " + SEED);

    target().store(notes::add);
    assertThat(notes).hasSize(1);
    assertThat(target.graphFile().tableId()).isEqualTo(table.id);
    assertThat(target.graphFile().instanceId()).isEqualTo("instance-1");
  }

  /** Its entries would be taken for some that no writer wrote. */
  @Test
  void aTableWithEntriesOfOthersGetsNoGraph() throws Exception {
    FakeInstance.Table table = instance.table("t");
    table.cells.put(new Key("a row", "f", "q"), new Value("v"));
    refuses(() -> target(), "Table t has entries and no graph", "table.exists=takeover");
    refuses(() -> maker("table.exists", "use").check(), "has entries and no graph");
    refuses(() -> maker("table.exists", "use").make(), "has entries and no graph");
    assertThat(TableGraph.load(instance.client(), "t")).isEmpty();
    instance.denied.add("READ");
    refuses(() -> target(), "may not");
  }

  @Test
  void ofTwoProcessesThatGiveATableItsGraphTheSecondIsRefused() throws Exception {
    instance.table("t");
    IngestTarget first = target();
    IngestTarget second = IngestTarget.find(instance.connection(), "t", settings(), () -> SEED + 1);
    first.store(notes::add);
    refuses(() -> second.store(notes::add), "has got a graph meanwhile; try again");
    assertThat(TableGraph.load(instance.client(), "t")).contains(first.spec());
  }

  @Test
  void updatesNeedLogicalTimeAndAreNotImported() throws Exception {
    GraphSpec updated = GraphSettings.fresh(settings("graph.updates", "20:zipfian:0.99"), SEED);
    FakeInstance.Table table = withGraph(updated);
    refuses(() -> target(), "orders entries by milliseconds");
    table.time = TimeType.LOGICAL;
    refuses(() -> target().checkImport(), "A graph with updates");
  }

  @Test
  void aTableThatGoesWhileItIsReadIsReportedMissing() {
    withGraph(graph());
    instance.fails("getConfiguration", new TableNotFoundException(null, "t", "gone"));
    refuses(() -> target(), "There is no table t");
    instance.fails("getConfiguration", new AccumuloException(FakeInstance.refused()));
    refuses(() -> target(), "may not read the properties of table t", "Table.ALTER_TABLE");
    instance.tables.get("t").properties.put(TableGraph.PREFIX + "version", "99");
    refuses(() -> target(), "has a graph that this version cannot read");
  }

  private IngestTarget target() throws Exception {
    return IngestTarget.find(instance.connection(), "t", settings(), () -> SEED);
  }
}
