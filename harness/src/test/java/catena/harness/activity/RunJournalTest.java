// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import catena.harness.command.Terminal;
import catena.harness.watch.RunFollower;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJournalTest {
  private static final Event NOTE = new Event.Note(1, "run", "a note");

  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(out, true, UTF_8);
  private final Terminal terminal = new Terminal(stream, stream);

  private RunDirectory run() {
    return RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @Test
  void whatIsOnRecordIsNoDoubt() throws IOException {
    try (RunDirectory run = run();
        RunJournal record = new RunJournal(run, "run", terminal)) {
      record.journal().add(NOTE);

      assertThat(record.doubts()).isEmpty();
      assertThat(temp.resolve("events/run.jsonl")).content().contains("a note");
    }
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void aFaultOfAProcessWithoutAVerdictIsOnRecordAtOnce() throws IOException {
    try (RunDirectory run = run();
        RunJournal record = new RunJournal(run, "worker-1-1", terminal)) {
      RunContext worker =
          new RunContext(
              "walk.w1",
              null,
              run,
              record.journal(),
              Optional.empty(),
              new StopSignal(),
              new RunFollower(run, Clock.systemUTC(), text -> {}));
      record.journal().add(NOTE);
      worker.found();
      assertThat(temp.resolve("events/worker-1-1.jsonl")).content().contains("a note");
    }
  }

  @Test
  void theEventsOfAnEarlierCommandStay() throws IOException {
    for (String text : new String[] {"first", "second"}) {
      try (RunDirectory run = run();
          RunJournal record = new RunJournal(run, "walk", terminal)) {
        record.journal().add(new Event.Note(1, "walk", text));
      }
    }
    assertThat(temp.resolve("events/walk.jsonl")).content().containsSubsequence("first", "second");
  }

  @Test
  void aFullDiskIsPrintedAtOnceAndIsOneDoubtForAllLostEvents() throws IOException {
    full("run");
    try (RunDirectory run = run();
        RunJournal record = new RunJournal(run, "run", terminal)) {
      record.journal().add(NOTE);
      assertThat(record.doubts())
          .singleElement()
          .asString()
          .startsWith("the journal cannot be written: ");
      record.journal().add(NOTE);
      assertThat(record.doubts()).hasSize(1);
    } // closing it fails, too, which was printed
    assertThat(out.toString(UTF_8)).containsOnlyOnce("the journal cannot be written");
  }

  @Test
  void anErrorThatShowsOnlyAtTheCloseIsThrown() throws IOException {
    full("run");
    try (RunDirectory run = run()) {
      RunJournal record = new RunJournal(run, "run", terminal);
      record.journal().add(NOTE);
      assertThatThrownBy(record::close).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aJournalThatCannotBeOpenedIsAnError() throws IOException {
    Path inTheWay = Files.createFile(temp.resolve("events"));
    try (RunDirectory run = run()) {
      assertThatThrownBy(() -> new RunJournal(run, "run", terminal))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(inTheWay.toString());
    }
  }

  private void full(String name) throws IOException {
    Path device = Path.of("/dev/full");
    assumeTrue(Files.exists(device));
    Files.createDirectories(temp.resolve("events"));
    Files.createSymbolicLink(temp.resolve("events/" + name + ".jsonl"), device);
  }
}
