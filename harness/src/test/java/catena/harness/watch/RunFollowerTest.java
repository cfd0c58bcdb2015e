// SPDX-License-Identifier: Apache-2.0
package catena.harness.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.fixture.CountingFileSystem;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.RunDirectory;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("try") // to be told is all that a listening is for
class RunFollowerTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(77), ZoneOffset.UTC);

  @TempDir private Path temp;
  private final List<String> heard = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private RunDirectory run;
  private RunFollower follower;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
    follower = new RunFollower(run, CLOCK, notes::add);
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private Journal journal(String client) throws IOException {
    return new Journal(
        run.append(run.events(client)),
        e -> {
          throw new UncheckedIOException(e);
        });
  }

  private static Event note(String text) {
    return new Event.Note(1, "x", text);
  }

  private void write(String client, String text) throws IOException {
    try (Journal journal = journal(client)) {
      journal.add(note(text));
    }
  }

  /** Writes down all that it hears. */
  private final class Ear implements RunListener {
    private final String name;

    Ear() {
      this("");
    }

    Ear(String name) {
      this.name = name;
    }

    @Override
    public void event(String journal, Event event) {
      heard.add(name + journal + ": " + ((Event.Note) event).text());
    }

    @Override
    public void latencies(String operation, long from, long to, Histogram latencies) {
      heard.add(name + operation + " " + latencies.getTotalCount());
    }

    @Override
    public void polled(long now) {
      heard.add(name + "looked at " + now);
    }
  }

  private List<String> heardNow() throws IOException {
    heard.clear();
    follower.poll();
    return List.copyOf(heard);
  }

  @Test
  void whatAnyProcessWritesFromNowOnIsHeardOnceByEachListener() throws IOException {
    write("run", "of before");
    try (Journal own = journal("run");
        RunFollower.Listening first = follower.listenByHand(new Ear())) {
      own.add(note("new"));
      own.flush();
      assertThat(heardNow()).containsExactly("run: new", "looked at 77");
      assertThat(heardNow()).containsExactly("looked at 77");

      write("agitate", "of another process"); // as of one that begins later
      heard.clear();
      try (RunFollower.Listening second = follower.listenByHand(new Ear("second "))) {
        assertThat(heard).containsExactly("agitate: of another process", "looked at 77");
        write("agitate", "for both");
        assertThat(heardNow())
            .containsExactly(
                "agitate: for both",
                "second agitate: for both",
                "looked at 77",
                "second looked at 77");
      }
      assertThat(heardNow()).containsExactly("looked at 77");
    }
    assertThat(heardNow()).isEmpty();
    assertThat(notes).isEmpty();
  }

  @Test
  void whoListensFromTheBeginningHearsAllOfItOnceAndInOrder() throws IOException {
    write("run", "of before");
    try (RunFollower.Listening first = follower.listenByHand(new Ear())) {
      write("run", "later");
      follower.poll();
      write("run", "not yet looked at");
      write("agitate", "in a new journal");
      heard.clear();
      try (RunFollower.Listening all = follower.listenFromBeginning(new Ear("all "))) {
        follower.poll();
      }
    }
    assertThat(heard)
        .filteredOn(line -> line.startsWith("all ") && !line.contains("looked at 77"))
        .containsExactlyInAnyOrder(
            "all run: of before",
            "all run: later",
            "all run: not yet looked at",
            "all agitate: in a new journal")
        .containsSubsequence("all run: of before", "all run: later", "all run: not yet looked at");
    assertThat(heard).containsOnlyOnce("run: not yet looked at", "agitate: in a new journal");
    assertThat(heard).doesNotContain("run: of before", "run: later");
  }

  /** A journal is written in pieces of its buffer, which may end within a line. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEventThatIsHalfWrittenWhenSomebodyBeginsToListenIsHeardWhole(boolean fromBeginning)
      throws IOException {
    append("run", 1);
    Path file = temp.resolve("events/run.jsonl");
    String line = "{\"type\":\"Note\",\"at\":1,\"client\":\"x\",\"text\":\"of second 2\"}\n";
    Files.writeString(file, line.substring(0, 30), StandardOpenOption.APPEND);
    try (RunFollower.Listening unused =
        fromBeginning
            ? follower.listenFromBeginning(new Ear())
            : follower.listenByHand(new Ear())) {
      Files.writeString(file, line.substring(30), StandardOpenOption.APPEND);
      follower.poll();
    }
    assertThat(heard).containsOnlyOnce("run: of second 2");
    assertThat(heard.contains("run: of second 1")).isEqualTo(fromBeginning);
  }

  @Test
  void latenciesAreHeardWhenAnIntervalIsWritten() throws IOException {
    try (LatencyRecorder recorder =
            new LatencyRecorder(
                run.append(run.latency("ingest-w0")).stream(), CLOCK, Measuring.USUAL_DIGITS);
        RunFollower.Listening unused = follower.listenByHand(new Ear())) {
      recorder.operation("flush", true).record(0, 0, 5_000_000);
      recorder.writeInterval();

      assertThat(heardNow()).contains("flush 1").endsWith("looked at 77");
      assertThat(heardNow()).containsExactly("looked at 77");
    }
  }

  @Test
  void aListenerThatFailsIsReportedOnceAndDisturbsNoOther() throws IOException {
    RunListener failing =
        new RunListener() {
          @Override
          public void polled(long now) {
            throw new IllegalStateException("planted");
          }
        };
    try (RunFollower.Listening unused = follower.listenByHand(failing, new Ear())) {
      assertThat(heardNow()).containsExactly("looked at 77");
      assertThat(heardNow()).containsExactly("looked at 77");
      write("run", "later");
      assertThat(heardNow()).containsExactly("run: later", "looked at 77");
    }
    assertThat(notes)
        .containsExactly("what happens in the run is not followed to the end: planted");
  }

  @Test
  void whatIsAwayForAWhileIsHeardWhenItIsBack() throws IOException {
    CountingFileSystem counted = new CountingFileSystem();
    LengthsUnknown files = hdfs(counted);
    on(files);
    try (RunFollower.Listening unused = follower.listenByHand(new Ear())) {
      append("run", 1);
      files.away = true;
      assertBlind();
      assertBlind();
      files.away = false;

      assertThat(heardNow()).containsExactly("run: of second 1", "looked at 77");
      assertThat(follower.isBlind()).isFalse();
    }
    assertThat(notes).containsExactly("what happens in the run cannot be read now: planted");
  }

  private void assertBlind() {
    heard.clear();
    assertThatThrownBy(follower::poll).isInstanceOf(IOException.class);
    assertThat(heard).containsExactly("looked at 77");
    assertThat(follower.isBlind()).isTrue();
  }

  @Test
  void itsThreadReportsAndClosingReportsTheLastEvents() throws IOException {
    RunFollower.Listening listening = follower.listen(new Ear());
    write("run", "the last");
    listening.close();
    assertThat(heard).containsOnlyOnce("run: the last");
    heard.clear();
    write("run", "too late");
    follower.poll();
    assertThat(heard).isEmpty();
  }

  /** Before, each poll opened all of them. */
  @Test
  void onlyWhatHasGrownIsOpenedAgain() throws IOException {
    CountingFileSystem files = new CountingFileSystem();
    on(files);
    try (RunFollower.Listening unused = follower.listenByHand(new Ear())) {
      for (int i = 0; i < 5; i++) {
        write("walk-" + i, "begins " + i);
      }
      assertThat(heardNow()).hasSize(6);
      assertThat(files.opened()).hasSize(5);
      assertThat(heardNow()).hasSize(1);
      assertThat(files.opened()).isEmpty();

      write("walk-3", "goes on");
      files.opened(); // by the writer, which looks at the file's end first
      assertThat(heardNow()).containsExactly("walk-3: goes on", "looked at 77");
      assertThat(files.opened()).containsExactly("walk-3.jsonl");
    }
  }

  private void on(org.apache.hadoop.fs.FileSystem files) throws IOException {
    run.close();
    run = RunDirectory.on(files, new org.apache.hadoop.fs.Path(temp.toUri().getPath()));
    follower = new RunFollower(run, CLOCK, notes::add);
  }

  /** As HDFS: files that are being written are listed with the length of their whole blocks. */
  private static final class LengthsUnknown extends FilterFileSystem {
    private final CountingFileSystem counted;
    private boolean away;
    private String unreadable = "";

    LengthsUnknown(CountingFileSystem counted) {
      super(counted);
      this.counted = counted;
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path)
        throws FileNotFoundException, IOException {
      if (away) {
        throw new IOException("planted");
      }
      return Arrays.stream(super.listStatus(path))
          .map(file -> new FileStatus(0, file.isDirectory(), 1, 1, 0, file.getPath()))
          .toArray(FileStatus[]::new);
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      if (path.getName().equals(unreadable)) {
        throw new IOException("planted");
      }
      return counted.open(path, bufferSize);
    }
  }

  private static LengthsUnknown hdfs(CountingFileSystem counted) throws IOException {
    LengthsUnknown files = new LengthsUnknown(counted);
    files.initialize(URI.create("file:///"), new Configuration(false));
    return files;
  }

  @Test
  void whereLengthsAreUnknownAFewFilesAreOpenedAtEachPoll() throws IOException {
    on(hdfs(new CountingFileSystem()));
    try (RunFollower.Listening unused = follower.listenByHand(new Ear())) {
      for (int i = 0; i < 20; i++) {
        follower.pollInTurn();
      }
      append("walk-0", 1);
      heard.clear();
      follower.pollInTurn();
      assertThat(heard).containsExactly("walk-0: of second 1", "looked at 77");
    }
  }

  /** As after the death of a writer, whose file HDFS has not taken from it yet. */
  @Test
  void aFileThatCannotBeReadHindersNoListener() throws IOException {
    LengthsUnknown files = hdfs(new CountingFileSystem());
    on(files);
    append("dead", 1);
    append("run", 1);
    files.unreadable = "dead.jsonl";
    try (RunFollower.Listening first = follower.listenByHand(new Ear());
        RunFollower.Listening second = follower.listenByHand(new Ear("second "))) {
      append("run", 2);
      heard.clear();
      assertThatThrownBy(follower::poll).hasMessage("planted");
      files.unreadable = "";
      append("dead", 2);
      follower.poll();
    }
    assertThat(heard)
        .contains("run: of second 2", "second run: of second 2", "second dead: of second 2")
        .doesNotContain("run: of second 1");
  }

  /** As of a disk that has an error for a moment. */
  @Test
  void whatCannotBePassedOverIsNotHeardAsNew() throws IOException {
    boolean[] broken = {true};
    RawLocalFileSystem files =
        new RawLocalFileSystem() {
          @Override
          public FSDataInputStream open(org.apache.hadoop.fs.Path path, int size)
              throws IOException {
            if (broken[0]) {
              throw new IOException("planted");
            }
            return super.open(path, size);
          }
        };
    files.initialize(URI.create("file:///"), new Configuration(false));
    on(files);
    append("run", 1);
    try (RunFollower.Listening unused = follower.listenByHand(new Ear())) {
      broken[0] = false;
      append("run", 2);
      assertThat(heardNow()).containsExactly("run: of second 2", "looked at 77");
    }
  }

  private void append(String client, int second) throws IOException {
    Path file = temp.resolve("events/" + client + ".jsonl");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        "{\"type\":\"Note\",\"at\":1,\"client\":\"x\",\"text\":\"of second %d\"}\n"
            .formatted(second),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Before, 1,000 journals of workers were opened each second. */
  @Test
  void filesThatGrowAreOpenedMoreOftenAndNoneIsForgotten() throws IOException {
    CountingFileSystem counted = new CountingFileSystem();
    on(hdfs(counted));
    int files = 640;
    for (int i = 0; i < files; i++) {
      append("walk-" + i, 0);
    }
    try (RunFollower.Listening unused = follower.listenByHand(new Ear())) {
      List<String> opened = new ArrayList<>();
      counted.opened();
      for (int second = 1; second <= 200; second++) {
        append("walk-7", second);
        follower.pollInTurn();
        opened.addAll(counted.opened());
      }
      append("walk-8", 201);
      for (int second = 0; second < 20; second++) {
        follower.pollInTurn();
      }
      assertThat(opened.size() / 200).as("opened a second").isLessThanOrEqualTo(100);
      assertThat(opened.stream().filter("walk-7.jsonl"::equals).count())
          .isGreaterThan(3 * opened.stream().filter("walk-9.jsonl"::equals).count());
      assertThat(heard).contains("walk-7: of second 200", "walk-8: of second 201");
    }
  }
}
