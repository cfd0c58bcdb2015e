// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.check.LivePromise;
import catena.read.check.TransientDifferences;
import catena.read.settle.ReaderSettler;
import catena.read.settle.RereadAccount;
import catena.read.settle.Settler;
import catena.records.fixture.CountingFileSystem;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a row costs that is newer than the promise by which it was read: opened ledgers. */
class NewerRowsTest extends RowRig {
  private static final int OTHERS = 15;
  private static final int READS = 50;

  private final AtomicLong nanos = new AtomicLong();
  private final CountingFileSystem files = new CountingFileSystem();
  private RunDirectory counted;
  private ExactRows reader;

  @BeforeEach
  void others() throws IOException {
    for (int writer = 1; writer <= OTHERS; writer++) {
      LedgerHeader header =
          new LedgerHeader(
              "i", "1", graph.spec().fingerprint(), writer, UUID.fromString(graph.uuid(writer)));
      Ledger.create(run.fileSystem(), run.ledger(writer), header).close();
    }
    counted = RunDirectory.on(files, run.root());
    Ledgers.Home home = new Ledgers.Home("i", "1", graph.spec().fingerprint());
    promise =
        new LivePromise(new Ledgers(List.of(counted), home, graph, KnownWriters.NONE), nanos::get);
    account = new RereadAccount();
    Settler rules =
        new Settler(
            Optional.of(graph), promise, new TransientDifferences(false), all, Clock.systemUTC());
    settling =
        new ReaderSettler(
            rules, findings, account, Duration.ofSeconds(30), Clock.systemUTC(), nanos::get);
    reader = new ExactRows(graph, promise, settling, all, "reader", tally);
    assertThat(files.opened()).hasSize(OTHERS + 1);
  }

  @AfterEach
  void closeCounted() throws IOException {
    counted.close();
  }

  private void readNewer(int reads) throws Exception {
    Node next = new Node(0, 2, 3);
    for (int i = 0; i < reads; i++) {
      show(reader, row(next), entry(next));
    }
  }

  /** Before, each of the reads opened all ledgers. */
  @Test
  void newerRowsOfManyReadsCostOneReadOfTheirWritersLedger() throws Exception {
    acknowledge(2);
    readNewer(READS);
    assertThat(settling.step(Duration.ZERO)).isFalse();
    assertThat(files.opened()).isEmpty();
    assertThat(settling.isEmpty()).isFalse();

    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(settling.step(Duration.ZERO)).isFalse();
    assertThat(files.opened()).containsExactly("writer-00000.ledger");
    assertThat(tally.get(Count.CHANGED)).isEqualTo(READS);
    assertThat(settling.isEmpty()).isTrue();
    assertThat(account.doubts()).isEmpty();
    assertThat(settling.doubts()).isEmpty();
  }

  @Test
  void aRowThatDiffersCostsOneReadOfItsWritersLedgerAtOnce() throws Exception {
    show(reader, row(new Node(0, 1, 3)));

    assertThat(files.opened()).containsExactly("writer-00000.ledger");
    assertThat(tally.get(Count.REREAD)).isEqualTo(1);
  }

  @Test
  void tooManyAreAskedAboutAtOnce() throws Exception {
    acknowledge(2);
    readNewer(9_999);
    assertThat(files.opened()).isEmpty();
    readNewer(1);

    assertThat(files.opened()).containsExactly("writer-00000.ledger");
    assertThat(tally.get(Count.CHANGED)).isEqualTo(10_000);
    assertThat(settling.isEmpty()).isTrue();
  }

  /** The ledger does not know of it now either: it is read again, and in doubt at the limit. */
  @Test
  void whatItsWriterHasNotBegunByThenIsReadAgainAndInDoubt() throws Exception {
    Node far = new Node(0, 3, 3);
    toAll.put(row(far), List.of(entry(far)));
    show(reader, row(far), entry(far));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(settling.step(Duration.ZERO)).isTrue();
    assertThat(tally.get(Count.REREAD)).isEqualTo(1);
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(settling.step(Duration.ZERO)).isTrue();

    assertThat(settling.doubts()).singleElement().asString().contains("PHANTOM", row(far));
    assertThat(account.doubts()).isEmpty();
    assertThat(findings.counts()).isEmpty();
  }

  @Test
  void whatWaitsWhenAllIsGivenUpIsADoubt() throws Exception {
    acknowledge(2);
    readNewer(3);
    settling.giveUpAll("it was not done");

    assertThat(account.doubts()).singleElement().asString().contains("3 rows");
  }

  /** What waits is no reason to lose what does not. */
  @Test
  void aFindingDoesNotWait() throws Exception {
    Node next = new Node(0, 2, 3);
    Node wrong = new Node(0, 1, 3);
    reader.begin();
    ledger.intend(new Position(0, 2, 0), new Position(0, 3, 0), FLUSH, 0, 1);
    reader.row(bytes(row(next)), List.of(entry(next)), Optional.empty());
    reader.row(bytes(row(wrong)), List.of(withOtherValue(entry(wrong))), Optional.empty());
    reader.end();

    assertThat(findings.counts()).isEqualTo(Map.of(FindingKind.ALTERED, 1L));
    assertThat(tally.get(Count.CHANGED)).isZero();
  }
}
