// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Selection;
import catena.harness.command.Terminal;
import catena.read.check.Count;
import catena.read.check.CurrentLedgers;
import catena.read.check.FindingEvidence;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.read.check.SeenFindings;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import catena.read.settle.ReaderSettler;
import catena.records.ledger.WindowTimes;
import catena.records.threads.StopSignal;
import java.io.IOError;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What becomes of rows that readers see, without a table: lookups are answered by hand. */
class RowCheckTest extends RowRig {
  @Test
  void whatIsAsPromisedCostsNothingMore() throws Exception {
    ExactRows reader = reader(all);
    Node node = new Node(0, 1, 3);
    show(reader, row(node), entry(node));

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.EXACT)).isEqualTo(1);
    assertThat(tally.get(Count.REREAD)).isZero();
  }

  @Test
  void whatIsMissingToTheEndIsLostAndCountsOnce() throws Exception {
    ExactRows reader = reader(all);
    Node node = new Node(0, 1, 3);
    show(reader, row(node));
    show(reader, row(node));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("reader: LOST " + row(node));
  }

  @Test
  void whatComesBackIsLate() throws Exception {
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    Node node = new Node(0, 1, 3);
    toAll.put(row(node), List.of(entry(node)));
    show(reader, row(node));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LATE, 1L));
  }

  @Test
  void whatOthersSeeIsWithheld() throws Exception {
    ExactRows reader = reader(few);
    Node node = node(1, false);
    toAll.put(row(node), List.of(entry(node)));
    show(reader, row(node));

    assertThat(found()).isEqualTo(Map.of(FindingKind.WITHHELD, 1L));
  }

  @Test
  void whatIsHiddenMustNotBeSeenAndIsNotMissed() throws Exception {
    ExactRows reader = reader(few);
    Node secret = node(1, true);
    show(reader, row(secret));
    assertThat(tally.get(Count.HIDDEN)).isEqualTo(1);
    show(reader, row(secret), entry(secret));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LEAKED, 1L));
  }

  @Test
  void whatWasWrittenMeanwhileIsNoFinding() throws Exception {
    ExactRows reader = reader(all);
    Node next = new Node(0, 2, 3);
    reader.begin();
    acknowledge(2);
    reader.row(bytes(row(next)), List.of(entry(next)), Optional.empty());
    reader.end();

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.CHANGED)).isEqualTo(1);
  }

  @Test
  void whatNoWriterHasBegunIsAPhantomAtOnce() throws Exception {
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    Node far = new Node(0, 3, 3);
    show(reader, row(far), withOtherValue(entry(far)));

    assertThat(found()).isEqualTo(Map.of(FindingKind.PHANTOM, 1L));
  }

  @Test
  void whatItsWriterWritesLaterOnIsADoubtAboutTheLedgerAndNoFinding() throws Exception {
    ExactRows reader = reader(all);
    Node far = new Node(0, 3, 3);
    toAll.put(row(far), List.of(entry(far)));
    show(reader, row(far), entry(far));

    assertThat(found()).isEmpty();
    assertThat(settling.doubts()).singleElement().asString().contains("PHANTOM", row(far));
  }

  @Test
  void aLedgerThatIsReadLateExplainsWhatWasInDoubt() throws Exception {
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    Node next = new Node(0, 2, 3);
    toAll.put(row(next), List.of(entry(next)));
    show(reader, row(next), entry(next));
    acknowledge(2);

    assertThat(found()).isEmpty();
    assertThat(settling.doubts()).isEmpty();
    assertThat(tally.get(Count.CHANGED)).isEqualTo(1);
  }

  @Test
  void whatIsStaleAndPassesStaysAFindingThatSaysSo() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    Node head = new Node(0, 0, 3);
    toAll.put(row(head), List.of(closed(head)));
    show(reader, row(head), entry(head));

    assertThat(found()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(detail("passed.within.ms")).isPresent();
  }

  @Test
  void whatStaysStaleSaysForHowLong() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all);
    Node head = new Node(0, 0, 3);
    toAll.put(row(head), List.of(entry(head)));
    show(reader, row(head), entry(head));

    assertThat(found()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(detail("stayed.for.ms")).isPresent();
  }

  @Test
  void whatIsStaleIsFoundThoughItCannotBeReadAgain() throws Exception {
    closeFirstBlock();
    Lookup failing =
        rows -> {
          throw new IOException("no answer");
        };
    ExactRows reader = reader(View.of(Optional.of(graph), ALL, failing, failing));
    Node head = new Node(0, 0, 3);
    show(reader, row(head), entry(head));

    assertThat(doubts()).hasSize(2);
    assertThat(findings.counts()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(detail("read.again")).contains("no");
  }

  /** The clock of who read it says so; its ledger was read again before it was settled. */
  @Test
  void whatWasAcknowledgedOnlyAfterTheRowWasReadIsNotWhatWasMissing() throws Exception {
    acknowledge(2);
    acknowledge(3);
    ledger.intend(new Position(0, 4, 0), new Position(1, 0, 0), FLUSH - 1, 0, 1);
    ledger.acknowledge(System.currentTimeMillis() + Duration.ofHours(1).toMillis());
    ledger.sync();
    var unusedNow = promise.after();
    ExactRows reader = reader(all);
    show(reader, row(new Node(0, 0, 3)));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(detail("step")).contains("0");
  }

  @Test
  void whatIsFoundStaysFoundThoughItsLedgerCannotBeRead() throws Exception {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    FindingEvidence broken =
        new FindingEvidence(
            graph,
            promise::last,
            new CurrentLedgers() {
              @Override
              public Ledgers.LedgerSnapshot read() throws IOException {
                return promise.read();
              }

              @Override
              public Map<Position, WindowTimes> times(int writer, NavigableSet<Position> writes)
                  throws IOException {
                throw new IOException("Input/output error");
              }
            });
    findings =
        new SeenFindings(Optional.of(broken), journal::add, new Terminal(stream, stream), 100);
    ExactRows reader = reader(all);
    show(reader, row(new Node(0, 1, 3)));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(detail("origin")).contains("the ledger cannot be read: Input/output error");
  }

  @Test
  void whatWasMissingAndComesBackOldIsStale() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all);
    Node head = new Node(0, 0, 3);
    toAll.put(row(head), List.of(entry(head)));
    show(reader, row(head));

    assertThat(found()).isEqualTo(Map.of(FindingKind.STALE, 1L));
  }

  @Test
  void whatARejectedAttemptExplainsIsADoubtAndNoFinding() throws Exception {
    closeFirstBlock();
    closeSecondBlock();
    ExactRows reader = reader(all);
    Node head = new Node(0, 4, 3);
    toAll.put(row(head), List.of(entry(head)));
    show(reader, row(head), entry(head));

    assertThat(found()).isEmpty();
    assertThat(settling.doubts()).singleElement().asString().contains("STALE", row(head));
  }

  @Test
  void anErrorWhileRowsAreJudgedAgainIsADoubtToo() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    View failing =
        new View(
            ALL,
            expression -> {
              if (broken.get()) {
                throw new IOError(new IOException("the ledger cannot be read"));
              }
              return true;
            },
            Selection.ALL,
            rows -> {
              broken.set(true);
              return Map.of();
            },
            of(toAll),
            false);
    ExactRows reader = reader(failing);
    show(reader, row(new Node(0, 1, 3)));

    assertThat(doubts()).hasSize(2).anyMatch(doubt -> doubt.contains("IOError"));
  }

  @Test
  void rowsThatAreAddedOnceItIsOverAreInDoubtAtOnce() throws Exception {
    Lookup failing =
        rows -> {
          throw new OutOfMemoryError("planted");
        };
    ExactRows reader = reader(View.of(Optional.of(graph), ALL, failing, failing));
    int many = 2 * ReaderSettler.MOST_WAITING;
    reader.begin();
    for (int i = 0; i < many; i++) {
      reader.row(bytes(row(new Node(0, 1, 3))), List.of(), Optional.empty());
    }
    reader.end();

    assertThat(doubts()).anyMatch(doubt -> doubt.contains("planted"));
    assertThat(rowsIn(account.doubts())).isEqualTo(many);
    assertThat(account.doubts()).noneMatch(doubt -> doubt.contains("do not agree"));
  }

  @Test
  void anOldStateOfAScanServerIsLateThoughItNeverHearsOfTheNewOne() throws Exception {
    View behind = View.of(Optional.of(graph), ALL, of(toFew), of(toAll));
    ExactRows reader = reader(behind, Duration.ZERO, true);
    Node node = new Node(0, 1, 3);
    toAll.put(row(node), List.of(entry(node)));
    show(reader, row(node));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LATE, 1L));
    assertThat(new TransientDifferences(true).isFault(FindingKind.LATE)).isFalse();
    assertThat(new TransientDifferences(false).isFault(FindingKind.LATE)).isTrue();
  }

  @Test
  void whatIsStillMissingWhenAStopCutsTheWaitIsADoubt() throws Exception {
    ExactRows reader = reader(all, Duration.ofDays(1), false);
    show(reader, row(new Node(0, 1, 3)));
    StopSignal stop = new StopSignal();
    stop.ask("test");

    assertThat(doubts(stop)).singleElement().asString().contains("while they were missing");
    assertThat(findings.counts()).isEmpty();
  }

  @Test
  void lookupsThatFailAreADoubt() throws Exception {
    Lookup failing =
        rows -> {
          throw new IOException("no answer");
        };
    ExactRows reader = reader(View.of(Optional.of(graph), ALL, failing, failing));
    show(reader, row(new Node(0, 1, 3)));

    assertThat(doubts()).hasSize(2).first().asString().contains("no answer");
  }

  @Test
  void anErrorWhileRowsAreReadAgainIsADoubt() throws Exception {
    Lookup failing =
        rows -> {
          throw new OutOfMemoryError("planted");
        };
    ExactRows reader = reader(View.of(Optional.of(graph), ALL, failing, failing));
    show(reader, row(new Node(0, 1, 3)));

    assertThat(doubts()).hasSize(2).first().asString().contains("planted");
    assertThat(account.doubts().get(0)).contains("1 row");
  }

  @Test
  void aScanKnowsAllThatBelongsIntoItsRange() throws Exception {
    ExactRows reader = reader(all);
    Entry[] table = wholeTable();
    scan(reader, table);
    assertThat(tally.get(Count.EXACT)).isEqualTo(2 * FLUSH);
    Entry[] holed = Arrays.copyOfRange(table, 1, table.length);
    scan(reader, holed);

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  @Test
  void aScanThatGoesBackHasReturnedSomethingTwice() throws Exception {
    ExactRows reader = reader(all);
    Entry[] table = wholeTable();
    Entry[] again = Arrays.copyOf(table, table.length + 1);
    again[table.length] = table[2];
    scan(reader, again);

    assertThat(found()).isEqualTo(Map.of(FindingKind.DUPLICATED, 1L));
  }

  private static long rowsIn(List<String> doubts) {
    return doubts.stream()
        .map(doubt -> doubt.substring(doubt.indexOf(": ") + 2, doubt.indexOf(" row")))
        .map(rows -> rows.replace(",", ""))
        .mapToLong(Long::parseLong)
        .sum();
  }
}
