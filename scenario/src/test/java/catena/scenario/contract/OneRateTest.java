// SPDX-License-Identifier: Apache-2.0
package catena.scenario.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.command.Terminal;
import catena.ingest.IngestOutcome;
import catena.ingest.write.WriterOutcome;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.Unanswered;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.report.Reports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One run has one rate, wherever it stands: entries, which are puts, over the time in which writers
 * were at work.
 */
class OneRateTest {
  private static final long AT = 1_795_000_020_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final Pattern NUMBER = Pattern.compile("([0-9][0-9,.]*)( k| M)?");

  @TempDir private Path files;
  private RunDirectory run;

  @BeforeEach
  void open() {
    run = RunDirectory.at(files.toString());
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  /** Two writers for ten seconds: 50,000 entries each, and 20,000 deletes of the second. */
  private List<Event> session(long begin) {
    List<Event> events = new ArrayList<>();
    for (int writer = 0; writer < 2; writer++) {
      String client = ClientName.writer("ingest", writer);
      events.add(new Event.ClientStarted(begin + writer * 30L, client, "writer " + writer));
      for (int window = 1; window <= 10; window++) {
        boolean deletes = writer == 1 && window > 8;
        long entries = deletes ? 0 : writer == 1 ? 6250 : 5000;
        events.add(
            new Event.Flush(
                begin + window * 950L,
                client,
                writer,
                0,
                window,
                entries,
                deletes ? 10_000 : 0,
                SECOND / 2,
                950_000_000));
      }
      events.add(new Event.ClientStopped(begin + 9950 + writer * 50L, client, "done"));
      // what is measured last is recorded after the writers have ended
      events.add(
          new Event.Throughput(begin + 10_400, client, true, 10, 10, 0, 1, 0, 0, 0, List.of()));
    }
    return events;
  }

  private void write(String journal, List<Event> events) throws IOException {
    try (Journal to = new Journal(run.append(run.events(journal)), e -> {})) {
      events.forEach(to::add);
    }
  }

  private void report() throws IOException {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(AT + 86_400_000), ZoneOffset.UTC);
    new Reports(clock, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE).write(List.of(run), run);
  }

  private String file(String name) throws IOException {
    return Files.readString(files.resolve(name));
  }

  /** The first number of a text behind some words, with its unit. */
  private static double number(String text, String behind) {
    int at = text.indexOf(behind);
    assertThat(at).as(behind + " in " + text).isNotNegative();
    Matcher matcher = NUMBER.matcher(text);
    assertThat(matcher.find(at + behind.length())).isTrue();
    double digits = Double.parseDouble(matcher.group(1).replace(",", ""));
    return digits * (" k".equals(matcher.group(2)) ? 1e3 : " M".equals(matcher.group(2)) ? 1e6 : 1);
  }

  /** What the writers of one session have come to, as their phase reports it. */
  private static IngestOutcome outcome() {
    return new IngestOutcome(
        Verdict.PASS,
        Optional.empty(),
        Optional.empty(),
        List.of(writer(0, 50_000, 0), writer(1, 50_000, 20_000)),
        Unanswered.NONE,
        Duration.ofSeconds(10));
  }

  private static WriterOutcome writer(int number, long entries, long deletes) {
    return new WriterOutcome(number, "", entries, deletes, 10, 0, Position.ORIGIN, false);
  }

  private static String lastLineOfTheTerminal(IngestOutcome outcome) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, UTF_8);
    Progress progress =
        Progress.start(
            new Terminal(stream, stream), ProgressTask.of("ingest", "entries", outcome::entries));
    progress.took(outcome.took());
    progress.close();
    return out.toString(UTF_8);
  }

  @Test
  void terminalSummaryReportAndFilesSayTheSame() throws IOException {
    write("ingest", session(AT));
    write(
        "run",
        List.of(
            new Event.RunStarted(AT - 3000, "run", "quick"),
            new Event.PhaseStarted(AT - 2000, "run", "ingest"),
            new Event.PhaseEnded(AT + 13_000, "run", "ingest", "done"),
            new Event.RunEnded(AT + 14_000, "run", Verdict.PASS)));
    report();
    IngestOutcome outcome = outcome();
    String fact = outcome.part().facts().get(0);

    assertThat(lastLineOfTheTerminal(outcome))
        .isEqualTo("ingest: 100,000 entries in 10s, 10.0 k/s\n");
    assertThat(fact).isEqualTo("100,000 entries written and 20,000 deleted by 2 writers, 10.0 k/s");
    String text = file("report.txt");
    assertThat(number(text, "Ingest entries per second: ")).isEqualTo(10_000);
    assertThat(number(text, "Entries written: ")).isEqualTo(100_000);
    String page = file("report.html").replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
    assertThat(number(page, "Ingest entries per second")).isEqualTo(10_000);
    List<String> phases = file("report/phases.csv").lines().toList();
    assertThat(phases.get(0)).endsWith("Average /s");
    String average = phases.get(1).replaceAll("^.*,(?=(\"[^\"]*\"|[^\",]*)$)", "");
    assertThat(number(average, "")).isEqualTo(10_000);
    // the seconds of the plot add up to the entries, with no delete among them
    List<String> rates = file("report/ingest-rate.csv").lines().toList();
    int written = List.of(rates.get(0).split(",", -1)).indexOf("written /s");
    double sum =
        rates.stream()
            .skip(1)
            .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[written]))
            .sum();
    assertThat(sum).isCloseTo(100_000, org.assertj.core.api.Assertions.within(1.0));
  }

  @Test
  void aRunThatWasCarriedOnCountsTheTimesOfBothAndNotWhatLayBetween() throws IOException {
    write(
        "run",
        List.of(
            new Event.RunStarted(AT - 3000, "run", "quick"),
            new Event.PhaseStarted(AT - 2000, "run", "ingest"),
            new Event.PhaseEnded(AT + 13_000, "run", "ingest", "stopped by a signal"),
            new Event.RunEnded(AT + 14_000, "run", Verdict.UNKNOWN)));
    write("ingest", session(AT));
    write("ingest", session(AT + 300_000)); // of a command, which tells of no phase
    report();

    String text = file("report.txt");
    assertThat(number(text, "Entries written: ")).isEqualTo(200_000);
    assertThat(number(text, "Ingest entries per second: ")).isEqualTo(10_000);
  }

  /** Its last word is the last that it did. */
  @Test
  void aWriterThatWasKilledCountsUpToItsLastWord() throws IOException {
    List<Event> killed =
        session(AT).stream()
            .filter(event -> !(event instanceof Event.ClientStopped))
            .filter(event -> !(event instanceof Event.Throughput))
            .toList();
    write("ingest", killed);
    write("ingest", session(AT + 300_000));
    report();

    assertThat(number(file("report.txt"), "Ingest entries per second: "))
        .isCloseTo(200_000 / 19.5, org.assertj.core.api.Assertions.within(5.0));
  }
}
