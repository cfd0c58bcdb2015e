// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableCopy;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.read.check.Frontier;
import catena.read.check.KnownWriters;
import catena.read.check.RunTable;
import catena.read.plant.Faults;
import catena.read.reader.ReadSettings;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.ledger.Ledger;
import catena.records.ledger.Window;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import catena.verify.job.TableToVerify;
import catena.verify.job.VerifySettings.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole verifications of a table in memory: what goes wrong around the passes is a doubt. */
class VerifierTest {
  private static final int FLUSH = 8;
  private static final int DEPTH = 3;

  private Graph graph = ModelTable.graph(FLUSH, DEPTH, 0, "");
  private FakeTable table = new FakeTable(graph);

  private KnownWriters known = KnownWriters.NONE;
  private boolean graphless;

  @TempDir private Path files;
  private RunDirectory run;
  private Ledger ledger;
  private Position end = Position.ORIGIN;
  private Authorizations user = Authorizations.EMPTY;
  private Authorizations seen = Authorizations.EMPTY;

  @BeforeEach
  void write() throws Exception {
    write(files);
  }

  private void write(Path directory) throws Exception {
    run = FakeTable.run(directory);
    ledger = table.ledger(run, 0);
    for (int layer = 0; layer < DEPTH; layer++) {
      acknowledge(FLUSH);
      for (int i = 0; i < FLUSH; i++) {
        table.first(0, layer, i);
      }
    }
    acknowledge(FLUSH - 1);
    for (int i = 0; i < FLUSH - 1; i++) {
      table.closing(0, 0, i);
    }
  }

  @AfterEach
  void close() throws Exception {
    ledger.close(2);
    run.close();
  }

  private void acknowledge(int entries) throws IOException {
    Position to = new WriteOrder(graph).advance(0, end, entries);
    ledger.intend(new Window(end, to, entries, 0), 1);
    ledger.acknowledge(1);
    end = to;
  }

  /** A connection, which waits for every answer to a question about tables for ever. */
  private Connection hanging() throws Exception {
    table.operations.put(
        "*",
        arguments -> {
          new CountDownLatch(1).await();
          return null;
        });
    return table.connection();
  }

  private PartOutcome verify(Optional<TableCopy> copy, Mode mode, String... settings)
      throws Exception {
    Optional<Graph> its = graphless ? Optional.empty() : Optional.of(graph);
    RunTable found =
        new RunTable(
            FakeTable.INSTANCE, FakeTable.NAME, FakeTable.NAME, its.map(Graph::spec), copy);
    TableToVerify subject =
        new TableToVerify(found, its, mode, user, List.of(seen), known, false, false);
    try (Journal journal = FakeTable.journal(run)) {
      RunContext part = table.part(run, journal);
      return new Verifier(part, FakeTable.settings(settings), finding -> {}).verify(subject);
    }
  }

  private Optional<TableCopy> copied() throws IOException {
    String promise = Frontier.fingerprint(table.ledgers(List.of(run)).read().promise());
    return Optional.of(new TableCopy("source", FakeTable.NAME, promise, 1, true));
  }

  @Test
  void aTableThatIsRightIsAPassInBothModes() throws Exception {
    PartOutcome outcome = verify(Optional.empty(), Mode.BOTH);

    assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.PASS);
    assertThat(verify(copied(), Mode.EXACT).verdict()).isEqualTo(Verdict.PASS);
  }

  /** References say nothing of what ledgers promise. */
  @Test
  void aTableWithLedgersIsNotVerifiedByItsReferencesAlone() throws Exception {
    PartOutcome outcome = verify(Optional.empty(), Mode.REFERENCES);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).contains(Verifier.UNCOMPARED);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.tally()).containsEntry("references: entries", (long) FLUSH * DEPTH);
  }

  /** A PASS of a table without a graph says what it is of. */
  @Test
  void whatChosenAuthorizationsSeeIsAllThatReferencesAreVerifiedOf() throws Exception {
    graphless = true;
    ledger.close(2);
    run.close();
    run = FakeTable.run(files.resolve("foreign"));
    assertThat(verify(Optional.empty(), Mode.REFERENCES, "verify.auths", "B").reasons())
        .anyMatch(reason -> reason.startsWith("Only what the authorizations "));
    assertThat(verify(Optional.empty(), Mode.REFERENCES).reasons())
        .noneMatch(reason -> reason.startsWith("Only what the authorizations "));
  }

  @Test
  void whatIsFoundByEitherPassIsAFindingOfTheWholeAndARowOfBothIsOne() throws Exception {
    table.remove(NodeCodec.rowText(graph.row(new Node(0, 1, 2))));
    Map<Mode, FindingKind> found =
        Map.of(
            Mode.EXACT, FindingKind.LOST,
            Mode.REFERENCES, FindingKind.UNDEFINED,
            Mode.BOTH, FindingKind.LOST);
    for (Map.Entry<Mode, FindingKind> each : found.entrySet()) {
      PartOutcome outcome = verify(Optional.empty(), each.getKey());
      assertThat(outcome.verdict()).as(each.toString()).isEqualTo(Verdict.FAIL);
      assertThat(outcome.findings()).isEqualTo(Map.of(each.getValue(), 1L));
    }
  }

  /** The row has one damaged entry, and is referred to. */
  @Test
  void aDamagedEntryThatBothPassesFindIsOneFinding() throws Exception {
    table.put(Faults.withByte(entry(0, 1, 2), 3));

    assertThat(verify(Optional.empty(), Mode.EXACT).findings())
        .isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
    assertThat(verify(Optional.empty(), Mode.REFERENCES).findings())
        .as("what refers to the row does not find it")
        .isEqualTo(Map.of(FindingKind.CORRUPT, 1L, FindingKind.UNDEFINED, 1L));
    assertThat(verify(Optional.empty(), Mode.BOTH).findings())
        .isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
  }

  /** By references the row is not there, though something refers to it. */
  @Test
  void aRowThatBothPassesDoNotSeeIsOneFindingAlsoIfItIsWithheld() throws Exception {
    close();
    graph = ModelTable.graph(FLUSH, DEPTH, 0, "A");
    table = new FakeTable(graph);
    end = Position.ORIGIN;
    write(files.resolve("labelled"));
    user = new Authorizations("A", "B");
    seen = new Authorizations("A");
    Entry right = entry(0, 1, 2);
    byte[] closed = {'B'};
    table.put(
        NodeCodec.withChecksum(
            new Entry(right.row(), right.family(), right.qualifier(), closed, right.value())));

    assertThat(verify(Optional.empty(), Mode.EXACT).findings())
        .isEqualTo(Map.of(FindingKind.WITHHELD, 1L));
    assertThat(verify(Optional.empty(), Mode.REFERENCES).findings())
        .isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
    assertThat(verify(Optional.empty(), Mode.BOTH).findings())
        .isEqualTo(Map.of(FindingKind.WITHHELD, 1L));
  }

  /** The entry of a row in a row of nobody, as it is there when a disk has changed its key. */
  @Test
  void anEntryOfNobodyWhoseChecksumIsWrongIsOneFindingOfBothPasses() throws Exception {
    Entry right = entry(0, 1, 2);
    byte[] nobodys = NodeCodec.rowBytes("40123456789abcde");
    table.put(
        new Entry(nobodys, right.family(), right.qualifier(), right.visibility(), right.value()));

    assertThat(verify(Optional.empty(), Mode.EXACT).findings())
        .isEqualTo(Map.of(FindingKind.PHANTOM, 1L));
    assertThat(verify(Optional.empty(), Mode.REFERENCES).findings())
        .isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
    assertThat(verify(Optional.empty(), Mode.BOTH).findings())
        .isEqualTo(Map.of(FindingKind.PHANTOM, 1L));
  }

  private Entry entry(int writer, long window, int index) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(writer, window, index);
    return encoder.entry();
  }

  @Test
  void aVerificationThatComparesNothingLeavesWhatWasFoundBefore() throws Exception {
    table.remove(NodeCodec.rowText(graph.row(new Node(0, 1, 2))));
    PartOutcome failed = verify(Optional.empty(), Mode.EXACT);
    assertThat(failed.verdict()).isEqualTo(Verdict.FAIL);
    try (RunDirectory run = RunDirectory.at(files.toString())) {
      failed.toFile().writeTo(run);
      var unused = PendingVerdict.replace(run, Clock.systemUTC(), "the verification");
    }
    String found = Files.readString(files.resolve("findings.jsonl"));
    assertThat(found).contains("LOST");
    Files.writeString(files.resolve("causes.txt"), "a server");
    table.stop.ask("planted");

    assertThat(verify(Optional.empty(), Mode.EXACT).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(files.resolve("findings.jsonl")).hasContent(found.strip());
    assertThat(files.resolve("causes.txt")).exists();
  }

  @Test
  void aPassThatWasNotBegunBecauseOfAStopIsADoubtByItsName() throws Exception {
    table.stop.ask("planted");
    PartOutcome outcome = verify(Optional.empty(), Mode.BOTH);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .contains(
            "Not begun, since a stop was asked for: exact",
            "Not begun, since a stop was asked for: references");
    assertThat(outcome.tally()).isEmpty();
  }

  @Test
  void aSampleIsReportedWithThePass() throws Exception {
    PartOutcome sample = verify(Optional.empty(), Mode.EXACT, "verify.sample", "0.5");
    assertThat(sample.verdict()).as(sample.reasons().toString()).isEqualTo(Verdict.PASS);
    assertThat(sample.reasons()).contains("A sample: 0.5 of every window was verified (seed 1)");
    assertThat(verify(Optional.empty(), Mode.EXACT).reasons()).isEmpty();
  }

  @Test
  void hiddenVisibilitiesAskForAGrantUnlessTheUserHidThem() throws Exception {
    ledger.close(2);
    run = FakeTable.run(files.resolve("labelled"));
    graph = ModelTable.graph(FLUSH, DEPTH, 0, "", "A");
    table = new FakeTable(graph);
    ledger = table.ledger(run, 0);
    String hidden = "Entries of the visibilities [A] are hidden from the authorizations in use";
    assertThat(verify(Optional.empty(), Mode.EXACT).reasons())
        .contains(hidden + ": grant them to the user");
    assertThat(verify(Optional.empty(), Mode.EXACT, "verify.auths", "B").reasons())
        .contains(hidden)
        .doesNotContain(hidden + ": grant them to the user");
  }

  @Test
  void aWriterWhoseLedgerWasNotGivenIsADoubt() throws Exception {
    known = new KnownWriters(2, Map.of(), Map.of(), KnownWriters.NONE.holds());
    PartOutcome outcome = verify(Optional.empty(), Mode.EXACT);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("[1]", "name their runs too");
  }

  /** No ledger at all was given: that the writers have some is said by what compares nothing. */
  @Test
  void whereNoLedgerIsGivenNoWriterIsMissedByItself() throws Exception {
    ledger.close(2);
    run.close();
    run = FakeTable.run(files.resolve("empty"));
    known = new KnownWriters(2, Map.of(), Map.of(), KnownWriters.NONE.holds());
    PartOutcome outcome = verify(Optional.empty(), Mode.EXACT);

    assertThat(outcome.verdict()).isNotEqualTo(Verdict.PASS);
    assertThat(outcome.reasons()).noneMatch(why -> why.contains("name their runs too"));
    known = KnownWriters.NONE;
    PartOutcome references = verify(Optional.empty(), Mode.REFERENCES);
    assertThat(references.verdict()).as("%s", references).isEqualTo(Verdict.PASS);
    assertThat(references.reasons()).doesNotContain(Verifier.UNCOMPARED);
    ledger = table.ledger(run, 0);
  }

  @Test
  void theRunsOfTheSettingsAreThoseThatAreVerified() {
    Settings own = FakeTable.settings("read.runs", "runs/a,runs/b");
    assertThat(new VerifyActivity().scope(own).runs()).containsExactly("runs/a", "runs/b");
  }

  @Test
  void aTableThatIsWrittenToWhileItsCopyPassesIsADoubt() throws Exception {
    table.whenRead =
        () -> {
          table.whenRead = () -> {};
          try {
            acknowledge(FLUSH);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    PartOutcome outcome = verify(copied(), Mode.EXACT);

    assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("Table source was written to while its copy " + FakeTable.NAME);
  }

  @Test
  void aCloneThatIsLeftBehindIsADoubtByItsName() throws Exception {
    table.operations.put(
        "clone",
        arguments -> {
          throw new IOException("planted");
        });
    table.operations.put("exists", arguments -> false);
    PartOutcome removed = verify(Optional.empty(), Mode.EXACT, "verify.offline", "true");
    table.operations.put("exists", arguments -> true);
    table.operations.put(
        "delete",
        arguments -> {
          throw new IOException("planted");
        });
    PartOutcome left = verify(Optional.empty(), Mode.EXACT, "verify.offline", "true");

    assertThat(removed.reasons())
        .singleElement()
        .asString()
        .contains("could not be cloned", "; delete " + FakeTable.NAME + "_verify_");
    assertThat(left.reasons())
        .hasSize(2)
        .anyMatch(
            reason ->
                reason.startsWith("The clone " + FakeTable.NAME + "_verify_")
                    && reason.contains("delete it by hand"));
  }

  @Test
  void aClusterThatDoesNotAnswerBeforeTheStartIsADoubt() throws Exception {
    Connection connection = hanging();
    PartEnvironment site =
        new PartEnvironment(
            () -> connection,
            true,
            CallerContext.NOTHING,
            List.of(),
            FakeTable.silent(),
            Clock.systemUTC(),
            1);
    Settings own = FakeTable.settings("job.stall.limit", "1s");
    PartOutcome outcome = new VerifyActivity().prepare(site, own).perform(null);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("is every server of the cluster at work?");
  }

  /** Empty, under the same name, from the so manieth read on. */
  private void makeAnewAt(int read) {
    AtomicInteger reads = new AtomicInteger();
    table.whenRead =
        () -> {
          if (reads.incrementAndGet() == read) {
            table.id = "anew";
            table.entries.clear();
          }
        };
  }

  private void assertThatNothingIsLost(PartOutcome outcome) {
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anySatisfy(
            why -> assertThat(why).contains("it was deleted and made anew while it was read"));
  }

  /** Scans go by name: what a later table does not hold is not lost from the one before. */
  @Test
  void aTableThatIsMadeAnewWhileItIsScannedIsADoubt() throws Exception {
    TreeMap<Key, Value> all = new TreeMap<>(table.entries);
    for (Mode mode : List.of(Mode.EXACT, Mode.REFERENCES, Mode.BOTH)) {
      table.id = FakeTable.NAME;
      table.entries.putAll(all);
      makeAnewAt(1);
      assertThatNothingIsLost(verify(Optional.empty(), mode));
    }
  }

  /** What was seen in a table that is gone since was there. */
  @Test
  void whatIsFoundInATableThatIsDeletedBehindTheScanStaysFound() throws Exception {
    table.put(Faults.withByte(entry(0, 1, 2), 3));
    table.whenRead = () -> table.id = null;
    PartOutcome outcome = verify(Optional.empty(), Mode.EXACT);
    assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
  }

  /** Rows of the later table are not there either. */
  @Test
  void aTableThatIsMadeAnewWhileRowsAreReadAgainIsADoubt() throws Exception {
    TreeMap<Key, Value> all = new TreeMap<>(table.entries);
    table.remove(NodeCodec.rowText(graph.row(new Node(0, 1, 2))));
    AtomicInteger reads = new AtomicInteger();
    table.whenRead =
        () -> {
          if (reads.incrementAndGet() == 2) { // of one thread, behind the scan
            table.entries.putAll(all);
          }
        };
    PartOutcome late = verify(Optional.empty(), Mode.EXACT, "verify.maps", "1");
    assertThat(late.findings()).isEqualTo(Map.of(FindingKind.LATE, 1L));

    table.remove(NodeCodec.rowText(graph.row(new Node(0, 1, 2))));
    makeAnewAt(2);
    assertThatNothingIsLost(verify(Optional.empty(), Mode.EXACT, "verify.maps", "1"));
  }

  @Test
  void aSampleIsRefusedWhereReferencesLeadOutOfIt() throws Exception {
    table.operations.put("getConfiguration", arguments -> Map.of());
    Connection connection = table.connection();

    assertThatThrownBy(
            () ->
                TableToVerify.find(
                    connection,
                    FakeTable.settings("verify.mode", "references", "verify.sample", "0.5"),
                    List.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("references lead out of any sample");
  }

  /** A reader that may see less, or what is late, must not narrow the verdict on the table. */
  @Test
  void settingsOfReadersHaveNoPartInAVerification() {
    assertThat(new VerifyActivity().settings())
        .doesNotContain(
            ReadSettings.AUTHS,
            ReadSettings.AUTHS_FILE,
            ReadSettings.CONSISTENCY,
            ReadSettings.REREAD_LIMIT,
            ReadSettings.ISOLATED);
  }

  /** Readers of the run take what was found from the journal then. */
  @Test
  void aVerificationWhoseFindingsAreNotInTheirFileReplacesNone() throws Exception {
    List<Event> journaled = new ArrayList<>();
    try (Journal journal = FakeTable.journal(run)) {
      RunContext context = table.part(run, journal);
      VerifyActivity.journal(context, PartOutcome.doubt(Verifier.UNPUBLISHED + "planted"));
      VerifyActivity.journal(context, PartOutcome.doubt("another"));
    }
    JournalReader.readAll(run, "verify", journaled::add);
    assertThat(journaled)
        .singleElement()
        .isInstanceOfSatisfying(
            Event.Verified.class, said -> assertThat(said.words()).isEqualTo("another"));
  }

  /** A file that is named for authorizations is read before anything is, and not again. */
  @Test
  void whatWasFoundStaysFoundThoughAFileOfAuthorizationsIsGoneMeanwhile() throws Exception {
    Path sets = Files.writeString(files.resolve("sets"), "A\n");
    table.remove(NodeCodec.rowText(graph.row(new Node(0, 1, 2))));
    table.whenRead =
        () -> {
          table.whenRead = () -> {};
          try {
            Files.delete(sets);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    PartOutcome outcome =
        verify(Optional.empty(), Mode.EXACT, "verify.auths.file", sets.toString());
    assertThat(sets).doesNotExist();
    assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.reasons()).noneMatch(reason -> reason.contains("broke off"));
  }
}
