// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.read.reader.ReaderInSteps;
import catena.records.journal.Event;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walking client in steps, over rows that are kept in a map. */
class WalkerTest {
  private static final int WINDOWS = 4;

  @TempDir private Path temp;

  private ReaderInSteps reader;
  private String file;

  @BeforeEach
  void write() throws Exception {
    reader = new ReaderInSteps(temp, 10);
    for (int window = 0; window < WINDOWS; window++) {
      reader.write(window);
    }
    file = Files.writeString(temp.resolve("rows"), start() + "\n").toString();
  }

  @AfterEach
  void close() throws Exception {
    reader.close();
  }

  /** The row of the last window where walks begin. */
  private String start() {
    return reader.row(WINDOWS - 1, 0);
  }

  /** The rows from the start to where no row is referred to. */
  private List<String> chain() {
    List<String> rows = new ArrayList<>();
    String row = start();
    while (true) {
      rows.add(row);
      Decoded.Sound sound = (Decoded.Sound) NodeCodec.decode(reader.table.get(row));
      if (sound.previous() == Decoded.NO_PREVIOUS) {
        return rows;
      }
      row = NodeCodec.rowText(sound.previous());
    }
  }

  private PartOutcome walk(int steps, String... settings) throws Exception {
    return reader.read(steps, new WalkActivity(), settings);
  }

  private PartOutcome walkFromStart(int steps, String... settings) throws Exception {
    String[] all = Arrays.copyOf(settings, settings.length + 2);
    all[settings.length] = "walk.rows.file";
    all[settings.length + 1] = file;
    return walk(steps, all);
  }

  @Test
  void aWalkFollowsReferencesToTheirEndAndThenBeginsAnew() throws Exception {
    PartOutcome outcome = walkFromStart(WINDOWS + 2);

    List<String> expected = chain();
    assertThat(expected).hasSize(WINDOWS);
    expected.addAll(chain().subList(0, 2));
    assertThat(reader.askedRows()).isEqualTo(expected);
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally())
        .containsEntry("walk: lookups", WINDOWS + 2L)
        .containsEntry("walk: rows", WINDOWS + 2L)
        .containsEntry("walk: exactly as promised", WINDOWS + 2L);
    assertThat(reader.waited).isEmpty();
  }

  @Test
  void aWalkIsNoLongerThanAsked() throws Exception {
    PartOutcome unused = walkFromStart(16, "walk.length", "2");

    List<String> two = chain().subList(0, 2);
    for (int walk = 0; walk < 8; walk++) {
      assertThat(reader.askedRows().subList(2 * walk, 2 * walk + 2)).isEqualTo(two);
    }
  }

  @Test
  void aRowThatIsReferredToAndNotThereIsLostAndEndsItsWalk() throws Exception {
    String missing = chain().get(1);
    reader.table.remove(missing);
    PartOutcome outcome = walkFromStart(4);

    assertThat(reader.askedRows().subList(0, 2)).containsExactly(start(), missing);
    assertThat(reader.askedRows()).doesNotContain(chainBehind(missing));
    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
    assertThat(outcome.reasons()).anySatisfy(why -> assertThat(why).contains(missing));
  }

  /** The rows of a later table say nothing of those of the one before. */
  @Test
  void aTableThatIsMadeAnewEndsTheWalkAndNothingIsLost() throws Exception {
    reader.table.remove(chain().get(1));
    reader.beforeRead = () -> reader.tableId = "2"; // once the scanner of the walk is open
    assertThatThrownBy(() -> walkFromStart(2))
        .as("rows are read again")
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("it was deleted and made anew while it was read");
    assertThat(reader.events).noneMatch(Event.FindingSeen.class::isInstance);
  }

  private String chainBehind(String missing) {
    for (int i = 0; i < 10; i++) {
      Entry entry = reader.entry(WINDOWS - 2, i);
      if (NodeCodec.rowText(entry.row()).equals(missing)) {
        return NodeCodec.rowText(((Decoded.Sound) NodeCodec.decode(entry)).previous());
      }
    }
    throw new AssertionError(missing);
  }

  @Test
  void whatADamagedRowRefersToIsNotFollowed() throws Exception {
    Entry sound = reader.table.get(start());
    byte[] value = sound.value().clone();
    value[value.length - 1] ^= 1;
    reader.table.put(
        start(),
        new Entry(sound.row(), sound.family(), sound.qualifier(), sound.visibility(), value));
    PartOutcome outcome = walkFromStart(3);

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.CORRUPT);
    assertThat(reader.askedRows().subList(0, 3)).containsOnly(start());
  }

  @Test
  void latenciesCountFromWhenALookupWasDue() throws Exception {
    reader.beforeRead = () -> reader.takes(Duration.ofSeconds(3));
    PartOutcome outcome = walkFromStart(3, "walk.rate", "1");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    // The third was due after two seconds, and began after six.
    assertThat(reader.latencies("lookup").getTotalCount()).isEqualTo(3);
    assertThat(reader.latencies("lookup").getMaxValue() / 1e9).isBetween(6.9, 7.1);
    assertThat(reader.latencies("lookup.service").getMaxValue() / 1e9).isBetween(2.9, 3.1);
  }

  @Test
  void itsLookupsAreIsolatedWhereThatIsAskedFor() throws Exception {
    PartOutcome unused = walkFromStart(6, "read.isolated", "true");

    assertThat(reader.shaped).contains("enableIsolation");
  }

  @Test
  void itsScannerIsShapedAsAskedKeptAndClosed() throws Exception {
    PartOutcome unused = walkFromStart(6, "read.timeout", "2s");

    assertThat(reader.shaped)
        .containsExactly(
            "createScanner t",
            "setBatchSize 1000",
            "setConsistencyLevel IMMEDIATE",
            "setTimeout 2000",
            "close");
  }

  @Test
  void withoutAFileWalksBeginAtAcknowledgedRows() throws Exception {
    reader.intend(WINDOWS); // and none of it is in the table
    PartOutcome outcome = walk(30);

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(reader.askedRows()).hasSize(30).allMatch(reader.table::containsKey);
  }

  @Test
  void itEndsWithItsCountOfLookups() throws Exception {
    PartOutcome outcome = reader.readAll(new WalkActivity(), "walk.count", "3");

    assertThat(reader.asked).hasSize(3);
    assertThat(outcome.tally()).containsEntry("walk: lookups", 3L);
  }

  @Test
  void whereThereIsNoRowToBeginAtItEndsAndHasProvenNothing() throws Exception {
    try (ReaderInSteps empty = new ReaderInSteps(temp.resolve("empty"), 10)) {
      PartOutcome outcome = empty.readAll(new WalkActivity());

      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.tally()).doesNotContainKey("walk: lookups");
    }
  }
}
