// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.command.Terminal;
import catena.records.history.SweepFile;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command: a report that is renewed, and a table of runs. */
class ReportCommandTest {
  /** While the run of {@link #going} goes on. */
  private static final Clock DURING =
      Clock.fixed(Instant.ofEpochMilli(RunFiles.BEGIN + 95_000), ZoneOffset.UTC);

  private static final String REFRESH = "<meta http-equiv=\"refresh\" content=\"20\">";

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<Duration> waits = new ArrayList<>();

  private Verdict run(Clock clock, StopSignal stop, String... words) throws Exception {
    ReportCommand command = new ReportCommand(clock, stop);
    JCommander.newBuilder().addObject(command).build().parse(words);
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return command.run(new Terminal(stream, stream));
  }

  /** A run that has not ended. */
  private Path going() throws IOException {
    Path run = directory.resolve("going");
    new SyntheticRun(new RunFiles(run), 5, 90, 30, 1).write();
    Files.delete(run.resolve("verdict.json"));
    Path journal = run.resolve("events/run.jsonl");
    Files.write(journal, Files.readAllLines(journal).subList(0, 2));
    return run;
  }

  private static String page(Path run) {
    try {
      return Files.readString(run.resolve("report.html"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aReportIsRenewedUntilTheRunHasEnded() throws Exception {
    Path run = going();
    StopSignal never =
        new StopSignal(
            (asked, limit) -> {
              waits.add(limit);
              assertThat(page(run)).contains(REFRESH, "renewed every 20 s", "RUNNING");
              if (waits.size() == 3) {
                new RunFiles(run).verdict(Verdict.PASS, List.of(), Map.of());
              }
            });

    assertThat(run(DURING, never, run.toString(), "--every", "20s")).isEqualTo(Verdict.PASS);

    assertThat(waits).hasSize(3).containsOnly(Duration.ofSeconds(20));
    assertThat(page(run)).doesNotContain("http-equiv=\"refresh\"").contains(">PASS<");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("report.html", "Ctrl-C");
  }

  private static List<String> csv(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run.resolve("report"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** What was compared is no figure of the one run in whose directory it was written. */
  @Test
  void whatOnlyAComparisonHadIsNotLeftWithTheReportOfOneRun() throws Exception {
    Path a = directory.resolve("a");
    Path b = directory.resolve("b");
    new SyntheticRun(new RunFiles(a), 5, 90, 30, 1).write();
    new SyntheticRun(new RunFiles(b), 5, 90, 30, 1).write();
    StopSignal stop = new StopSignal();

    run(DURING, stop, a.toString());
    List<String> own = csv(a);
    Files.writeString(a.resolve("report/notes.txt"), "somebody's");
    run(DURING, stop, a.toString(), b.toString(), "--run-dir", a.toString());
    List<String> compared = csv(a);
    run(DURING, stop, a.toString());

    assertThat(compared).contains("runs.csv", "phases-1.csv").doesNotContain("phases.csv");
    assertThat(own).contains("phases.csv");
    assertThat(csv(a)).containsAll(own).hasSize(own.size() + 1).contains("notes.txt");
  }

  /** Between two rows none is at work. */
  @Test
  void aReportOfASweepIsRenewedUntilItsLastRowHasEnded() throws Exception {
    Path sweep = directory.resolve("sweep");
    try (RunDirectory of = RunDirectory.at(sweep.toString(), new Configuration(false))) {
      new SweepFile("x", List.of(SweepRunsTest.row("a"), SweepRunsTest.row("b"))).writeTo(of);
      PendingVerdict pending = PendingVerdict.begin(of, DURING, "the sweep");
      new SyntheticRun(new RunFiles(sweep.resolve("a")), 5, 90, 30, 1).write();
      VerdictFile pass = VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of());
      List<Callable<?>> steps =
          List.of(
              () -> Files.move(going(), sweep.resolve("b")),
              () -> {
                new RunFiles(sweep.resolve("b")).verdict(Verdict.PASS, List.of(), Map.of());
                return true;
              },
              () -> pending.conclude(pass));
      StopSignal never =
          new StopSignal(
              (asked, limit) -> {
                assertThat(page(sweep)).contains(REFRESH);
                try {
                  Object unused = steps.get(waits.size()).call();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
                waits.add(limit);
              });

      assertThat(run(DURING, never, sweep.toString(), "--every", "20s")).isEqualTo(Verdict.PASS);
    }
    assertThat(waits).hasSize(3);
    assertThat(page(sweep)).doesNotContain("http-equiv=\"refresh\"").contains("2 runs compared");
  }

  @Test
  void whoStopsTheRenewingGetsAPageThatStays() throws Exception {
    Path run = going();
    StopSignal stop = new StopSignal((asked, limit) -> waits.add(limit));
    stop.ask("Ctrl-C");

    run(DURING, stop, run.toString(), "--every", "20s");

    assertThat(page(run)).contains("RUNNING").doesNotContain("http-equiv=\"refresh\"");
  }

  @Test
  void aTimeThatIsNoneIsSaid() {
    for (String wrong : List.of("soon", "0s", "20ms")) {
      assertThatThrownBy(() -> run(DURING, new StopSignal(), "a", "--every", wrong))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("--every " + wrong);
    }
    assertThatThrownBy(() -> run(DURING, new StopSignal(), "a", "--list", "runs"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--list goes alone");
  }

  @Test
  void runsAreListedTheLatestFirst() throws Exception {
    Path going = going();
    Path failed = directory.resolve("failed <b>");
    InjectionTest.evil(new RunFiles(failed)).report();
    Files.createDirectories(directory.resolve("no-run"));
    new SyntheticRun(new RunFiles(directory.resolve("old")), 5, 300, 30, 1).write();
    shift(directory.resolve("old"));

    run(DURING, new StopSignal(), "--list", directory.toString());

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.get(0)).matches("Run +Verdict +Findings +Begin +Entries/s +Faults +Scenario");
    assertThat(lines)
        .noneMatch(line -> line.contains("no-run"))
        .as("nothing is cut where no terminal is")
        .anyMatch(line -> line.contains("onerror=evil()"));
    assertThat(lines.get(3))
        .matches("old +PASS +0 +2026-\\d\\d-\\d\\d [\\d:]+ +[\\d.]+ k +4 +agitated");
    assertThat(lines).anyMatch(line -> line.matches("going .* RUNNING .*"));
    assertThat(lines).anyMatch(line -> line.matches("failed .* FAIL +1 .* 10 k +1 .*"));
    String index = Files.readString(directory.resolve("index.html"));
    assertThat(index)
        .contains(
            "script-src 'none'".replace("'", "&#39;"), "failed%20", "<td class=\"mood\">FAIL</td>")
        .doesNotContain("failed <b>", "<script", "href=\"going");
    assertThat(going).isDirectory();
  }

  /** Lets a run have happened a day earlier. */
  private static void shift(Path run) throws IOException {
    shiftFile(run.resolve("environment.json"));
    for (Path folder : List.of(run.resolve("events"), run.resolve("stats"))) {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          shiftFile(file);
        }
      }
    }
  }

  private static void shiftFile(Path file) throws IOException {
    String day = Long.toString(RunFiles.BEGIN).substring(0, 5);
    String before = Long.toString(RunFiles.BEGIN - 86_400_000).substring(0, 5);
    Files.writeString(file, Files.readString(file).replace(day, before));
  }
}
