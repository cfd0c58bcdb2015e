// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.records.fleet.FleetFile;
import catena.records.history.Missing;
import catena.records.history.RunPlan;
import catena.records.history.SweepFile;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SweepTest {
  private static final String TEXT =
      "name: x\nparameters: {n: [1, 2, 3]}\nphases: [createtable, ingest, verify]\n";

  private static final FleetFile FLEET =
      new FleetFile(
          2,
          "local",
          "0",
          Map.of(),
          List.of(),
          0,
          1,
          "client.properties",
          false,
          1,
          "id",
          "secret");

  @TempDir private Path temp;
  private final Configuration hadoop = new Configuration(false);
  private final StopSignal stop = new StopSignal();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private List<PlannedRun> entries() {
    return entries(TEXT);
  }

  private static List<PlannedRun> entries(String text) {
    return PlannedRun.of(
        ScenarioFile.parse(Activities.SHIPPED, Path.of("x.yaml"), text, List.of(), () -> 0),
        new CommonOptions(),
        Activities.SHIPPED.settings(),
        Optional.empty());
  }

  private Verdict sweep(FailableBiFunction<PlannedRun, RunDirectory, Verdict, Exception> rower)
      throws Exception {
    return sweep(entries(), rower);
  }

  private Verdict sweep(
      List<PlannedRun> entries,
      FailableBiFunction<PlannedRun, RunDirectory, Verdict, Exception> rower)
      throws Exception {
    PrintStream stream = new PrintStream(out, true, UTF_8);
    CommandContext context =
        new CommandContext(List.of(), List.of("run", "x"), stop, Clock.systemUTC(), () -> 1);
    Path file = Files.writeString(temp.resolve("x.yaml"), TEXT);
    try (RunDirectory directory = open()) {
      return new Sweep(rower, context, new Terminal(stream, stream), file)
          .perform(entries, directory);
    }
  }

  private RunDirectory open() {
    return RunDirectory.at(temp.resolve("sweep").toString(), hadoop);
  }

  private SweepFile rows() throws IOException {
    try (RunDirectory directory = open()) {
      return new TolerantReader(directory, new Missing())
          .json(directory.sweep(), SweepFile.class)
          .orElseThrow();
    }
  }

  private VerdictFile verdict() throws IOException {
    try (RunDirectory directory = open()) {
      return VerdictFile.readFrom(directory).orElseThrow();
    }
  }

  private static Verdict concluded(RunDirectory directory, Verdict verdict, String... reasons)
      throws IOException {
    return PendingVerdict.begin(directory, Clock.systemUTC(), "the run")
        .conclude(VerdictFile.of(verdict, List.of(reasons), Map.of(), Map.of()))
        .verdict();
  }

  @Test
  void eachRowHasADirectoryAndTheSweepTheReportOfAll() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              entry.plan().writeTo(directory);
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.PASS);
    assertThat(verdict().unfinished()).isFalse();
    assertThat(rows().rows())
        .extracting(SweepFile.SweepEntry::directory)
        .containsExactly("row-001-n-1", "row-002-n-2", "row-003-n-3");
    assertThat(rows().rows())
        .extracting(SweepFile.SweepEntry::verdict)
        .containsOnly(Optional.of(Verdict.PASS));
    assertThat(rows().rows().get(1).parameters()).isEqualTo(Map.of("n", "2"));
    assertThat(temp.resolve("sweep/report.html")).content().contains("3 runs compared");
    try (RunDirectory second = RunDirectory.open(temp.resolve("sweep/row-002-n-2").toString())) {
      RunPlan plan =
          new TolerantReader(second, new Missing())
              .json(second.phases(), RunPlan.class)
              .orElseThrow();
      assertThat(plan).isEqualTo(entries().get(1).plan());
      assertThat(plan.row()).isEqualTo(2);
      assertThat(plan.phases())
          .extracting(RunPlan.Phase::words)
          .containsExactly("createtable", "ingest", "verify");
    }
  }

  @Test
  void theWorstVerdictIsTheSweepsAndEachReasonIsNamed() throws Exception {
    List<Verdict> each = List.of(Verdict.PASS, Verdict.BUDGET, Verdict.FAIL);
    Verdict verdict =
        sweep(
            (entry, directory) ->
                concluded(
                    directory,
                    each.get(entry.row().number() - 1),
                    "because of " + entry.row().label()));
    assertThat(verdict).isEqualTo(Verdict.FAIL);
    assertThat(verdict().reasons())
        .containsExactly(
            "row 2 (n=2): BUDGET, because of n=2", "row 3 (n=3): FAIL, because of n=3");
    assertThat(out.toString(UTF_8)).contains("BUDGET", "row-003-n-3").endsWith("FAIL\n");
  }

  private List<PlannedRun> expecting(String of) {
    return entries("expect: ${if(n > 1, \"" + of + "\", \"PASS\")}\n" + TEXT);
  }

  @Test
  void anExpectedFailStaysAFailAndIsSaidToBeExpected() throws Exception {
    Verdict verdict =
        sweep(
            expecting("FAIL"),
            (entry, directory) ->
                concluded(
                    directory, entry.row().number() > 1 ? Verdict.FAIL : Verdict.PASS, "lost"));
    assertThat(verdict).isEqualTo(Verdict.FAIL);
    assertThat(verdict().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(verdict().reasons())
        .containsExactly(
            "3 of 3 rows ended as expected",
            "row 2 (n=2): FAIL, as expected, lost",
            "row 3 (n=3): FAIL, as expected, lost");
    assertThat(rows().rows())
        .extracting(SweepFile.SweepEntry::verdict)
        .containsExactly(
            Optional.of(Verdict.PASS), Optional.of(Verdict.FAIL), Optional.of(Verdict.FAIL));
    assertThat(rows().rows()).allMatch(SweepFile.SweepEntry::asExpected);
    assertThat(out.toString(UTF_8))
        .contains("expected", "3 of 3 rows ended as expected")
        .endsWith("FAIL\n");
  }

  @Test
  void aFailThatDidNotComeIsADoubt() throws Exception {
    Verdict verdict =
        sweep(expecting("FAIL"), (entry, directory) -> concluded(directory, Verdict.PASS));
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict().reasons())
        .containsExactly(
            "1 of 3 rows ended as expected",
            "row 2 (n=2): PASS, and FAIL was expected",
            "row 3 (n=3): PASS, and FAIL was expected");
    assertThat(out.toString(UTF_8)).contains("1 of 3 rows ended as expected");
  }

  @Test
  void whereAFailWasNotExpectedItIsOne() throws Exception {
    Verdict verdict =
        sweep(
            expecting("UNKNOWN"),
            (entry, directory) ->
                concluded(directory, entry.row().number() == 2 ? Verdict.FAIL : Verdict.PASS));
    assertThat(verdict).isEqualTo(Verdict.FAIL);
    assertThat(verdict().reasons()).contains("row 2 (n=2): FAIL, and UNKNOWN was expected");
  }

  @Test
  void onlyAVerdictCanBeExpected() {
    assertThatThrownBy(() -> expecting("fail"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("expect is one of [PASS, ")
        .hasMessageContaining("not 'fail'");
  }

  @Test
  void aRowThatIsNotCompletedIsADoubtAndTheNextOneBegins() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                throw new IOException("no cluster");
              }
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict().reasons()).containsExactly("row 2 (n=2): not completed: no cluster");
    assertThat(rows().rows().get(2).verdict()).contains(Verdict.PASS);
  }

  /** Only why it failed is not known. */
  @Test
  void aRowKeepsItsVerdictThoughTheFileOfItCannotBeReadAfterwards() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              Verdict came = concluded(directory, Verdict.FAIL);
              directory.writeAtomically(directory.verdict(), "{".getBytes(UTF_8), "a part of it");
              return came;
            });
    assertThat(verdict).isEqualTo(Verdict.FAIL);
    assertThat(rows().rows())
        .extracting(SweepFile.SweepEntry::verdict)
        .containsOnly(Optional.of(Verdict.FAIL));
    assertThat(verdict().reasons())
        .containsExactly("row 1 (n=1): FAIL", "row 2 (n=2): FAIL", "row 3 (n=3): FAIL");
  }

  /** A stop interrupts a row whose cluster is starting; a stop within a phase does not. */
  @Test
  void aStopWhileTheClusterOfARowStartsLeavesTheReportOfTheRowsBefore() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                stop.ask("stopped by a signal");
                throw new InterruptedException();
              }
              entry.plan().writeTo(directory);
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict().reasons())
        .containsExactly(
            "row 2 (n=2): not completed: stopped by a signal",
            "row 3 (n=3): not begun: stopped by a signal");
    assertThat(rows().rows())
        .extracting(SweepFile.SweepEntry::verdict)
        .containsExactly(Optional.of(Verdict.PASS), Optional.of(Verdict.UNKNOWN), Optional.empty());
    assertThat(temp.resolve("sweep/report.html")).exists();
  }

  /** As where the coordinator of its workers has lost the right to coordinate. */
  @Test
  void aRowThatIsInterruptedByItsOwnStopIsADoubtAndTheNextOneBegins() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                throw new InterruptedException("by its own stop");
              }
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict().reasons()).containsExactly("row 2 (n=2): not completed: by its own stop");
  }

  /** Two rows at work on one cluster would each be measured with the load of the other. */
  @ParameterizedTest
  @ValueSource(strings = {"UNKNOWN", "FAIL", ""})
  void whereAnotherProcessHasTakenARowOverTheNextOneDoesNotBegin(String came) throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                PendingVerdict unused =
                    PendingVerdict.begin(directory, Clock.systemUTC(), PendingVerdict.THE_RUN);
                FLEET.writeTo(directory);
                if (came.isEmpty()) {
                  throw new IOException("its verdict is another's");
                }
                return Verdict.valueOf(came);
              }
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(came.equals("FAIL") ? Verdict.FAIL : Verdict.UNKNOWN);
    assertThat(verdict().reasons())
        .hasSize(2)
        .contains("row 3 (n=3): not begun: another process performs row 2 (n=2)");
  }

  /** Nobody can take a run without workers over: its verdict could not be written, for a while. */
  @Test
  void aRowWithoutWorkersIsNotAtWorkWhateverItsVerdictSays() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                PendingVerdict unused =
                    PendingVerdict.begin(directory, Clock.systemUTC(), PendingVerdict.THE_RUN);
                return Verdict.UNKNOWN;
              }
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(rows().rows().get(2).verdict()).contains(Verdict.PASS);
  }

  @Test
  void aSweepIsFailWhileItsNextRowsAreAtWork() throws Exception {
    for (Verdict first : List.of(Verdict.FAIL, Verdict.PASS)) {
      List<VerdictFile> meanwhile = new ArrayList<>();
      Verdict unused =
          sweep(
              (entry, directory) -> {
                if (entry.row().number() == 1) {
                  return concluded(directory, first);
                }
                meanwhile.add(verdict());
                return concluded(directory, Verdict.PASS);
              });
      assertThat(meanwhile)
          .hasSize(2)
          .allMatch(VerdictFile::unfinished)
          .allMatch(each -> (each.verdict() == Verdict.FAIL) == (first == Verdict.FAIL));
    }
  }

  /** Its connection, say, could not be closed. */
  @ParameterizedTest
  @ValueSource(strings = {"PASS", "FAIL"})
  void whatARowHadFoundStaysFoundWhereItWasNotCompleted(Verdict before) throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                Verdict unused = concluded(directory, Verdict.FAIL, "LOST: 1");
                throw new IOException("planted");
              }
              return concluded(directory, before);
            });
    assertThat(verdict).isEqualTo(Verdict.FAIL);
    assertThat(rows().rows().get(1).verdict()).contains(Verdict.FAIL);
    assertThat(verdict().reasons())
        .contains("row 2 (n=2): not completed: planted", "row 2 (n=2): FAIL, LOST: 1");
  }

  /** Of the FAIL of an earlier row nothing may be lost: neither status, nor report. */
  @Test
  void aRowWhoseDirectoryCannotBeMadeIsADoubtAndTheNextOneBegins() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 1) {
                Files.createFile(temp.resolve("sweep/row-002-n-2"));
                return concluded(directory, Verdict.FAIL);
              }
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.FAIL);
    assertThat(rows().rows())
        .extracting(SweepFile.SweepEntry::verdict)
        .containsExactly(
            Optional.of(Verdict.FAIL), Optional.of(Verdict.UNKNOWN), Optional.of(Verdict.PASS));
  }

  @Test
  void anErrorWhileARowBeginsIsADoubtAndTheNextOneBegins() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                throw new NoClassDefFoundError("planted");
              }
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict().reasons())
        .singleElement()
        .asString()
        .startsWith("row 2 (n=2): not completed: ")
        .contains("planted");
    assertThat(rows().rows().get(2).verdict()).contains(Verdict.PASS);
  }

  /** A row of which nothing is said should end as PASS; one that was not begun did not. */
  @Test
  void rowsThatFailedOrNeverBeganAreNotCountedAsExpected() throws Exception {
    Verdict verdict =
        sweep(
            entries("expect: ${if(n == 1, \"FAIL\", \"\")}\n" + TEXT),
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                stop.ask("stopped by a signal");
              }
              return concluded(directory, Verdict.FAIL);
            });
    assertThat(verdict).isEqualTo(Verdict.FAIL);
    assertThat(verdict().reasons()).noneMatch(why -> why.contains("was expected"));
    assertThat(out.toString(UTF_8)).contains("1 of 3 rows ended as expected");
  }

  /** What is not in a file of this machine, such as how to log in, was given to the sweep alone. */
  @Test
  void rowsReachTheFileSystemByTheSettingsOfTheSweep() throws Exception {
    hadoop.set("catena.test", "as the sweep");
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              entry.plan().writeTo(directory);
              return directory.fileSystem().getConf().get("catena.test").equals("as the sweep")
                  ? concluded(directory, Verdict.PASS)
                  : Verdict.FAIL;
            });
    assertThat(verdict).as(verdict().reasons().toString()).isEqualTo(Verdict.PASS);
    try (RunDirectory sweep = open()) {
      for (RunDirectory row : rows().open(sweep)) {
        assertThat(row.fileSystem().getConf().get("catena.test")).isEqualTo("as the sweep");
        row.close();
      }
    }
  }

  private Verdict everyRowThrows(Exception e) throws Exception {
    return sweep(
        (entry, directory) -> {
          throw e;
        });
  }

  @Test
  void whatCannotBeBegunAsAskedIsAUsageErrorOfTheWhole() throws IOException {
    assertThatThrownBy(() -> everyRowThrows(new UsageException("no such user")))
        .isInstanceOf(UsageException.class);
    assertThat(verdict().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict().reasons()).containsExactly("not completed: no such user");
  }

  @Test
  void allProblemsOfALaterRowArePrintedAndTheFirstIsTheReason() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              if (entry.row().number() == 2) {
                throw new UsageException(List.of("no such user", "no such table"));
              }
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict().reasons()).containsExactly("row 2 (n=2): no such user");
    assertThat(out.toString(UTF_8).lines()).contains("no such user", "no such table");
    assertThat(rows().rows().get(2).verdict()).contains(Verdict.PASS);
  }

  @Test
  void aStoppedSweepReportsTheRowsNotBegun() throws Exception {
    Verdict verdict =
        sweep(
            (entry, directory) -> {
              stop.ask("stopped by a signal");
              return concluded(directory, Verdict.PASS);
            });
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict().reasons())
        .containsExactly(
            "row 2 (n=2): not begun: stopped by a signal",
            "row 3 (n=3): not begun: stopped by a signal");
    assertThat(rows().rows().get(1).verdict()).isEmpty();
    assertThat(out.toString(UTF_8)).contains("not begun");
  }
}
