// SPDX-License-Identifier: Apache-2.0
package catena.records.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.judge.FindingKind;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.records.verdict.Verdict;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Finding FINDING =
      Finding.of(FindingKind.LOST, "00000000000000ff", 5)
          .withOrigin(
              Origin.of(1, 2, 3, 4)
                  .withCount(9)
                  .withTimes(OptionalLong.of(3), OptionalLong.empty()))
          .withExpected("an entry")
          .withReferrers(List.of("a", "b"))
          .withDetail("tablet", "2a;7");
  private static final List<Event> ONE_OF_EACH =
      List.of(
          new Event.RunStarted(1, "main", "quick.yaml"),
          new Event.RunEnded(2, "main", Verdict.UNKNOWN),
          new Event.PhaseStarted(3, "main", "load"),
          new Event.PhaseEnded(4, "main", "load", "the time is up"),
          new Event.PartEnded(4, "main", "load", Verdict.UNKNOWN, List.of("it was cut short")),
          new Event.ClientStarted(5, "ingest-0", "writer 0"),
          new Event.ClientStopped(6, "ingest-0", "done"),
          new Event.Flush(7, "ingest-0", 0, 1, 2, 500, 0, 1_000_000, 2_000_000),
          new Event.Rejected(8, "ingest-0", 0, "constraint \"x\"\n", 1, 100),
          new Event.Paused(9, "ingest-0", 1000),
          new Event.Continued(10, "ingest-0"),
          new Event.FindingSeen(11, "walk-0", FINDING),
          new Event.Verified(11, "verify", Verdict.FAIL, "79 LOST"),
          new Event.ServerLost(12, "agitate", "tserver", "host:9997"),
          new Event.ServerBack(13, "agitate", "tserver", "host:9997"),
          new Event.ServerAdded(13, "addservers", "tserver", "tserver-3@host:1", "hosting"),
          new Event.TableRecreated(13, "recreate", "catena"),
          new Event.FaultStarted(
              14, "agitate", 3, "kill", List.of("tserver-1@host:9997"), 13, List.of()),
          new Event.FaultDone(15, "agitate", 3),
          new Event.FaultProven(16, "agitate", 3, "its process is gone"),
          new Event.FaultHealed(17, "agitate", 3, "restarted"),
          new Event.FaultRecovered(18, "agitate", 3, new TreeMap<>(Map.of("rehost.s", 4.5))),
          new Event.FaultDoubted(19, "agitate", 4, "prove", "the process lives"),
          new Event.TabletHosted(
              20, "tablets", "2a;1f", Optional.of("host:9997"), List.of("host+9997/log")),
          new Event.TabletGone(21, "tablets", "2a;1f"),
          new Event.ServerLogs(22, "tablets", "host:9997", List.of("host+9997/log")),
          new Event.LogsChanged(
              23, "tablets", "host:9997", List.of("host+9997/new"), List.of("host+9997/log")),
          new Event.Throughput(16, "walk-0", false, 2, 2, 4, 6, 800, 0.25, 0.5, List.of(3L, 1L)),
          new Event.Unanswered(16, "walk-0", "lookup", 605, 2, 793, 20.3),
          new Event.Measured(16, "stats", "table", new TreeMap<>(Map.of("entries", 1.5))),
          new Event.WorkerJoined(16, "run", "3-1", "host", 4711, -1.5, 2.25, 7),
          new Event.WorkerBegan(16, "worker-3-1", "3-1", 2, "ingest+walk", 0.75, false),
          new Event.WorkerUnseen(16, "run", "3-1"),
          new Event.WorkerSeen(16, "run", "3-1", 4.5),
          new Event.WorkerLost(16, "run", "3-1", "its process ended with 137", "replace"),
          new Event.LedgersRead(17, "verify", List.of("file:///runs/soak")),
          new Event.Note(17, "main", "done"));

  @TempDir private Path temp;

  private List<Event> write(RunDirectory run) throws IOException {
    List<IOException> errors = new ArrayList<>();
    try (Journal journal = new Journal(run.append(run.events("x")), errors::add)) {
      ONE_OF_EACH.forEach(journal::add);
    }
    assertThat(errors).isEmpty();
    return ONE_OF_EACH;
  }

  @Test
  void everyKindOfEventIsReadBackAsItWas() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      List<Event> written = write(run);
      List<Event> read = new ArrayList<>();

      JournalReader.Summary summary =
          JournalReader.read(run.fileSystem(), run.events("x"), read::add);

      assertThat(read).isEqualTo(written);
      assertThat(summary).isEqualTo(new JournalReader.Summary(0, 0));
    }
  }

  @Test
  void everyPermittedRecordIsWrittenByItsNameAndTestedHere() throws IOException {
    assertThat(ONE_OF_EACH)
        .extracting(Object::getClass)
        .containsExactlyInAnyOrderElementsOf(JournalReader.kinds(Event.class).toList());
    for (Event event : ONE_OF_EACH) {
      assertThat(Journal.line(event))
          .startsWith("{\"type\":\"" + event.getClass().getSimpleName() + "\",\"at\":");
    }
  }

  @Test
  void whatADamagedJournalDoesNotSayIsEmpty() throws Exception {
    for (Class<?> kind : JournalReader.kinds(Event.class).toList()) {
      String damaged =
          "{\"type\":\"%s\",\"at\":1,\"client\":\"c\"}".formatted(kind.getSimpleName());
      if (kind == Event.FindingSeen.class || kind == Event.Verified.class) {
        assertThatThrownBy(() -> JournalReader.parse(damaged))
            .as("what is missing is what it is about")
            .isInstanceOf(JsonProcessingException.class);
      } else {
        Event event = JournalReader.parse(damaged);
        assertThat(event).isExactlyInstanceOf(kind);
        for (RecordComponent each : kind.getRecordComponents()) {
          if (each.getType() != Verdict.class) { // of which there is none that is empty
            assertThat(each.getAccessor().invoke(event)).as("%s", each).isNotNull();
          }
        }
      }
    }
    assertThatThrownBy(() -> JournalReader.parse("{\"type\":\"Note\",\"at\":1,\"text\":\"t\"}"))
        .as("the event names no client")
        .isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void aTornLastLineAndUnknownLinesAreCountedNotRead() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      write(run);
      Files.writeString(
          temp.resolve("events/x.jsonl"),
          """
          {"type":"Eclipse","at":1}
          {"type":"Note","at":1,"text":"nobody says so"}
          null
          {"type":"Note","at":1,"client":"m","text":"t","mood":"new"}
          {"type":"Note","at":18,"cli\
          """,
          StandardOpenOption.APPEND);
      List<Event> read = new ArrayList<>();

      JournalReader.Summary summary =
          JournalReader.read(run.fileSystem(), run.events("x"), read::add);

      assertThat(summary).isEqualTo(new JournalReader.Summary(1, 3));
      assertThat(read)
          .hasSize(ONE_OF_EACH.size() + 1)
          .last()
          .isEqualTo(new Event.Note(1, "m", "t"));
    }
  }

  @Test
  void theThroughputThatOlderVersionsRecordedIsReadAsThat() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Files.createDirectories(temp.resolve("events"));
      Files.writeString(
          temp.resolve("events/x.jsonl"),
          """
          {"type":"Measured","at":20000,"client":"walk-0","what":"throughput","values":{\
          "bytes":800.0,"cpu.ratio":0.25,"entries":6.0,"late.seconds":0.5,"operations":2.0,\
          "rows":4.0,"seconds":10.0}}
          {"type":"Measured","at":20000,"client":"walk-0","what":"throughput"}
          """);
      List<Event> read = new ArrayList<>();
      List<Event> followed = new ArrayList<>();

      JournalReader.read(run.fileSystem(), run.events("x"), read::add);
      for (String line : Files.readAllLines(temp.resolve("events/x.jsonl"))) {
        JournalReader.event(line).ifPresent(followed::add);
      }

      assertThat(read)
          .containsExactly(
              new Event.Throughput(20_000, "walk-0", false, 10, 2, 4, 6, 800, 0.25, 0.5, List.of()),
              new Event.Throughput(20_000, "walk-0", false, 0, 0, 0, 0, 0, 0, 0, List.of()));
      assertThat(followed).isEqualTo(read);
      assertThat(((Event.Throughput) read.get(0)).beganAt()).isEqualTo(10_000);
    }
  }

  @Test
  void aThroughputOfAnOlderVersionHasNoCountsForSeconds() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Files.createDirectories(temp.resolve("events"));
      Files.writeString(
          temp.resolve("events/x.jsonl"),
          """
          {"type":"Throughput","at":16,"client":"walk-0","writes":false,"seconds":10.0,\
          "operations":2,"rows":4,"entries":6,"bytes":800,"cpuRatio":0.25,"lateSeconds":0.5}
          """);
      List<Event> read = new ArrayList<>();

      JournalReader.read(run.fileSystem(), run.events("x"), read::add);

      assertThat(read)
          .containsExactly(
              new Event.Throughput(16, "walk-0", false, 10, 2, 4, 6, 800, 0.25, 0.5, List.of()));
    }
  }

  @Test
  void aFaultOfAnOlderVersionIsDuringNothingInParticular() throws IOException {
    assertThat(
            JournalReader.parse(
                """
                {"type":"FaultStarted","at":16,"client":"agitate","id":3,"fault":"kill",\
                "targets":["tserver-1"],"intendedAt":15}
                """))
        .isEqualTo(
            new Event.FaultStarted(16, "agitate", 3, "kill", List.of("tserver-1"), 15, List.of()));
  }

  @Test
  void aJournalThatCannotBeWrittenIsReportedOnceAndStopsNoClient() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      var file = run.append(run.events("x"));
      file.close();
      List<IOException> errors = new ArrayList<>();
      Journal journal = new Journal(file, errors::add);

      journal.add(ONE_OF_EACH.get(0));
      journal.flush();
      journal.add(ONE_OF_EACH.get(1));
      journal.flush();

      assertThat(errors).hasSize(1);
    }
  }

  /** A file system whose disk is full when what was written is pushed to it. */
  private static AppendFile full() throws IOException {
    FileSystem full =
        new FilterFileSystem(new RawLocalFileSystem()) {
          @Override
          public boolean exists(org.apache.hadoop.fs.Path path) {
            return false;
          }

          @Override
          public FSDataOutputStream create(org.apache.hadoop.fs.Path path, boolean overwrite)
              throws IOException {
            return new FSDataOutputStream(OutputStream.nullOutputStream(), null) {
              @Override
              public void hflush() {
                throw new OutOfMemoryError("planted");
              }
            };
          }
        };
    return AppendFile.open(full, new org.apache.hadoop.fs.Path("/x"), Duration.ZERO);
  }

  @Test
  void anErrorInTheJournalsOwnThreadIsReported() throws Exception {
    List<IOException> errors = new CopyOnWriteArrayList<>();
    Journal journal = new Journal(full(), errors::add);
    journal.add(ONE_OF_EACH.get(0));
    while (errors.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(errors).singleElement().asString().contains("the thread journal died", "planted");
  }

  /** As where a directory is walked twice at once: both append to one local file. */
  @Test
  void twoProcessesCutNoEventOfEachOther() throws Exception {
    List<Event> both =
        List.of(
            new Event.Note(1, "a", "x".repeat(10_000)),
            new Event.Note(2, "b", "short"),
            new Event.Note(3, "a", "y".repeat(8_192)));
    try (RunDirectory run = RunDirectory.at(temp.toString());
        Journal one = new Journal(run.append(run.events("walk")), e -> {});
        Journal other = new Journal(run.append(run.events("walk")), e -> {})) {
      one.add(both.get(0));
      other.add(both.get(1));
      other.flush();
      one.add(both.get(2));
      one.flush();
      List<Event> read = new ArrayList<>();
      JournalReader.Summary summary =
          JournalReader.read(run.fileSystem(), run.events("walk"), read::add);
      assertThat(summary.unreadable()).isZero();
      assertThat(read).containsExactlyElementsOf(both);
    }
  }
}
