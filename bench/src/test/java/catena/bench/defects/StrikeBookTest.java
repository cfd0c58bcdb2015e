// SPDX-License-Identifier: Apache-2.0
package catena.bench.defects;

import static org.assertj.core.api.Assertions.assertThat;

import catena.bench.defects.StrikeBook.StruckEntry;
import catena.bench.defects.StrikeBook.Truth;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.judge.Promise;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which strikes must show: what is newest, what was deleted, and nothing else. */
class StrikeBookTest {
  private static final int WRITER = 0;
  private static final int DEPTH = 3;
  private static final long BLOCKS = 12;

  private final Graph graph = graph();
  private final EntryEncoder encoder = new EntryEncoder(graph);
  private final Truth truth =
      new Truth(
          graph,
          new Promise(
              Map.of(
                  WRITER,
                  new Promise.Progress(new Position(BLOCKS, 0, 0), new Position(BLOCKS, 0, 0)))));

  private static Graph graph() {
    Map<String, String> all = new TreeMap<>(GraphSpec.ofSeed(7).toProperties());
    all.put("flush.interval", "20");
    all.put("depth", "" + DEPTH);
    all.put("delete.probability", "0.5");
    return new Graph(GraphSpec.fromProperties(all));
  }

  private long block(boolean deleted) {
    return LongStream.range(0, BLOCKS)
        .filter(block -> graph.isDeleted(WRITER, block) == deleted)
        .findFirst()
        .orElseThrow();
  }

  private StruckEntry first(long block, int layer) {
    encoder.encodeFirst(WRITER, block * DEPTH + layer, 4);
    return new StruckEntry(1, encoder.entry(), false, false);
  }

  private StruckEntry closing(long block) {
    encoder.encodeClosing(WRITER, block * DEPTH, 4);
    return new StruckEntry(1, encoder.entry(), false, false);
  }

  private static StruckEntry delete(StruckEntry put, boolean covers) {
    return new StruckEntry(1, put.entry(), true, covers);
  }

  @Test
  void theNewestEntryMustShowAndOneThatIsWrittenAgainNeedNot() {
    long kept = block(false);
    assertThat(truth.mustShow(first(kept, 1))).isTrue();
    assertThat(truth.mustShow(closing(kept))).isTrue();
    assertThat(truth.mustShow(first(kept, 0))).as("a head is written again").isFalse();
    assertThat(truth.isFirst(first(kept, 0))).isTrue();
    assertThat(truth.isFirst(closing(kept))).isFalse();
  }

  @Test
  void theDeleteOfABlockMustShowUnlessItTookItsEntryAlong() {
    StruckEntry put = first(block(true), 1);
    assertThat(truth.mustShow(put)).isFalse();
    assertThat(truth.mustShow(delete(put, false))).isTrue();
    assertThat(truth.mustShow(delete(put, true))).isFalse();
    assertThat(truth.mustShow(delete(first(block(false), 1), false))).as("not deleted").isFalse();
  }

  @Test
  void whatIsNotPromisedNeedNotShow() {
    assertThat(truth.mustShow(first(BLOCKS, 1))).isFalse();
    assertThat(truth.isPromised(first(BLOCKS, 1))).isFalse();
    assertThat(truth.isPromised(first(block(false), 0))).isTrue();
  }

  @Test
  void aRowCountsOnceAndAnOldTimeOnlyWhereThereIsSomethingNewer() {
    StruckEntry once = first(block(false), 1);
    StruckEntry again = closing(block(false));
    StrikeBook book = new StrikeBook(3, List.of(once, once, again), true);
    assertThat(book.mustShow(mutant("mem-drop"), truth))
        .containsExactlyInAnyOrder(once.row(), again.row());
    assertThat(book.mustShow(mutant("time-back"), truth)).containsExactly(again.row());
  }

  @Test
  void aDeleteThatWasLostWithItsEntryNeedNotShow() {
    StruckEntry put = first(block(true), 1);
    StruckEntry delete = delete(put, false);
    Mutant skipped = mutant("recovery-skip-log");
    assertThat(new StrikeBook(1, List.of(delete), true).mustShow(skipped, truth))
        .containsExactly(put.row());
    assertThat(new StrikeBook(2, List.of(put, delete), true).mustShow(skipped, truth)).isEmpty();
  }

  @Test
  void whatCameBackMustShowWhereItWasDeletedUnlessTheDeleteCameBackToo() {
    StruckEntry gone = first(block(true), 1);
    StruckEntry kept = first(block(false), 1);
    Mutant back = mutant("majc-file-back");
    assertThat(new StrikeBook(1, List.of(gone, kept), true).mustShow(back, truth))
        .containsExactly(gone.row());
    StruckEntry delete = delete(gone, true);
    assertThat(new StrikeBook(1, List.of(gone, kept, delete), true).mustShow(back, truth))
        .isEmpty();
  }

  @Test
  void strikesOfOtherTablesAndMutantsAndOfBeforeAreNotCounted() {
    StruckEntry struck = first(block(false), 1);
    List<List<String>> lines =
        List.of(
            line(5, "mem-drop", "2", struck),
            line(5, "mem-drop", "3", struck),
            line(5, "wal-drop", "2", struck),
            line(3, "mem-drop", "2", struck),
            line(6, "mem-drop", "-", struck));
    StrikeBook book = StrikeBook.of(lines, "mem-drop", "2", 4);
    assertThat(book.strikes()).isEqualTo(2);
    assertThat(book.entries()).extracting(StruckEntry::row).containsOnly(struck.row());
  }

  private static List<String> line(long at, String mutant, String table, StruckEntry struck) {
    Base64.Encoder text = Base64.getEncoder();
    Entry entry = struck.entry();
    return List.of(
        "" + at,
        "strike",
        "m",
        mutant,
        "entry",
        table,
        text.encodeToString(entry.row()),
        text.encodeToString(entry.family()),
        text.encodeToString(entry.qualifier()),
        text.encodeToString(entry.visibility()),
        "17",
        "put",
        text.encodeToString(entry.value()));
  }

  private static Mutant mutant(String name) {
    return Mutant.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
