package catena.recompute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of ten seconds whose report a person has written. */
class RecomputeTest {
  private static final String FLUSH =
      "{\"type\":\"Flush\",\"at\":%d,\"client\":\"ingest-w0\",\"entries\":%d,\"deletes\":0,"
          + "\"durationNanos\":500000000,\"sinceLastNanos\":%d}\n";

  @TempDir Path run;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** 1000 entries in the first two seconds, 3000 in the next three: 500/s, then 1000/s. */
  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(run.resolve("events"));
    Files.createDirectories(run.resolve("report"));
    long begin = 1_795_000_020_000L;
    Files.writeString(
        run.resolve("events/ingest.jsonl"),
        "{\"type\":\"ClientStarted\",\"at\":1795000020000,\"client\":\"ingest-w0\",\"what\":\"\"}\n"
            + FLUSH.formatted(begin + 2000, 1000, 2_000_000_000L)
            + FLUSH.formatted(begin + 5000, 3000, 3_000_000_000L)
            + "{\"type\":\"ClientStopped\",\"at\":1795000025000,\"client\":\"ingest-w0\"}\n");
    String name = run.toRealPath().getFileName().toString();
    StringBuilder rates = new StringBuilder("run,time,seconds,written /s\r\n");
    StringBuilder flushes = new StringBuilder("run,time,seconds,longest ms,average ms\r\n");
    for (int s = 0; s < 5; s++) {
      String row = name + ",2026-11-18T11:07:0" + s + "Z," + s + ".0,";
      rates.append(row).append(s < 2 ? 500 : 1000).append("\r\n");
      flushes.append(s == 2 ? row + "500,500\r\n" : "");
    }
    flushes.append(name).append(",2026-11-18T11:07:05Z,5.0,500,500\r\n");
    Files.writeString(run.resolve("report/ingest-rate.csv"), rates);
    Files.writeString(run.resolve("report/flush-time.csv"), flushes);
    Files.writeString(
        run.resolve("report/phases.csv"),
        "Phase,Work,Clients,Tablet servers,Tablets per server,Initial size,Final size,Period,"
            + "Maximum,Average\r\nwhole,ingest entries,1,–,–,0,\"4,000\",5s,\"1,000\",800\r\n");
    Files.writeString(
        run.resolve("report.txt"),
        """
        planted
        Made 2026-11-18 12:00:00, times in UTC

        %s
        %s
        NO VERDICT. The run was broken off before its verdict.
        Scenario planted
          Findings: none (but nothing was concluded)
          Faults: none (injected)
          Entries written: 4,000 (none deleted)
          Duration: 5s (from 2026-11-18 11:07:00)
          Ingest entries per second: 800 (on average; at most 1,000 over 1 s, told every
            2 s)

        Phases
        ======
        Sizes in entries.
        whole: work ingest entries; clients 1; initial size 0; final size 4,000;
            period 5s; maximum 1,000; average 800
        """
            .formatted(name, "=".repeat(name.length())));
  }

  private int run(String... arguments) {
    return Recompute.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        arguments);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private void change(String file, String from, String to) throws IOException {
    String text = Files.readString(run.resolve(file));
    assertThat(text).contains(from);
    Files.writeString(run.resolve(file), text.replace(from, to));
  }

  @Test
  void whatAPersonHasReckonedIsRecomputed() {
    assertThat(run(run.toString())).as(printed()).isZero();
    assertThat(printed())
        .containsPattern("ingest-rate.csv +20 +0 +0")
        .containsPattern("all +\\d+ +0 +\\d+")
        .contains("report.txt, not recomputed: ");
  }

  @Test
  void aCellThatIsWrongIsNamed() throws IOException {
    change("report/ingest-rate.csv", ",3.0,1000", ",3.0,1001");
    change("report.txt", "written: 4,000", "written: 4,001");
    assertThat(run(run.toString())).isEqualTo(Recompute.DIFFERENT);
    assertThat(printed())
        .contains("2026-11-18T11:07:03Z, written /s: shown 1001, recomputed 1000.0")
        .contains("Entries written: shown 4,001, recomputed 4000");
  }

  @Test
  void anEventThatTheReportDidNotSeeIsNoticed() throws IOException {
    String more = FLUSH.formatted(1_795_000_024_000L, 70, 1_000_000_000L);
    String journal = Files.readString(run.resolve("events/ingest.jsonl"));
    Files.writeString(run.resolve("events/ingest.jsonl"), journal + more);
    assertThat(run(run.toString())).isEqualTo(Recompute.DIFFERENT);
    assertThat(printed()).contains("written /s: shown 1000, recomputed 1070.0");
  }

  @Test
  void aFileWithoutARuleIsNamedAndIsNoDifference() throws IOException {
    Files.writeString(run.resolve("report/new.csv"), "a,b\r\n1,2\r\n");
    assertThat(run(run.toString())).isZero();
    assertThat(printed()).contains("new.csv, not recomputed: the file (2)");
  }

  @Test
  void aFileOfWhichNothingIsInTheRunIsADifference() throws IOException {
    Files.writeString(run.resolve("report/rejections.csv"), "run,time,seconds\r\na,b,1\r\n");
    assertThat(run(run.toString())).isEqualTo(Recompute.DIFFERENT);
    assertThat(printed()).contains("rejections.csv: the file: shown 1 rows, recomputed nothing");
  }

  @Test
  void aTornLineIsLeftOutAndSaid() throws IOException {
    String journal = Files.readString(run.resolve("events/ingest.jsonl"));
    Files.writeString(run.resolve("events/ingest.jsonl"), journal + "{\"type\":\"Fl");
    assertThat(run(run.toString())).isZero();
    assertThat(printed()).contains("left out: events/ingest.jsonl: 1 lines cannot be read");
  }

  @Test
  void atMostTwentyDifferencesOfAFileAreShown() throws IOException {
    StringBuilder rows = new StringBuilder("run,time,seconds,written /s\r\n");
    for (int i = 0; i < 30; i++) {
      rows.append("other,2026-11-18T11:07:00Z,").append(i).append(",1\r\n");
    }
    Files.writeString(run.resolve("report/ingest-rate.csv"), rows);
    assertThat(run(run.toString())).isEqualTo(Recompute.DIFFERENT);
    assertThat(printed().lines().filter(line -> line.startsWith("ingest-rate.csv: "))).hasSize(21);
    assertThat(printed()).contains("ingest-rate.csv: and 15 more");
  }

  @Test
  void whatCannotBeReadIsSaid() throws IOException {
    assertThat(run(run.resolve("nowhere").toString())).isEqualTo(Recompute.UNREADABLE);
    Files.delete(run.resolve("report.txt"));
    assertThat(run(run.toString())).isEqualTo(Recompute.UNREADABLE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("report.txt");
    assertThat(run()).isEqualTo(64);
  }
}
