// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import catena.read.check.CurrentLedgers;
import catena.read.check.Found;
import catena.read.check.Ledgers;
import catena.read.check.SeenRow;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import catena.read.plant.Faults;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;

/** Rows with rubbish in them, of which all is sure at once, and rows that are missing. */
class BatchSettlerTest {
  private final Map<String, List<Entry>> table = new HashMap<>();
  private final List<Found> found = new ArrayList<>();
  private final List<Integer> awaited = new ArrayList<>();
  private final List<Integer> lookups = new ArrayList<>();
  private final StopSignal stop = new StopSignal();
  private Optional<IOException> failure = Optional.empty();
  private final Graph graph = new Graph(Faults.graph(20, 3, 0, List.of("")));
  private final Promise promise = new Promise(Map.of(0, Settled.at(new Position(2, 0, 0))));
  private int looks = 1;

  private Map<String, List<Entry>> rows(Collection<String> names) throws IOException {
    lookups.add(names.size());
    if (failure.isPresent()) {
      throw failure.get();
    }
    Map<String, List<Entry>> there = new HashMap<>();
    names.forEach(
        name -> Optional.ofNullable(table.get(name)).ifPresent(seen -> there.put(name, seen)));
    return there;
  }

  private BatchSettler settler() {
    Optional<Graph> of = Optional.of(graph);
    View view = View.of(of, Authorizations.EMPTY, this::rows, this::rows);
    CurrentLedgers ledgers = () -> new Ledgers.LedgerSnapshot(promise, List.of(), 1);
    Settler rules =
        new Settler(of, ledgers, new TransientDifferences(false), view, Clock.systemUTC());
    return new BatchSettler(rules, view, promise, found::addAll, stop) {
      @Override
      public List<OpenRow> overdue(List<OpenRow> still) {
        awaited.add(still.size());
        return awaited.size() < looks ? List.of() : still;
      }
    };
  }

  private static Entry rubbish(String row) {
    byte[] nothing = new byte[0];
    byte[] name = row.getBytes(StandardCharsets.UTF_8);
    return new Entry(name, nothing, nothing, nothing, nothing);
  }

  private static SeenRow seen(int number) {
    String row = "row " + number;
    return new SeenRow(row.getBytes(StandardCharsets.UTF_8), List.of(rubbish(row)), 0);
  }

  private List<FindingKind> kinds() {
    return found.stream().map(Found::kind).toList();
  }

  @Test
  void whereNothingDiffersNothingIsAsked() throws Exception {
    BatchSettler settler = settler();
    settler.finish();
    assertThat(settler.hasTaken()).isFalse();
    assertThat(settler.doubts()).isEmpty();
    assertThat(lookups).isEmpty();
  }

  @Test
  void noMoreThanABatchIsKept() throws Exception {
    BatchSettler settler = settler();
    for (int i = 1; i < BatchSettler.BATCH; i++) {
      settler.add(seen(i));
    }
    assertThat(found).isEmpty();
    settler.add(seen(0));
    assertThat(found).hasSize(BatchSettler.BATCH);
    settler.add(seen(-1));
    assertThat(found).hasSize(BatchSettler.BATCH);
    settler.finish();
    assertThat(kinds()).hasSize(BatchSettler.BATCH + 1).doesNotContain(FindingKind.LOST);
    assertThat(settler.hasTaken()).isTrue();
    assertThat(settler.doubts()).isEmpty();
    assertThat(lookups).as("what is sure is not read again").isEmpty();
  }

  @Test
  void afterAStopNothingIsSettledAndThatIsADoubt() throws Exception {
    BatchSettler settler = settler();
    settler.add(seen(1));
    stop.ask("enough");
    settler.finish();
    assertThat(found).isEmpty();
    assertThat(settler.doubts())
        .containsExactly("1 of 1 rows that differed at first were not settled");
  }

  private SeenRow missing(int index) {
    return new SeenRow(
        NodeCodec.rowBytes(NodeCodec.rowText(graph.row(new Node(0, 1, index)))), List.of(), 0);
  }

  @Test
  void aMissingRowIsReadAgainAsLongAsTheCallerWaits() throws Exception {
    looks = 3;
    BatchSettler settler = settler();
    settler.add(missing(1));
    settler.add(missing(2));
    settler.finish();
    assertThat(awaited).containsExactly(2, 2, 2);
    assertThat(lookups).hasSizeGreaterThanOrEqualTo(3).containsOnly(2);
    assertThat(kinds()).containsExactly(FindingKind.LOST, FindingKind.LOST);
    assertThat(settler.doubts()).isEmpty();
  }

  /** The next ones would be waited for as long. */
  @Test
  void onceRowsCannotBeReadAgainNoneIsAnyMore() throws Exception {
    failure = Optional.of(new IOException("planted"));
    BatchSettler settler = settler();
    settler.add(missing(1));
    settler.finish();
    settler.add(missing(2));
    settler.add(seen(1));
    settler.finish();
    assertThat(lookups).containsExactly(1);
    assertThat(kinds()).as("what is sure is found").hasSize(1).doesNotContain(FindingKind.LOST);
    assertThat(settler.doubts())
        .containsExactly(
            "Rows that differed at first could not be read again: java.io.IOException: planted",
            "2 of 3 rows that differed at first were not settled");
  }
}
