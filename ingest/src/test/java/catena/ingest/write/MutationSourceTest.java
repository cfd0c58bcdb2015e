// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Cells;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.GraphSpec.VisibilityScope;
import catena.graph.Links;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Updates;
import catena.graph.function.RowLaw;
import catena.graph.function.Terms;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Mutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MutationSourceTest {
  private static final int FLUSH = 20;

  private static GraphSpec spec(VisibilityScope scope, int terms) {
    return new GraphSpec(
        GraphSpec.VERSION,
        5,
        0,
        Long.MAX_VALUE,
        FLUSH,
        1,
        100,
        100,
        List.of("read|audit", "A&B"),
        scope,
        true,
        Payload.NONE,
        1,
        4,
        Updates.NONE,
        Links.EVEN,
        new Terms(terms, 100),
        false,
        Cells.ONE,
        RowLaw.EVEN);
  }

  /** Layers and deletes alike; Accumulo itself has parsed each expression. */
  @ParameterizedTest
  @CsvSource({"NODE, 0", "NODE, 4", "UNIQUE, 0", "UNIQUE, 11"})
  void whatIsSentHasTheKeysOfTheGraphWhateverItsVisibilities(VisibilityScope scope, int terms)
      throws Exception {
    Graph graph = new Graph(spec(scope, terms));
    FakeTable table = new FakeTable();
    try (var writer = table.writer()) {
      MutationSource source = new MutationSource(graph, 1);
      source.add(new Position(0, 0, 0), FLUSH, writer);
      source.add(new Position(0, 1, 0), FLUSH, writer);
      writer.flush();
    }
    EntryEncoder encoder = new EntryEncoder(graph);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < FLUSH; i++) {
      encoder.encodeFirst(1, 0, i);
      Entry entry = encoder.entry();
      expected.add(new FakeTable.Write(FakeTable.Write.key(entry), false, entry).text());
    }
    for (int i = FLUSH - 1; i >= 0; i--) {
      encoder.encodeKey(1, 0, i);
      expected.add(FakeTable.Write.key(encoder.entry()) + " deleted");
    }
    assertThat(table.texts()).isEqualTo(expected);
    assertThat(table.content()).isEmpty();
  }

  /** Keeps what it is given. */
  private record Kept(List<Mutation> mutations) implements BatchWriter {
    @Override
    public void addMutation(Mutation mutation) {
      mutations.add(mutation);
    }

    @Override
    public void addMutations(Iterable<Mutation> all) {
      all.forEach(mutations::add);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void copiesHaveOneTimeAndWhatIsWrittenLaterIsNewer() throws Exception {
    Graph graph = new Graph(spec(VisibilityScope.NODE, 0).with("copies", "3"));
    Kept kept = new Kept(new ArrayList<>());
    MutationSource source = new MutationSource(graph, 1);
    source.add(new Position(2, 0, 0), 1, kept);
    source.add(new Position(2, 1, FLUSH - 1), 1, kept); // deletes the same node
    List<ColumnUpdate> written = kept.mutations().get(0).getUpdates();
    List<ColumnUpdate> deleted = kept.mutations().get(1).getUpdates();
    assertThat(kept.mutations().get(1).getRow()).isEqualTo(kept.mutations().get(0).getRow());
    assertThat(written).hasSize(3).allMatch(each -> each.hasTimestamp() && !each.isDeleted());
    assertThat(new HashSet<>(written)).hasSize(1);
    assertThat(deleted).singleElement().matches(ColumnUpdate::isDeleted);
    assertThat(deleted.get(0).getTimestamp()).isGreaterThan(written.get(0).getTimestamp());
  }

  @Test
  void allCellsOfARowArePutAndDeletedByOneMutation() throws Exception {
    Graph graph = new Graph(spec(VisibilityScope.NODE, 0).with("columns", "3"));
    Kept kept = new Kept(new ArrayList<>());
    MutationSource source = new MutationSource(graph, 1);
    source.add(new Position(2, 0, 0), 1, kept);
    source.add(new Position(2, 1, FLUSH - 1), 1, kept); // deletes the same node
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(1, 2, 0);
    assertThat(kept.mutations().get(0).getRow()).isEqualTo(encoder.row());
    for (int cell = 0; cell < 3; cell++) {
      if (cell > 0) {
        encoder.encodeCell(cell);
      }
      ColumnUpdate put = kept.mutations().get(0).getUpdates().get(cell);
      assertThat(put.getColumnFamily()).isEqualTo(encoder.family());
      assertThat(put.getColumnQualifier()).isEqualTo(encoder.qualifier());
      assertThat(put.getColumnVisibility()).isEqualTo(encoder.visibilityBytes());
      assertThat(put.getValue()).isEqualTo(encoder.value());
      assertThat(put.hasTimestamp()).as("the server gives all of them one time").isFalse();
      ColumnUpdate delete = kept.mutations().get(1).getUpdates().get(cell);
      assertThat(delete.isDeleted()).isTrue();
      assertThat(delete.getColumnFamily()).isEqualTo(put.getColumnFamily());
      assertThat(delete.getColumnQualifier()).isEqualTo(put.getColumnQualifier());
      assertThat(delete.getColumnVisibility()).isEqualTo(put.getColumnVisibility());
    }
    assertThat(kept.mutations()).hasSize(2).allMatch(each -> each.getUpdates().size() == 3);
  }

  @Test
  void withoutCopiesTheServerGivesTheTime() throws Exception {
    Kept kept = new Kept(new ArrayList<>());
    new MutationSource(new Graph(spec(VisibilityScope.NODE, 0)), 1)
        .add(new Position(0, 0, 0), 1, kept);
    assertThat(kept.mutations().get(0).getUpdates())
        .singleElement()
        .matches(each -> !each.hasTimestamp());
  }

  /** Of two updates the later one has the later time, whenever it reaches a server. */
  @Test
  void timedUpdatesHaveTheTimesOfTheirOrderInAllCells() throws Exception {
    GraphSpec closed =
        GraphSpec.fromProperties(
            ImmutableMap.<String, String>builder()
                .putAll(spec(VisibilityScope.NODE, 0).toProperties())
                .put("delete.probability", "0")
                .put("updates", "2:zipf:2:timed")
                .put("columns", "3")
                .buildKeepingLast());
    Kept kept = new Kept(new ArrayList<>());
    MutationSource source = new MutationSource(new Graph(closed), 1);
    source.add(new Position(0, 1, 0), 1, kept); // closes
    source.add(new Position(0, 2, 0), FLUSH, kept);
    source.add(new Position(0, 3, 0), FLUSH, kept);
    source.add(new Position(1, 2, 0), 1, kept);
    assertThat(kept.mutations().get(0).getUpdates())
        .as("what comes before the updates has the servers' time")
        .hasSize(3)
        .noneMatch(ColumnUpdate::hasTimestamp);
    List<Long> times = new ArrayList<>();
    for (Mutation mutation : kept.mutations().subList(1, kept.mutations().size())) {
      assertThat(mutation.getUpdates()).hasSize(3).allMatch(ColumnUpdate::hasTimestamp);
      assertThat(mutation.getUpdates().stream().map(ColumnUpdate::getTimestamp).distinct())
          .hasSize(1);
      times.add(mutation.getUpdates().get(0).getTimestamp());
    }
    assertThat(times).hasSize(2 * FLUSH + 1).isSorted().doesNotHaveDuplicates();
    assertThat(times.get(0)).isGreaterThan(1L << 61);
  }
}
