// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Settled;
import catena.graph.judge.Spans;
import catena.harness.accumulo.Holder;
import catena.harness.accumulo.WriterNumbers;
import catena.records.fixture.CountingFileSystem;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgersTest {
  private final Graph graph = new Graph(GraphSpec.ofSeed(7));
  private final Ledgers.Home home = new Ledgers.Home("i", "1", graph.spec().fingerprint());
  @TempDir private Path temp;
  private RunDirectory run;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private static Position at(long index) {
    return new Position(0, 0, index);
  }

  private Path file() {
    return temp.resolve("ledger/writer-00000.ledger");
  }

  /** Two windows acknowledged, the second after it was sent twice, and an orderly end. */
  private void write() throws IOException {
    LedgerHeader header = new LedgerHeader("i", "1", home.fingerprint(), 0, new UUID(1, 2));
    Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(0), header);
    ledger.intend(at(0), at(10), 10, 0, 1);
    ledger.acknowledge(2);
    ledger.intend(at(10), at(20), 10, 0, 3);
    ledger.intend(at(10), at(20), 10, 0, 4);
    ledger.acknowledge(5);
    ledger.close(6);
  }

  private Ledgers ledgers(Map<Integer, Position> ends) {
    return new Ledgers(
        List.of(run), home, graph, new KnownWriters(1, ends, Map.of(), KnownWriters.NONE.holds()));
  }

  @Test
  void whatWasSentTwiceIsPartOfThePromiseAndOfItsText() throws IOException {
    write();
    Ledgers.LedgerSnapshot reading = ledgers(Map.of(0, at(20))).read();
    assertThat(reading.doubts()).isEmpty();
    Promise promise = reading.promise();
    Spans twice = Spans.NONE.with(new Spans.Span(at(10), at(20)));
    assertThat(promise.writers()).containsEntry(0, new Progress(at(20), at(20), twice, Spans.NONE));
    assertThat(Frontier.ofText(Frontier.toText(promise))).isEqualTo(promise);
    Spans more = twice.with(new Spans.Span(at(40), at(50)));
    Promise two =
        new Promise(
            Map.of(3, new Progress(at(60), at(70), more, Spans.NONE), 5, Settled.at(at(1))));
    assertThat(Frontier.ofText(Frontier.toText(two))).isEqualTo(two);
    Spans imported = Spans.NONE.with(new Spans.Span(at(0), at(70), 1));
    for (Spans resent : List.of(Spans.NONE, more.with(new Spans.Span(at(15), at(17))))) {
      Promise every =
          new Promise(Map.of(3, new Progress(at(60), at(70), resent, imported)), true, false);
      assertThat(Frontier.ofText(Frontier.toText(every))).isEqualTo(every);
    }
  }

  /** Whole lines: nothing in the file itself shows that it is short. */
  @Test
  void aLedgerThatWasCutAtALineEndIsADoubtAndItsRestIsOpen() throws IOException {
    write();
    List<String> lines = Files.readAllLines(file());
    for (int left = 1; left < lines.size(); left++) {
      Files.write(file(), lines.subList(0, left));
      boolean acknowledged = left == lines.size() - 1; // without the end alone
      assertThat(lostItsEnd()).as("%d lines", left).isEqualTo(!acknowledged);
    }
  }

  /** What the last line acknowledged is not known, though all is known that was begun. */
  @Test
  void aLedgerThatWasCutWithinItsLastAcknowledgementIsADoubt() throws IOException {
    write();
    List<String> lines = Files.readAllLines(file());
    String whole = String.join("\n", lines.subList(0, lines.size() - 2)) + "\n";
    String last = lines.get(lines.size() - 2);
    for (int kept = 0; kept < last.length(); kept++) {
      Files.writeString(file(), whole + last.substring(0, kept));
      assertThat(lostItsEnd()).as("%d bytes of the line", kept).isTrue();
    }
  }

  /** Who gives a window up and ends in order has lost nothing, whoever goes on and is killed. */
  @Test
  void aWindowThatWasGivenUpBeforeTheEndIsNoDoubt() throws IOException {
    LedgerHeader header = new LedgerHeader("i", "1", home.fingerprint(), 0, new UUID(1, 2));
    Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(0), header);
    ledger.intend(at(0), at(10), 10, 0, 1);
    ledger.acknowledge(2);
    ledger.intend(at(10), at(20), 10, 0, 3);
    ledger.abandon("refused", 4);
    ledger.close(5);
    assertThat(lostItsEnd()).isFalse();
    Ledger next = Ledger.resume(run.fileSystem(), run.ledger(0), header, 6, Duration.ofSeconds(5));
    next.intend(at(10), at(20), 10, 0, 7);
    next.sync();
    assertThat(lostItsEnd()).as("begun again").isFalse();
  }

  private boolean lostItsEnd() throws IOException {
    Ledgers.LedgerSnapshot reading = ledgers(Map.of(0, at(20))).read();
    assertThat(reading.promise().writers().get(0).attempted()).isEqualTo(at(20));
    if (!reading.doubts().isEmpty()) {
      assertThat(reading.doubts().get(0)).contains("has lost its end").contains("index 20");
    }
    return !reading.doubts().isEmpty();
  }

  @Test
  void aWriterThatWasKilledHasNoEndToCompareWith() throws IOException {
    write();
    List<String> lines = Files.readAllLines(file());
    Files.write(file(), lines.subList(0, 3));
    assertThat(ledgers(Map.of()).read().doubts()).isEmpty();
  }

  @Test
  void aLedgerThatVanishesPromisesWhatItDidAndLeavesTheRestOpen() throws IOException {
    write();
    Ledgers ledgers = ledgers(Map.of());
    assertThat(ledgers.read().doubts()).isEmpty();
    Files.delete(file());
    Files.delete(file().getParent());
    Ledgers.LedgerSnapshot reading = ledgers.read();
    assertThat(reading.doubts()).singleElement().asString().contains("is gone");
    Progress progress = reading.promise().writers().get(0);
    assertThat(progress.acknowledged()).isEqualTo(at(20));
    assertThat(progress.attempted()).isGreaterThan(new Position(1000, 0, 0));
  }

  @Test
  void oneOfSomeThatVanishesIsADoubtToo() throws IOException {
    write();
    begun(1).close(1);
    Ledgers ledgers = ledgers(Map.of());
    assertThat(ledgers.read().doubts()).isEmpty();
    Files.delete(file());
    for (int look = 0; look < 2; look++) {
      Ledgers.LedgerSnapshot reading = ledgers.read();
      assertThat(reading.doubts()).singleElement().asString().contains(name(0) + " is gone");
      assertThat(reading.promise().writers()).containsOnlyKeys(0, 1);
      assertThat(reading.promise().writers().get(0).acknowledged()).isEqualTo(at(20));
      assertThat(reading.promise().writers().get(0).resent().hold(at(15))).isTrue();
      assertThat(reading.promise().writers().get(0).attempted())
          .isGreaterThan(new Position(1000, 0, 0));
      assertThat(reading.promise().writers().get(1)).isEqualTo(Settled.at(at(0)));
    }
    write(); // it is found again
    assertThat(ledgers.read().doubts()).isEmpty();
  }

  /** Nothing was promised by it: its writer died before its first line. */
  @Test
  void oneWithoutALineThatVanishesIsNone() throws IOException {
    write();
    Files.createFile(temp.resolve("ledger").resolve(name(1)));
    Ledgers ledgers = ledgers(Map.of());
    assertThat(ledgers.read().ledgers()).isEqualTo(2);
    Files.delete(temp.resolve("ledger").resolve(name(1)));
    assertThat(ledgers.read().doubts()).isEmpty();
  }

  @Test
  void whatWasImportedIsPartOfThePromise() throws IOException {
    try (Ledger ledger = begun(0)) {
      ledger.means(true, 1);
      ledger.intend(at(0), at(10), 10, 0, 2);
      Spans imported = Spans.NONE.with(new Spans.Span(at(0), at(10), 1));
      Progress begun = new Progress(at(0), at(10), Spans.NONE, imported);
      Ledgers ledgers = ledgers(Map.of());
      assertThat(ledgers.read().promise().writers()).containsExactly(Map.entry(0, begun));
      assertThat(ledgers.read(Set.of(0)).promise().writers()).containsExactly(Map.entry(0, begun));
      assertThat(ledgers.keeping(true, false).read().promise())
          .matches(Promise::everyVersion)
          .matches(each -> !each.mayTie());
      assertThat(ledgers.keeping(false, true).read().promise())
          .matches(Promise::mayTie)
          .matches(each -> !each.everyVersion());
    }
  }

  /** What was added to a ledger that cannot be read now is not known. */
  @Test
  void aLedgerThatCannotBeReadNowPromisesWhatItDidAndLeavesTheRestOpen() throws IOException {
    write();
    Set<String> unreadable = new HashSet<>();
    RawLocalFileSystem files =
        new RawLocalFileSystem() {
          @Override
          public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer)
              throws IOException {
            if (unreadable.contains(file.getName())) {
              throw new IOException("planted");
            }
            return super.open(file, buffer);
          }
        };
    files.initialize(URI.create("file:///"), new Configuration(false));
    try (RunDirectory failing = RunDirectory.on(files, run.root());
        Ledger one = begun(1)) {
      one.intend(at(0), at(10), 10, 0, 1);
      Ledgers ledgers = new Ledgers(List.of(failing), home, graph, KnownWriters.NONE);
      assertThat(ledgers.read().doubts()).isEmpty();
      assertThat(ledgers.read().promise().writers().get(1)).isEqualTo(new Progress(at(0), at(10)));
      unreadable.add(name(1));
      for (Ledgers.LedgerSnapshot reading : List.of(ledgers.read(), ledgers.read(Set.of(1)))) {
        assertThat(reading.doubts())
            .singleElement()
            .asString()
            .contains(name(1) + " cannot be read: planted");
        assertThat(reading.promise().writers().get(1).acknowledged()).isEqualTo(at(0));
        assertThat(reading.promise().writers().get(1).attempted())
            .isGreaterThan(new Position(1000, 0, 0));
        assertThat(reading.promise().writers().get(0).attempted()).isEqualTo(at(20));
      }
      unreadable.clear();
      assertThat(ledgers.read(Set.of(1)).doubts()).isEmpty();
      assertThat(ledgers.read(Set.of(1)).promise().writers().get(1))
          .isEqualTo(new Progress(at(0), at(10)));
    }
  }

  /** As HDFS is when the writer died and the DataNode of the last block has begun anew since. */
  private static final class Leased extends RawLocalFileSystem implements LeaseRecoverable {
    final Set<String> leased = new HashSet<>();
    final List<String> recovered = new ArrayList<>();
    boolean frees = true;

    Leased() throws IOException {
      initialize(URI.create("file:///"), new Configuration(false));
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer) throws IOException {
      if (leased.contains(file.getName())) {
        throw new IOException("Cannot obtain block length");
      }
      return super.open(file, buffer);
    }

    @Override
    public boolean recoverLease(org.apache.hadoop.fs.Path file) throws IOException {
      recovered.add(file.getName());
      if (!frees) {
        throw new IOException("planted: no DataNode");
      }
      return leased.remove(file.getName());
    }

    @Override
    public boolean isFileClosed(org.apache.hadoop.fs.Path file) {
      return !leased.contains(file.getName());
    }
  }

  private static KnownWriters held(List<String> told, Set<Integer> alive) {
    return new KnownWriters(
        0,
        Map.of(),
        Map.of(),
        writer -> {
          if (alive.contains(writer)) {
            throw new UsageException("Writer " + writer + " is in use by process 7");
          }
          told.add("takes " + writer);
          return () -> told.add("gives " + writer + " back");
        });
  }

  @Test
  void aLedgerThatADeadWriterLeftOpenIsFreedUnderItsHoldAndReadWhole() throws IOException {
    try (Ledger one = begun(1)) {
      one.intend(at(0), at(10), 10, 0, 1);
      one.acknowledge(2);
      one.sync();
      Leased files = new Leased();
      files.leased.add(name(1));
      List<String> told = new ArrayList<>();
      try (RunDirectory leased = RunDirectory.on(files, run.root())) {
        Ledgers ledgers = new Ledgers(List.of(leased), home, graph, held(told, Set.of()));
        Ledgers.LedgerSnapshot reading = ledgers.read();
        assertThat(reading.doubts()).isEmpty();
        assertThat(reading.promise().writers().get(1).acknowledged()).isEqualTo(at(10));
        assertThat(told).containsExactly("takes 1", "gives 1 back");
        assertThat(ledgers.read().doubts()).isEmpty();
        assertThat(files.recovered).as("once").containsExactly(name(1));
      }
    }
  }

  @Test
  void aLedgerThatItsWriterMayStillWriteIsNotTakenFromIt() throws IOException {
    try (Ledger one = begun(1)) {
      one.sync();
      Leased files = new Leased();
      files.leased.add(name(1));
      Set<Integer> alive = new HashSet<>(Set.of(1));
      try (RunDirectory leased = RunDirectory.on(files, run.root())) {
        Ledgers ledgers = new Ledgers(List.of(leased), home, graph, held(new ArrayList<>(), alive));
        assertThat(ledgers.read().doubts())
            .singleElement()
            .asString()
            .contains("cannot be read: Cannot obtain block length")
            .contains("Writer 1 is in use by process 7");
        assertThat(files.recovered).isEmpty();
        alive.clear();
        assertThat(ledgers.read().doubts()).as("its session is over now").isEmpty();
      }
    }
  }

  @Test
  void aLedgerThatHdfsDoesNotFreeIsADoubtAndTheOthersAreNotWaitedFor() throws IOException {
    try (Ledger one = begun(1);
        Ledger two = begun(2)) {
      one.sync();
      two.sync();
      Leased files = new Leased();
      files.leased.addAll(List.of(name(1), name(2)));
      files.frees = false;
      try (RunDirectory leased = RunDirectory.on(files, run.root())) {
        Ledgers ledgers =
            new Ledgers(List.of(leased), home, graph, held(new ArrayList<>(), Set.of()));
        assertThat(ledgers.read().doubts())
            .hasSize(2)
            .anyMatch(doubt -> doubt.contains(name(1)) && doubt.contains("planted: no DataNode"))
            .anyMatch(doubt -> doubt.contains(name(2) + " cannot be read: Cannot obtain"));
        assertThat(files.recovered).containsExactly(name(1));
      }
    }
  }

  /** One that was never read promises nothing, and the others are read all the same. */
  @Test
  void aLedgerThatCouldNeverBeReadIsADoubt() throws IOException {
    write();
    Files.createDirectory(temp.resolve("ledger").resolve(name(1)));
    Ledgers.LedgerSnapshot reading = ledgers(Map.of()).read();
    assertThat(reading.doubts()).singleElement().asString().contains(name(1) + " cannot be read");
    assertThat(reading.promise().writers()).containsOnlyKeys(0);
  }

  private static String name(int writer) {
    return "writer-%05d.ledger".formatted(writer);
  }

  private LedgerHeader header(int writer) {
    return new LedgerHeader("i", "1", home.fingerprint(), writer, new UUID(1, writer));
  }

  private Ledger begun(int writer) throws IOException {
    return Ledger.create(run.fileSystem(), run.ledger(writer), header(writer));
  }

  /** Before, each reading opened all of them. */
  @Test
  void aLedgerThatWasClosedIsNotOpenedAgainUnlessItHasGrown() throws IOException {
    CountingFileSystem files = new CountingFileSystem();
    try (RunDirectory counted = RunDirectory.on(files, run.root());
        Ledger open = begun(9)) {
      for (int writer = 0; writer < 9; writer++) {
        begun(writer).close(1);
      }
      Ledgers ledgers = new Ledgers(List.of(counted), home, graph, KnownWriters.NONE);
      Promise first = ledgers.read().promise();
      assertThat(files.opened()).hasSize(10);
      assertThat(ledgers.read().promise()).isEqualTo(first);
      assertThat(files.opened()).containsExactly(name(9));

      try (Ledger resumed =
          Ledger.resume(run.fileSystem(), run.ledger(4), header(4), 2, Duration.ZERO)) {
        resumed.intend(at(0), at(10), 10, 0, 3);
        open.intend(at(0), at(5), 5, 0, 3);
        Promise now = ledgers.read().promise();
        assertThat(files.opened()).containsExactly(name(4), name(9));
        assertThat(now.writers().get(4).attempted()).isEqualTo(at(10));
        assertThat(now.writers().get(9).attempted()).isEqualTo(at(5));
      }
    }
  }

  /** A closed one of them, too: a listing may be old. */
  @Test
  void onlyTheLedgersOfTheWritersThatAreAskedForAreOpened() throws IOException {
    CountingFileSystem files = new CountingFileSystem();
    try (RunDirectory counted = RunDirectory.on(files, run.root());
        Ledger three = begun(3);
        Ledger five = begun(5)) {
      begun(7).close(1);
      Ledgers ledgers = new Ledgers(List.of(counted), home, graph, KnownWriters.NONE);
      assertThat(ledgers.read(Set.of(3)).ledgers()).as("the first time all").isEqualTo(3);
      assertThat(files.opened()).hasSize(3);

      three.intend(at(0), at(10), 10, 0, 1);
      five.intend(at(0), at(20), 20, 0, 1);
      Promise now = ledgers.read(Set.of(5, 7)).promise();
      assertThat(files.opened()).containsExactlyInAnyOrder(name(5), name(7));
      assertThat(now.writers().get(5).attempted()).isEqualTo(at(20));
      assertThat(now.writers().get(3).attempted()).as("as it was").isEqualTo(at(0));

      try (Ledger eight = begun(8)) {
        eight.intend(at(0), at(1), 1, 0, 2);
        Ledgers.LedgerSnapshot newer = ledgers.read(Set.of(8, 12));
        assertThat(files.opened()).containsExactly(name(8));
        assertThat(newer.promise().writers()).containsOnlyKeys(3, 5, 7, 8);
        assertThat(newer.ledgers()).isEqualTo(4);
        try (Ledger six = begun(6)) {
          six.intend(at(0), at(2), 2, 0, 2);
          files.opened();
          Ledgers.LedgerSnapshot both = ledgers.read(Set.of(3, 6));
          assertThat(files.opened()).as("one is known, and one is new").contains(name(6), name(3));
          assertThat(both.promise().writers().get(6).attempted()).isEqualTo(at(2));
          assertThat(both.ledgers()).isEqualTo(5);
        }
      }
    }
  }

  @Test
  void whatIsInDoubtAboutALedgerIsSaidUntilItIsReadAnew() throws IOException {
    write();
    try (Ledger other = begun(1)) {
      Ledgers ledgers = ledgers(Map.of());
      assertThat(ledgers.read().doubts()).isEmpty();
      Files.writeString(
          temp.resolve("ledger").resolve(name(1)), "nonsense\n", StandardOpenOption.APPEND);
      assertThat(ledgers.read(Set.of(0)).doubts()).as("of another writer").isEmpty();
      assertThat(ledgers.read(Set.of(1)).doubts()).singleElement().asString().contains("damaged");
      Ledgers.LedgerSnapshot after = ledgers.read(Set.of(0));
      assertThat(after.doubts()).hasSize(1);
      assertThat(after.promise().writers().get(1).attempted())
          .isGreaterThan(new Position(1000, 0, 0));
      assertThat(other.state().windows()).isZero();
    }
  }

  @Test
  void aLedgerOfAnotherTableIsRefusedWithWhatIsAnother() throws IOException {
    write();
    String begin = "The ledger " + run.ledger(0) + " belongs to ";
    Map<Ledgers.Home, String> others =
        Map.of(
            new Ledgers.Home("j", "1", home.fingerprint()), "instance i, not j",
            new Ledgers.Home("i", "2", home.fingerprint()), "table id 1, not 2",
            new Ledgers.Home("i", "1", "another"), "graph " + home.fingerprint() + ", not another");
    others.forEach(
        (other, what) ->
            assertThatThrownBy(
                    () -> new Ledgers(List.of(run), other, graph, KnownWriters.NONE).read())
                .isInstanceOf(UsageException.class)
                .hasMessage(begin + what + ": leave its run out"));
  }

  @Test
  void oneThatComesLaterAndIsAnotherTablesIsRefusedToo() throws IOException {
    write();
    Ledgers ledgers = ledgers(Map.of());
    ledgers.read();
    LedgerHeader other = new LedgerHeader("i", "2", home.fingerprint(), 4, new UUID(1, 4));
    Ledger.create(run.fileSystem(), run.ledger(4), other).close(1);
    assertThat(ledgers.read(Set.of(0)).ledgers()).as("all are known").isEqualTo(1);
    assertThatThrownBy(() -> ledgers.read(Set.of(0, 4)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("belongs to table id 2, not 1");
  }

  @Test
  void twoLedgersOfOneWriterAreRefused() throws IOException {
    write();
    Path copy = temp.resolve("copy");
    Files.createDirectories(copy.resolve("ledger"));
    Files.copy(file(), copy.resolve("ledger").resolve(name(0)));
    try (RunDirectory second = RunDirectory.at(copy.toString(), new Configuration(false))) {
      assertThatThrownBy(
              () -> new Ledgers(List.of(run, second), home, graph, KnownWriters.NONE).read())
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("The ledgers ")
          .hasMessageContaining(run.ledger(0).toString())
          .hasMessageContaining(second.ledger(0).toString())
          .hasMessageEndingWith(" are both writer 0's: one is a copy, leave it out");
    }
  }

  /** Its first line cannot be read: whose it is is not known. */
  @Test
  void aLedgerThatIsDamagedFromItsFirstLineOnIsADoubtUntilItIsGone() throws IOException {
    write();
    Path damaged = temp.resolve("ledger").resolve(name(1));
    Files.writeString(damaged, "nonsense\nnonsense\n");
    Ledgers ledgers = ledgers(Map.of());
    Ledgers.LedgerSnapshot reading = ledgers.read();
    assertThat(reading.doubts())
        .singleElement()
        .asString()
        .startsWith("The ledger ")
        .contains(name(1) + " is damaged: ");
    assertThat(reading.promise().writers()).containsOnlyKeys(0);
    Files.delete(damaged);
    assertThat(ledgers.read().doubts()).isEmpty();
  }

  @Test
  void whenWindowsWereWrittenIsKnownOfWritersThatAreKnown() throws IOException {
    write();
    Ledgers ledgers = ledgers(Map.of());
    ledgers.read();
    var writes = new TreeSet<>(List.of(at(3), at(99)));
    assertThat(ledgers.times(0, writes)).containsOnlyKeys(at(3));
    assertThat(ledgers.times(1, writes)).isEmpty();
  }

  @Test
  void tenWritersAreNamedAndOfMoreHowMany() {
    assertThat(
            new KnownWriters(10, Map.of(), Map.of(), KnownWriters.NONE.holds())
                .withoutLedger(Promise.NONE))
        .hasValueSatisfying(doubt -> assertThat(doubt).contains("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],"));
    assertThat(
            new KnownWriters(11, Map.of(), Map.of(), KnownWriters.NONE.holds())
                .withoutLedger(Promise.NONE))
        .hasValueSatisfying(
            doubt -> assertThat(doubt).contains("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9] and 1 more"));
  }

  @Test
  void writersOfWhichOnlyTheHoldsAreKnownOweNothing() throws IOException {
    List<String> told = new ArrayList<>();
    KnownWriters all = held(told, Set.of());
    KnownWriters holds = new KnownWriters(5, Map.of(0, at(20)), Map.of(), all.holds()).holdsOnly();
    assertThat(holds.withoutLedger(Promise.NONE)).isEmpty();
    assertThat(holds.ends()).isEmpty();
    holds.free(3, run.fileSystem(), run.ledger(3));
    assertThat(told).containsExactly("takes 3", "gives 3 back");
  }

  @Test
  void writersWithoutALedgerAreNamed() {
    Promise of0And2 = new Promise(Map.of(0, Settled.at(at(0)), 2, Settled.at(at(0))));
    assertThat(
            new KnownWriters(5, Map.of(), Map.of(), KnownWriters.NONE.holds())
                .withoutLedger(of0And2))
        .hasValueSatisfying(doubt -> assertThat(doubt).contains("[1, 3, 4]"));
    assertThat(
            new KnownWriters(50, Map.of(), Map.of(), KnownWriters.NONE.holds())
                .withoutLedger(of0And2))
        .hasValueSatisfying(doubt -> assertThat(doubt).contains("38 more"));
    assertThat(KnownWriters.NONE.withoutLedger(Promise.NONE)).isEmpty();
    assertThat(
            new KnownWriters(1, Map.of(), Map.of(), KnownWriters.NONE.holds())
                .withoutLedger(of0And2))
        .isEmpty();
  }

  /** Numbers 1 and 2 were taken by a process that died before its ledgers; 3 is the others'. */
  @Test
  void aWriterThatNeverBeganOwesNothingAndWhoTookItsNumberIsNamed() {
    Holder died = new Holder("far", 17, "runs/x", 1_000);
    Holder later = new Holder("far", 17, "runs/x", 2_000);
    Holder other = new Holder("near", 18, "runs/y", 3_000);
    Promise of0 = new Promise(Map.of(0, Settled.at(at(0))));
    KnownWriters known =
        new KnownWriters(
            4,
            Map.of(),
            Map.of(
                0, new WriterNumbers.Taker(other, true),
                1, new WriterNumbers.Taker(later, false),
                2, new WriterNumbers.Taker(died, false),
                3, new WriterNumbers.Taker(other, true)),
            KnownWriters.NONE.holds());
    assertThat(known.withoutLedger(of0))
        .contains(
            "No ledger was given of the writers [3], which have numbers for this table: name their"
                + " runs too; the numbers were taken by [process 18 on near (run runs/y) at"
                + " 1970-01-01T00:00:03Z]");
    assertThat(known.neverBegun(of0))
        .contains(
            "The writers [1, 2] have numbers for this table and never began a ledger, so that they"
                + " wrote nothing; the numbers were taken by [process 17 on far (run runs/x) at"
                + " 1970-01-01T00:00:01Z]");
    KnownWriters three = new KnownWriters(3, Map.of(), known.takers(), KnownWriters.NONE.holds());
    assertThat(three.withoutLedger(of0)).isEmpty();
    Promise by1 = new Promise(Map.of(0, Settled.at(at(0)), 1, Settled.at(at(0))));
    assertThat(three.neverBegun(by1)).as("1 has begun since").get().asString().contains("[2]");
    assertThat(
            new KnownWriters(3, Map.of(2, at(5)), known.takers(), KnownWriters.NONE.holds())
                .withoutLedger(of0))
        .as("one that ended has begun, whatever its mark says")
        .get()
        .asString()
        .contains("[2]");
    assertThat(new KnownWriters(4, Map.of(), Map.of(), KnownWriters.NONE.holds()).neverBegun(of0))
        .isEmpty();
  }
}
