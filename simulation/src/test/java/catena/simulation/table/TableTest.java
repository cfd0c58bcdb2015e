// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.client.FakeBatchWriter;
import catena.simulation.world.EventLog;
import catena.simulation.world.World;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.ColumnVisibility;
import org.junit.jupiter.api.Test;

/** The table in memory does what Accumulo does, and each lie does what it says. */
final class TableTest {
  private static final Authorizations USER = new Authorizations("A", "B");
  private static final long TIMEOUT = 5_000;

  private final World world =
      new World(new SplittableRandom(1), new EventLog(), new World.Unrest(0, 0));
  private Table table;
  private AccumuloClient client;
  private Liar liar;

  TableTest() {
    use(new Table(world, 2));
  }

  private void use(Table other) {
    table = other;
    client = FakeAccumulo.client(world, table, USER);
    liar = new Liar(world, table, new Graph(GraphSpec.ofSeed(1)));
  }

  private FakeBatchWriter writer() {
    return new FakeBatchWriter(world, table, 1000, TIMEOUT);
  }

  private static Mutation put(String row, String visibility, String value) {
    Mutation mutation = new Mutation(row);
    mutation.put("f", "q", new ColumnVisibility(visibility), value);
    return mutation;
  }

  private static Mutation delete(String row) {
    Mutation mutation = new Mutation(row);
    mutation.putDelete("f", "q", new ColumnVisibility(""));
    return mutation;
  }

  private void write(Mutation... mutations) throws MutationsRejectedException {
    FakeBatchWriter writer = writer();
    writer.addMutations(List.of(mutations));
    writer.flush();
  }

  private Map<String, String> seen(Authorizations authorizations, ConsistencyLevel level)
      throws Exception {
    Map<String, String> seen = new TreeMap<>();
    try (Scanner scanner = client.createScanner(FakeAccumulo.TABLE, authorizations)) {
      scanner.setRange(new Range());
      scanner.setConsistencyLevel(level);
      scanner.forEach(
          (key, value) ->
              seen.merge(key.getRow().toString(), value.toString(), (a, b) -> a + " " + b));
    }
    return seen;
  }

  private Map<String, String> seen() throws Exception {
    return seen(USER, ConsistencyLevel.IMMEDIATE);
  }

  @Test
  void theNewestVersionIsSeenAndADeleteHidesWhatIsOlder() throws Exception {
    write(put("a", "", "1"), put("b", "", "1"));
    write(put("a", "", "2"), delete("b"));

    assertThat(seen()).isEqualTo(Map.of("a", "2"));
  }

  @Test
  void aTableThatKeepsEveryVersionReturnsAllThatAreNewerThanADelete() throws Exception {
    use(new Table(world, 2, true, true));
    write(put("a", "", "1"), put("b", "", "1"));
    write(put("a", "", "2"), delete("b"));
    table.tablets().forEach(Tablet::compact);
    write(put("a", "", "3"), put("b", "", "2"));
    assertThat(seen()).isEqualTo(Map.of("a", "3 2 1", "b", "2"));
    assertThat(table.newest()).hasSize(2);

    write(delete("a"));
    assertThat(liar.all()).contains(Lie.MULTIPLY);
    assertThat(liar.tell(Lie.MULTIPLY)).isTrue();
    assertThat(seen()).isEqualTo(Map.of("b", "2 2"));
  }

  @Test
  void aVersionOnceMoreStaysNextToOneOfTheSameTime() throws Exception {
    use(new Table(world, 2, false, true));
    write(put("a", "", "1"), put("a", "", "2"));

    assertThat(liar.tell(Lie.MULTIPLY)).isTrue();
    assertThat(seen()).isEqualTo(Map.of("a", "2 2 1"));
    table.tablets().forEach(Tablet::compact);
    assertThat(seen()).isEqualTo(Map.of("a", "2 2 1"));
  }

  @Test
  void nothingIsMultipliedWhereTheNewestVersionIsReturned() throws Exception {
    write(put("a", "", "1"));
    assertThat(liar.all()).doesNotContain(Lie.MULTIPLY);
    assertThat(liar.tell(Lie.MULTIPLY)).isFalse();
  }

  @Test
  void nothingIsSeenBeforeItIsSent() throws Exception {
    FakeBatchWriter writer = writer();
    writer.addMutation(put("a", "", "1"));
    assertThat(seen()).isEmpty();
    writer.flush();
    assertThat(seen()).containsKey("a");
  }

  @Test
  void authorizationsDecideWhatIsSeen() throws Exception {
    write(put("a", "A", "1"), put("b", "A&B", "1"), put("c", "", "1"));

    assertThat(seen()).hasSize(3);
    assertThat(seen(new Authorizations("A"), ConsistencyLevel.IMMEDIATE))
        .containsOnlyKeys("a", "c");
    assertThat(seen(new Authorizations(), ConsistencyLevel.IMMEDIATE)).containsOnlyKeys("c");
  }

  @Test
  void splitsMovesAndDeathsWithALogLoseNothing() throws Exception {
    write(put("a", "", "1"), put("b", "", "1"), put("c", "", "1"));
    table.split("b");
    table.move(table.tablet("c"), 1);
    write(put("c", "", "2"));
    table.servers().forEach(server -> table.kill(server, true));

    assertThat(table.tablets()).hasSize(2);
    assertThat(seen()).isEqualTo(Map.of("a", "1", "b", "1", "c", "2"));
  }

  @Test
  void aDeathWithoutALogLosesWhatIsInMemoryOnly() throws Exception {
    write(put("a", "", "1"), put("b", "", "1"));
    table.tablet("a").compact();
    write(put("a", "", "2"), put("c", "", "1"));
    table.kill(table.serverOf("a"), false);

    assertThat(seen()).isEqualTo(Map.of("a", "1", "b", "1"));
  }

  @Test
  void timestampsOfATabletOnlyRise() throws Exception {
    for (int i = 0; i < 20; i++) {
      write(put("a", "", "" + i));
    }
    List<Cell> versions = table.versions("a", "a");

    assertThat(versions).hasSize(20);
    assertThat(versions.get(0).entry().value()).isEqualTo(Cell.bytes("19"));
    assertThat(versions.stream().map(Cell::timestamp).distinct()).hasSize(20);
  }

  @Test
  void scanServersSeeFilesAndThoseOfAWhileAgo() throws Exception {
    write(put("a", "", "1"));
    assertThat(seen(USER, ConsistencyLevel.EVENTUAL)).isEmpty();
    table.tablet("a").compact();
    assertThat(seen(USER, ConsistencyLevel.EVENTUAL)).isEmpty();
    table.tablet("a").letKnow();
    write(put("a", "", "2"));

    assertThat(seen(USER, ConsistencyLevel.EVENTUAL)).isEqualTo(Map.of("a", "1"));
    assertThat(seen()).isEqualTo(Map.of("a", "2"));
  }

  @Test
  void aRefusedCallBreaksABatchWriterForEver() throws Exception {
    table.servers().get(0).refuse(1);
    FakeBatchWriter writer = writer();
    writer.addMutation(put("a", "", "1"));

    assertThatThrownBy(writer::flush).isInstanceOf(MutationsRejectedException.class);
    assertThatThrownBy(() -> writer.addMutation(put("a", "", "1")))
        .isInstanceOf(MutationsRejectedException.class);
    assertThatThrownBy(writer::flush).isInstanceOf(MutationsRejectedException.class);
  }

  @Test
  void aPausedServerMakesAFlushTimeOutAndAppliesItsCallLate() throws Exception {
    table.servers().get(0).pause();
    FakeBatchWriter writer = writer();
    writer.addMutation(put("a", "", "old"));
    assertThatThrownBy(writer::flush).hasCauseInstanceOf(TimedOutException.class);
    Call call = table.servers().get(0).socket().get(0);
    table.servers().get(0).goOn();
    write(put("a", "", "new"));
    assertThat(seen()).isEqualTo(Map.of("a", "new"));
    while (call.isOpen()) {
      table.work();
    }

    boolean applied = call.state() == Call.State.ANSWERED;
    assertThat(seen()).isEqualTo(Map.of("a", applied ? "old" : "new"));
    assertThat(table.hasBeenLate()).isEqualTo(applied);
  }

  @Test
  void aServerThatDiesWithACallIsAskedAgainElsewhere() throws Exception {
    FakeBatchWriter writer = new FakeBatchWriter(world, table, 1, TIMEOUT);
    writer.addMutation(put("a", "", "1"));
    table.kill(table.serverOf("a"), true);
    assertThat(seen()).isEmpty();
    writer.flush();

    assertThat(seen()).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void aScanOfAPausedServerTimesOut() throws Exception {
    write(put("a", "", "1"));
    table.serverOf("a").pause();
    try (Scanner scanner = client.createScanner(FakeAccumulo.TABLE, USER)) {
      scanner.setTimeout(1, java.util.concurrent.TimeUnit.SECONDS);

      assertThatThrownBy(() -> scanner.iterator().hasNext()).isInstanceOf(TimedOutException.class);
    }
  }

  @Test
  void whatIsNotSupportedThrows() {
    assertThatThrownBy(client::instanceOperations)
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> client.tableOperations().list())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** Three rows of which one has an older version and one is deleted. */
  private void fill() throws Exception {
    String value = "9be7dc8e-1fb1-4318-8fa8-86f9dcb57e6d:00000000000000b5::00000000";
    write(put("0000000000000001", "A", value));
    write(put("0000000000000001", "A", value.replace('b', 'c')));
    write(put("0000000000000002", "", value), delete("0000000000000002"));
    write(delete("0000000000000002"));
  }

  @Test
  void liesThatLoseLose() throws Exception {
    for (Lie lie :
        List.of(Lie.LOSE_ENTRY, Lie.LOSE_TAIL, Lie.LOSE_WINDOW, Lie.LOSE_WRITER, Lie.LOSE_LOG)) {
      TableTest other = new TableTest();
      other.fill();

      assertThat(other.liar.tell(lie)).isTrue();
      assertThat(other.seen()).as(lie.name()).isEmpty();
    }
  }

  @Test
  void aLieThatRevertsShowsTheOlderVersion() throws Exception {
    fill();
    String newest = seen().get("0000000000000001");

    assertThat(liar.tell(Lie.REVERT)).isTrue();
    assertThat(seen().get("0000000000000001")).isNotEqualTo(newest).startsWith("9be7dc8e");
  }

  @Test
  void aLieThatResurrectsShowsWhatWasDeleted() throws Exception {
    fill();

    assertThat(liar.tell(Lie.RESURRECT)).isTrue();
    assertThat(seen()).containsKey("0000000000000002");
  }

  @Test
  void liesAboutContentChangeIt() throws Exception {
    for (Lie lie : List.of(Lie.ALTER, Lie.CORRUPT)) {
      TableTest other = new TableTest();
      other.fill();
      Map<String, String> before = other.seen();

      assertThat(other.liar.tell(lie)).isTrue();
      assertThat(other.seen()).as(lie.name()).hasSameSizeAs(before).isNotEqualTo(before);
    }
  }

  @Test
  void liesAboutKeysChangeThem() throws Exception {
    for (Lie lie : List.of(Lie.MISPLACE, Lie.BARE)) {
      TableTest other = new TableTest();
      other.fill();
      String before = other.table.newest().get(0).key();

      assertThat(other.liar.tell(lie)).isTrue();
      assertThat(other.table.newest().get(0).key()).as(lie.name()).isNotEqualTo(before);
    }
  }

  @Test
  void liesOfScansAreSeenByThoseWhomTheyMean() throws Exception {
    write(put("a", "A", "1"));
    liar.tell(Lie.DUPLICATE);
    assertThat(seen()).isEqualTo(Map.of("a", "1 1"));

    TableTest other = new TableTest();
    other.write(put("a", "A", "1"));
    other.liar.tell(Lie.WITHHOLD);
    assertThat(other.seen()).hasSize(1);
    assertThat(other.seen(new Authorizations("A"), ConsistencyLevel.IMMEDIATE)).isEmpty();

    TableTest third = new TableTest();
    third.write(put("a", "A", "1"));
    third.liar.tell(Lie.LEAK);
    assertThat(third.seen(new Authorizations(), ConsistencyLevel.IMMEDIATE)).hasSize(1);
  }

  @Test
  void aPhantomIsARowThatNoWriterWrites() throws Exception {
    assertThat(liar.tell(Lie.PHANTOM)).isTrue();
    assertThat(seen()).hasSize(1);
    assertThat(liar.isStranger(table.newest().get(0).key())).isTrue();
  }

  @Test
  void entriesOfOneRowKeepAccumulosOrder() {
    Entry one = new Entry(Cell.bytes("r"), Cell.bytes("f"), new byte[0], new byte[0], new byte[0]);
    Cell put = Cell.of(one, false).at(5, false);
    Cell newer = Cell.of(one, false).at(6, false);
    Cell delete = Cell.of(one, true).at(5, false);

    assertThat(Cell.ORDER.compare(newer, put)).isNegative();
    assertThat(Cell.ORDER.compare(delete, put)).isNegative();
    assertThat(put.toKey().compareTo(newer.toKey())).isPositive();
  }
}
