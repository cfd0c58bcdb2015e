// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Selection;
import catena.graph.judge.Selection.By;
import catena.read.check.Count;
import catena.read.check.View;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A filter that drops a row too many or too few is found out, whoever filters. */
class FilteredRowsTest extends RowRig {
  private final Selection half = Selection.of(By.ROW, 0.5, 0);

  /** What the table shows through the filter when it is read again. */
  private final Map<String, List<Entry>> filtered = new HashMap<>();

  private final View through = all.through(half, of(filtered), of(filtered));

  @BeforeEach
  void write() {
    for (Entry entry : wholeTable()) {
      toAll.put(new String(entry.row(), StandardCharsets.UTF_8), List.of(entry));
      if (passes(entry)) {
        filtered.put(new String(entry.row(), StandardCharsets.UTF_8), List.of(entry));
      }
    }
  }

  private boolean passes(Entry entry) {
    String row = new String(entry.row(), StandardCharsets.UTF_8);
    return Integer.parseInt(row.substring(12), 16) < half.below();
  }

  private Entry[] passing() {
    return Arrays.stream(wholeTable()).filter(this::passes).toArray(Entry[]::new);
  }

  private static Entry[] without(Entry[] all, Entry one) {
    return Arrays.stream(all).filter(each -> each != one).toArray(Entry[]::new);
  }

  private Node node(boolean passing) {
    for (int index = 0; ; index++) {
      Node node = new Node(0, 1, index);
      if (passes(entry(node)) == passing) {
        return node;
      }
    }
  }

  @Test
  void whatPassesIsComparedAndNothingElseIsMissed() throws Exception {
    Entry[] passing = passing();
    assertThat(passing.length).isBetween(1, wholeTable().length - 1);
    scan(reader(through), passing);
    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.EXACT)).isEqualTo(passing.length);
    assertThat(tally.get(Count.UNSELECTED)).isEqualTo(wholeTable().length - passing.length);
    assertThat(tally.get(Count.HIDDEN)).isZero();
  }

  @Test
  void aRowTooManyIsFound() throws Exception {
    ExactRows reader = reader(through);
    Node other = node(false);
    Entry[] more =
        Stream.concat(Stream.of(entry(other)), Arrays.stream(passing()))
            .sorted((one, two) -> Arrays.compareUnsigned(one.row(), two.row()))
            .toArray(Entry[]::new);
    scan(reader, more);
    assertThat(found()).isEqualTo(Map.of(FindingKind.LEAKED, 1L));
    assertThat(detail("filter")).contains("row matches " + half.expression());
  }

  @Test
  void anUnfilteredScanOfAFilterIsFoundInEachRow() throws Exception {
    scan(reader(through), wholeTable());
    long over = (long) wholeTable().length - passing().length;
    assertThat(found()).isEqualTo(Map.of(FindingKind.LEAKED, over));
  }

  /** It is there for who reads without the filter, and never for who reads through it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRowThatTheFilterDropsAlwaysIsWithheld(boolean eventual) throws Exception {
    Node dropped = node(true);
    filtered.remove(row(dropped));
    Entry[] passing = passing();
    Entry one =
        Arrays.stream(passing)
            .filter(entry -> Arrays.equals(entry.row(), bytes(row(dropped))))
            .findFirst()
            .orElseThrow();
    scan(reader(through, Duration.ZERO, eventual), without(passing, one));
    assertThat(found()).isEqualTo(Map.of(FindingKind.WITHHELD, 1L));
  }

  @Test
  void soIsOneThatAFilterDropsThatIsToLetAllPass() throws Exception {
    toAll.forEach(filtered::put);
    Entry[] entries = wholeTable();
    Entry dropped = entries[3];
    filtered.remove(new String(dropped.row(), StandardCharsets.UTF_8));
    Selection whole = Selection.of(By.ROW, 1, 0);
    assertThat(whole.isAll()).isTrue();
    View past = all.through(whole, of(filtered), of(filtered));
    scan(reader(past, Duration.ZERO, false), without(entries, dropped));
    assertThat(found()).isEqualTo(Map.of(FindingKind.WITHHELD, 1L));
  }

  @Test
  void aRowThatTheFilterDropsOnceIsLate() throws Exception {
    Entry[] passing = passing();
    scan(reader(through), without(passing, passing[passing.length / 2]));
    assertThat(found()).isEqualTo(Map.of(FindingKind.LATE, 1L));
  }

  @Test
  void aRowThatIsNotThereAtAllIsLost() throws Exception {
    Entry[] passing = passing();
    Entry gone = passing[0];
    String row = new String(gone.row(), StandardCharsets.UTF_8);
    toAll.remove(row);
    filtered.remove(row);
    scan(reader(through), without(passing, gone));
    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  /** Under another column it passes as it should: what is wrong is its column. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRowOfAnotherColumnIsMisplacedThroughAFilterToo(boolean eventual) throws Exception {
    Entry right = entry(node(true));
    byte[] last = bytes(String.format(Locale.ROOT, "%04x", graph.spec().maxQualifier() - 1));
    Entry planted = new Entry(right.row(), right.family(), last, right.visibility(), right.value());
    filtered.put(row(node(true)), List.of(planted));
    toAll.put(row(node(true)), List.of(planted));
    show(reader(through, Duration.ZERO, eventual), row(node(true)), planted);
    assertThat(found()).isEqualTo(Map.of(FindingKind.MISPLACED, 1L));
  }

  @Test
  void aRowOfAnotherVisibilityIsWithheldThroughAFilterToo() throws Exception {
    View narrow = few.through(half, of(toFew), of(toFew));
    Entry right =
        Arrays.stream(passing())
            .filter(entry -> entry.visibility().length == 0)
            .findFirst()
            .orElseThrow();
    Entry closed =
        new Entry(right.row(), right.family(), right.qualifier(), bytes("A"), right.value());
    String row = new String(right.row(), StandardCharsets.UTF_8);
    toAll.put(row, List.of(closed));
    show(reader(narrow), row);
    assertThat(found()).isEqualTo(Map.of(FindingKind.WITHHELD, 1L));
  }
}
