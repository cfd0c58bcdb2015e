// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingBookTest {
  private static final Finding LOST =
      Finding.of(FindingKind.LOST, "a", 1).withOrigin(Origin.of(3, 2, 1, 0));
  private static final Finding PHANTOM = Finding.of(FindingKind.PHANTOM, "b", 2);

  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<String> heard = new ArrayList<>();
  private RunDirectory run;
  private int told;
  private long each = 1000;
  private long size = 1_000_000;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private FindingBook book(long printed) throws IOException {
    PrintStream stream = new PrintStream(out, true, UTF_8);
    return new FindingBook(
        run,
        new Terminal(stream, stream),
        printed,
        each,
        size,
        () -> told++,
        one -> heard.add(one.row()));
  }

  private String text() {
    return out.toString(UTF_8);
  }

  private List<Finding> published() throws IOException {
    List<Finding> all = new ArrayList<>();
    Findings.read(run.fileSystem(), run.findings(), all::add);
    return all;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(temp)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** As where a job was cut off that had only counted them. */
  @Test
  void aFaultOfWhichNoRowIsKnownIsOneAtOnceAndOnlyOnce() throws IOException {
    try (FindingBook book = book(9)) {
      assertThat(book.hasFailed()).isFalse();
      book.fails(Map.of(FindingKind.PHANTOM, 3L));
      assertThat(told).isEqualTo(1);
      book.fault(FindingKind.LOST, "00");
      assertThat(told).isEqualTo(1);
      assertThat(book.hasFailed()).isTrue();
      assertThat(book.faults()).isEqualTo(Map.of(FindingKind.PHANTOM, 3L, FindingKind.LOST, 1L));
    }
  }

  @Test
  void theFindingsOfAnEarlierVerificationStandUntilTheNewOnesAreComplete() throws IOException {
    try (FindingBook earlier = book(9)) {
      earlier.add(LOST);
      earlier.publish(true);
    }
    try (FindingBook book = book(9)) {
      book.add(PHANTOM);
      assertThat(published()).containsExactly(LOST);
      book.publish(true);
      assertThat(published()).containsExactly(PHANTOM);
    }
    assertThat(files()).containsExactly("findings.jsonl");
  }

  /** As where one verifies the table and the next one a copy of it. */
  @Test
  void aVerificationThatFindsNothingLeavesWhyTheSameRunHasFailed() throws IOException {
    PendingVerdict pending = PendingVerdict.begin(run, Clock.systemUTC(), "the run");
    try (FindingBook earlier = book(9)) {
      earlier.add(LOST);
      earlier.publish(true);
    }
    pending.found();
    try (FindingBook copy = book(9)) {
      copy.publish(true);
      assertThat(published()).containsExactly(LOST);
    }
    try (FindingBook copy = book(9)) {
      copy.add(PHANTOM);
      copy.publish(true);
    }
    assertThat(published()).containsExactly(PHANTOM);
    assertThat(files()).noneMatch(file -> file.contains(".next-"));
  }

  /** The findings of the one that it replaces are none of its own. */
  @Test
  void aVerificationThatFailsWithoutARowLeavesNoFindingsOfAnother() throws IOException {
    try (FindingBook earlier = book(9)) {
      earlier.add(LOST);
      earlier.publish(true);
    }
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 1L)).writeTo(run);
    PendingVerdict pending = PendingVerdict.replace(run, Clock.systemUTC(), "the verification");
    try (FindingBook book = book(9)) {
      book.fails(Map.of(FindingKind.CORRUPT, 1L));
      pending.found();
      book.publish(true);
    }
    assertThat(published()).isEmpty();
  }

  /** What a reader finds beside it is no finding of the one that it replaces. */
  @Test
  void aVerificationBesideAReaderThatFailsLeavesNoFindingsOfAnother() throws IOException {
    try (FindingBook earlier = book(9)) {
      earlier.add(LOST);
      earlier.publish(true);
    }
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 1L)).writeTo(run);
    PendingVerdict pending = PendingVerdict.replace(run, Clock.systemUTC(), "the verification");
    PendingVerdict.join(run, Clock.systemUTC(), "walk").found();
    try (FindingBook book = book(9)) {
      book.publish(true);
    }
    assertThat(published()).isEmpty();
    assertThat(pending.hasFailed()).isFalse();
  }

  /** As where it was stopped before the first pass. */
  @Test
  void aVerificationInDoubtThatFindsNothingLeavesTheEarlierFindingsAndTheirCauses()
      throws IOException {
    try (FindingBook earlier = book(9)) {
      earlier.add(LOST);
      earlier.publish(true);
    }
    run.writeAtomically(run.causes(), new byte[0], "what caused them");
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 1L)).writeTo(run);
    var unused = PendingVerdict.replace(run, Clock.systemUTC(), "the verification");
    try (FindingBook doubted = book(9)) {
      doubted.publish(false);
    }
    try (FindingBook doubted = book(9)) {
      doubted.add(Finding.of(FindingKind.LATE, "c", 2)); // no fault, by eventual reads
      doubted.publish(false);
    }
    assertThat(published()).containsExactly(LOST);
    assertThat(files()).containsExactlyInAnyOrder("findings.jsonl", "causes.json", "verdict.json");
    try (FindingBook doubted = book(9)) {
      doubted.fault(FindingKind.PHANTOM, "b");
      doubted.add(PHANTOM);
      doubted.publish(false);
    }
    assertThat(published()).containsExactly(PHANTOM);
  }

  /** What is late was no reason to fail: it is none of the doubt that follows. */
  @Test
  void aVerificationInDoubtLeavesNothingOfAPass() throws IOException {
    try (FindingBook earlier = book(9)) {
      earlier.add(Finding.of(FindingKind.LATE, "c", 2));
      earlier.publish(true);
    }
    VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of()).writeTo(run);
    var unused = PendingVerdict.replace(run, Clock.systemUTC(), "the verification");
    try (FindingBook doubted = book(9)) {
      doubted.publish(false);
    }
    assertThat(published()).isEmpty();
  }

  /** Causes that cannot be removed are said, and where the findings are then is true. */
  @Test
  void whereTheFindingsAreIsSaidIfTheyCannotBePutInPlace() throws IOException {
    run.writeAtomically(
        new org.apache.hadoop.fs.Path(run.causes(), "x"), new byte[0], "in the way");
    try (FindingBook book = book(9)) {
      book.add(LOST);
      assertThatThrownBy(() -> book.publish(true))
          .hasMessageContaining("the findings are in .findings.jsonl.next-")
          .satisfies(e -> assertThat(files()).anyMatch(file -> e.getMessage().contains(file)));
    }
  }

  @Test
  void aBookWithoutFindingsThatIsPublishedSaysThatThereAreNone() throws IOException {
    try (FindingBook earlier = book(9)) {
      earlier.add(LOST);
      earlier.publish(true);
    }
    run.writeAtomically(run.causes(), new byte[0], "what caused them");
    try (FindingBook book = book(9)) {
      book.printGroups();
      book.publish(true);
    }
    assertThat(published()).isEmpty();
    assertThat(files()).containsExactly("findings.jsonl");
  }

  @Test
  void whatWasFoundIsPublishedAlsoIfTheVerificationBreaksOff() throws IOException {
    try (FindingBook book = book(9)) {
      book.add(LOST);
    }
    assertThat(published()).containsExactly(LOST);
  }

  /** As where a disk is full; here the file is closed, and the line longer than its buffer. */
  @Test
  void whatCannotBeWrittenDownIsPrintedAllTheSame() throws IOException {
    try (FindingBook book = book(9)) {
      book.publish(true);
      Finding large = LOST.withSeen("x".repeat(100_000));
      assertThatThrownBy(() -> book.add(large)).isInstanceOf(IOException.class);
      assertThat(text()).contains("LOST a");
      assertThat(heard).containsExactly("a");
    }
  }

  @Test
  void aVerificationThatBreaksOffWithoutFindingsLeavesTheEarlierOnes() throws IOException {
    try (FindingBook earlier = book(9)) {
      earlier.add(LOST);
      earlier.publish(true);
    }
    book(9).close();

    assertThat(published()).containsExactly(LOST);
    assertThat(files()).containsExactly("findings.jsonl");
  }

  @Test
  void onlyTheFirstFaultIsReportedAndAllAreCounted() throws IOException {
    try (FindingBook book = book(9)) {
      assertThat(book.first()).isEmpty();
      book.fault(FindingKind.LOST, "x");
      book.fault(FindingKind.STALE, "y");
      book.fault(FindingKind.LOST, "z");

      assertThat(told).isEqualTo(1);
      assertThat(book.first()).contains("x");
      assertThat(book.faults()).isEqualTo(Map.of(FindingKind.LOST, 2L, FindingKind.STALE, 1L));
      book.fault(FindingKind.CORRUPT, "c");
      book.fault(FindingKind.MISPLACED, "m");
      book.fault(FindingKind.WITHHELD, "w");
      book.fault(FindingKind.PHANTOM, "p");
      book.fault(FindingKind.LEAKED, "l");
      book.fault(FindingKind.RESURRECTED, "r");
      assertThat(book.known())
          .as("without the one that is there, in an old version")
          .containsExactlyInAnyOrder("x", "z", "c", "m", "w", "p", "l", "r");
    }
    assertThat(files()).as("none was written down").isEmpty();
  }

  @Test
  void aListenerReceivesOnlyTheFirstThousandFindings() throws IOException {
    try (FindingBook book = book(0)) {
      for (int i = 0; i < 1100; i++) {
        book.add(Finding.of(FindingKind.LOST, "r" + i, 1));
      }
      book.publish(true);
    }
    assertThat(heard).hasSize(1000).startsWith("r0", "r1").endsWith("r999");
    assertThat(published()).hasSize(1100);
  }

  @Test
  void findingsThatHaveSomethingInCommonAreOneLineTheMostFrequentFirst() throws IOException {
    try (FindingBook book = book(0)) {
      book.add(PHANTOM);
      for (int i = 0; i < 3; i++) {
        book.add(Finding.of(FindingKind.LOST, "r" + i, 1).withOrigin(Origin.of(3, 2, 1, i)));
      }
      book.printGroups();
    }
    assertThat(text()).containsSubsequence("block 2 layer 1", "no writer's row", "All findings");
    assertThat(text()).containsOnlyOnce("block 2 layer 1");
  }

  @Test
  void theFirstTwentyOfManyGroupsArePrintedAndTheOthersCounted() throws IOException {
    try (FindingBook book = book(0)) {
      for (int writer = 0; writer < 25; writer++) {
        book.add(Finding.of(FindingKind.LOST, "r", 1).withOrigin(Origin.of(writer, 0, 0, 0)));
      }
      book.printGroups();
    }
    assertThat(text()).contains("... and 5 groups more");
    assertThat(text().lines().filter(line -> line.contains("block 0 layer 0"))).hasSize(20);
  }

  @Test
  void findingsThatCannotBePutInTheirPlaceAreNamedByTheFileThatHasThem() throws IOException {
    Files.createDirectories(temp.resolve("findings.jsonl/in-the-way"));
    try (FindingBook book = book(9)) {
      book.add(LOST);
      assertThatThrownBy(() -> book.publish(true))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the findings are in .findings.jsonl.next-");
    }
    String left =
        files().stream().filter(name -> name.startsWith(".findings")).findFirst().orElseThrow();
    assertThat(temp.resolve(left)).content().contains("LOST");
  }

  /** What the book writes, whoever reads the run sees one by one. */
  @Test
  void manyFindingsOfAWindowAreReadAsTheyWereFound() throws IOException {
    Graph graph = new Graph(GraphSpec.ofSeed(5));
    new GraphFile("ci", "1", "i", graph.spec()).writeTo(run);
    each = 2;
    List<Finding> found = new ArrayList<>();
    try (FindingBook book = book(0)) {
      for (int i = 0; i < 300; i++) {
        found.add(
            Finding.of(FindingKind.LOST, NodeCodec.rowText(graph.row(3, 26, i)), 1)
                .withOrigin(Origin.of(3, 1, 1, i)));
        book.add(found.get(i));
      }
      book.printGroups();
      book.publish(true);
      assertThat(book.leftOut()).isPresent();
    }
    List<Finding> read = new ArrayList<>();
    Missing missing = new Missing();
    assertThat(new TolerantReader(run, missing).findings(read::add)).isTrue();

    assertThat(read).isEqualTo(found);
    assertThat(published()).as("lines").hasSize(3);
    assertThat(missing.sentences()).isEmpty();
    assertThat(text()).contains("Of many findings only the number is in");
  }
}
