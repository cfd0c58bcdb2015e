// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.harness.accumulo.FakeInstance;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableGraph;
import catena.harness.activity.PartRig;
import catena.ingest.MoruActivity;
import catena.read.plant.Faults;
import catena.records.words.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.NamespaceNotFoundException;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which table may be copied, and into which. */
@Timeout(60)
class CopyPlacesTest {
  private static final GraphSpec SPEC = Faults.graph(20, 3, 0, List.of("", "A"));

  private final FakeInstance instance = new FakeInstance();
  private FakeInstance.Table table;

  @BeforeEach
  void aTable() {
    table = instance.table("t");
    table.properties.putAll(TableGraph.asProperties(SPEC));
    table.properties.put("table.split.threshold", "64M");
    table.time = TimeType.LOGICAL;
    table.splits.add(new Text("5"));
    instance.authorizations = new Authorizations("A", "B");
  }

  private CopySource source() throws Exception {
    return CopySource.find(instance.connection(), "t");
  }

  private CopyTarget target() throws Exception {
    return CopyTarget.find(source(), "c");
  }

  private TableCopy copy(String promise) {
    return new TableCopy("t", table.id, promise, 1, false);
  }

  private static void refuses(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... words) {
    assertThatThrownBy(call).isInstanceOf(UsageException.class).hasMessageContainingAll(words);
  }

  @Test
  void aSourceHasAGraphAndIsReadWithAllThatTheUserSees() throws Exception {
    assertThat(source().tableId()).isEqualTo(table.id);
    assertThat(source().spec()).isEqualTo(SPEC);
    assertThat(source().user()).isEqualTo(new Authorizations("A", "B"));
    assertThat(source().asRunTable().tableId()).isEqualTo(table.id);
  }

  @Test
  void whatCouldNotBeComparedIsNoSource() {
    refuses(() -> CopySource.find(instance.connection(), "other"), "There is no table other");
    instance.denied.add("READ");
    refuses(this::source, "may not read table t", "Table.READ");
    instance.denied.clear();
    instance.authorizations = new Authorizations("B");
    refuses(this::source, "does not see the visibilities [A] of table t");
    instance.authorizations = new Authorizations("A");
    table.properties.putAll(copy("p").asProperties());
    refuses(this::source, "is itself a copy, of table t");
    table.properties.keySet().removeIf(key -> key.startsWith(TableCopy.PREFIX));
    table.properties.keySet().removeIf(key -> key.startsWith("table.iterator."));
    refuses(this::source, "returns every version of an entry");
    table.properties.put(TableGraph.PREFIX + "version", "99");
    refuses(this::source, "has a graph that this version cannot read");
    table.properties.keySet().removeIf(key -> key.startsWith(TableGraph.PREFIX));
    refuses(this::source, "has no graph, so it is not known what a copy must hold");
  }

  @Test
  void aCopyIsMadeWithWhatIsTheSourcesOwn() throws Exception {
    refuses(() -> CopyTarget.find(source(), "t"), "moru.table and table.name are both t");
    CopyTarget target = target();
    assertThat(target.exists()).isFalse();
    assertThat(target.before()).isEmpty();
    assertThat(target.make(copy("p"))).isEqualTo("made table c with 2 tablets");

    FakeInstance.Table made = instance.tables.get("c");
    assertThat(made.splits).containsExactly(new Text("5"));
    assertThat(made.time).isEqualTo(TimeType.LOGICAL);
    assertThat(made.properties).containsEntry("table.split.threshold", "64M");
    assertThat(made.properties).doesNotContainKey("table.durability");
    assertThat(TableGraph.load(instance.client(), "c")).contains(SPEC);
    assertThat(TableCopy.load(instance.client(), "c")).contains(copy("p"));

    target.completed(copy("p"));
    assertThat(TableCopy.load(instance.client(), "c").map(TableCopy::complete)).contains(true);
  }

  @Test
  void aCopyIsRepeatedByTheSameLedgersOnlyOnceItHoldsSomething() throws Exception {
    String unused = target().make(copy("p"));
    CopyTarget again = target();
    assertThat(again.exists()).isTrue();
    assertThat(again.before()).isEqualTo(Optional.of(copy("p")));
    assertThat(again.make(copy("q")))
        .as("it is empty")
        .isEqualTo("table c exists and is written again");

    instance.tables.get("c").cells.put(new Key("row"), new Value("v"));
    assertThat(target().make(copy("q"))).contains("written again");
    refuses(
        () -> target().make(copy("r")),
        "Table c exists and cannot be taken for the copy",
        "as other ledgers had it");
    assertThat(TableCopy.load(instance.client(), "c")).contains(copy("q"));
  }

  @Test
  void aTableThatHoldsSomethingElseIsNotTaken() throws Exception {
    String unused = target().make(copy("p"));
    FakeInstance.Table made = instance.tables.get("c");
    made.time = TimeType.MILLIS;
    refuses(this::target, "its entries get another kind of time");
    made.time = TimeType.LOGICAL;
    instance.denied.add("WRITE");
    refuses(this::target, "may not write table c");
    instance.denied.clear();
    made.properties.put(TableGraph.PREFIX + "version", "99");
    refuses(this::target, "it holds something else than a copy of table t");
    made.properties.putAll(TableGraph.asProperties(Faults.graph(21, 3, 0, List.of(""))));
    refuses(this::target, "it holds something else");
    made.properties.putAll(TableGraph.asProperties(SPEC));
    made.properties.putAll(new TableCopy("x", "77", "p", 1, false).asProperties());
    refuses(this::target, "it holds something else");
    made.properties.putAll(copy("p").asProperties());
    made.properties.keySet().removeIf(key -> key.startsWith("table.iterator."));
    refuses(this::target, "it returns every version of an entry");
  }

  @Test
  void anEmptyTableWithTheGraphThatHasNoWritersMayBeTaken() throws Exception {
    FakeInstance.Table made = instance.table("c");
    made.properties.putAll(TableGraph.asProperties(SPEC));
    made.time = TimeType.LOGICAL;
    made.cells.put(new Key("row"), new Value("v"));
    refuses(this::target, "it holds something else");
    made.cells.clear();
    try (TestingServer zooKeeper = new TestingServer()) {
      instance.zooKeeper(zooKeeper.getConnectString());
      assertThat(target().exists()).isTrue();
      assertThat(target().before()).isEmpty();
    }
  }

  @Test
  void whatWouldBeCopiedIsSaidAndWithoutALedgerNothingIs(@TempDir Path temp) throws Exception {
    try (PartRig rig = new PartRig(temp);
        TestingServer zooKeeper = new TestingServer()) {
      rig.instance.tables.put("t", table);
      rig.instance.zooKeeper(zooKeeper.getConnectString());
      rig.instance.authorizations = instance.authorizations;
      String[] settings = {"table.name", "t", "moru.table", "c"};
      assertThat(rig.wouldDo(new MoruActivity(), settings))
          .containsExactly(
              "table t, graph " + SPEC.fingerprint(),
              "would read all of it, and write it again into table c");
      refuses(
          () -> rig.perform(new MoruActivity(), settings),
          "No ledger says what table t holds: name the runs that wrote it");
      assertThat(rig.instance.tables).containsOnlyKeys("t");
    }
  }

  @Test
  void whatAccumuloRefusesIsSaidWithWhatToDo() {
    instance.fails("create", new TableExistsException(null, "c", "meanwhile"));
    refuses(() -> target().make(copy("p")), "another process has made it meanwhile");
    instance.fails(
        "create", new AccumuloException(new NamespaceNotFoundException(null, "n", "none")));
    refuses(() -> target().make(copy("p")), "There is no namespace for table c");
    instance.fails("create", FakeInstance.refused());
    refuses(() -> target().make(copy("p")), "User tester may not make table c");
    instance.fails("create", new AccumuloException("odd"));
    assertThatThrownBy(() -> target().make(copy("p")))
        .isInstanceOf(AccumuloException.class)
        .hasMessageContaining("odd");
  }
}
