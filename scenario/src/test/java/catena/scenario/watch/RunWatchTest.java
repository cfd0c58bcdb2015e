package catena.scenario.watch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunWatchTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(77), ZoneOffset.UTC);

  @TempDir private Path temp;
  private final List<String> heard = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private RunDirectory run;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
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

  /** Writes down all that it hears. */
  private final class Ear implements RunListener {
    @Override
    public void event(String journal, Event event) {
      heard.add(journal + ": " + ((Event.Note) event).text());
    }

    @Override
    public void latencies(String operation, long from, long to, Histogram latencies) {
      heard.add(operation + " " + latencies.getTotalCount());
    }

    @Override
    public void looked(long now) {
      heard.add("looked at " + now);
    }
  }

  private List<String> heardNow(RunWatch watch) {
    heard.clear();
    watch.look();
    return List.copyOf(heard);
  }

  @Test
  void whatAnyProcessWritesFromNowOnIsHeardOnceByEachListener() throws IOException {
    try (Journal own = journal("run");
        RunWatch watch = watch(own)) {
      watch.listen(new Ear());
      own.add(note("new"));
      own.flush();
      assertThat(heardNow(watch)).containsExactly("run: new", "looked at 77");
      assertThat(heardNow(watch)).containsExactly("looked at 77");

      try (Journal other = journal("agitate")) { // as of a process that begins later
        other.add(note("of another process"));
      }
      watch.listen(new Ear());
      assertThat(heardNow(watch))
          .containsExactly(
              "agitate: of another process",
              "agitate: of another process",
              "looked at 77",
              "looked at 77");
    }
    assertThat(notes).isEmpty();
  }

  private RunWatch watch(Journal own) throws IOException {
    own.add(note("of before"));
    own.flush();
    return new RunWatch(run, CLOCK, notes::add);
  }

  @Test
  void latenciesAreHeardWhenAnIntervalIsWritten() throws IOException {
    try (LatencyRecorder recorder =
            new LatencyRecorder(run.output(run.latency("ingest-w0")), CLOCK);
        RunWatch watch = new RunWatch(run, CLOCK, notes::add)) {
      watch.listen(new Ear());
      recorder.operation("flush").record(0, 0, 5_000_000);
      recorder.writeInterval();

      assertThat(heardNow(watch)).contains("flush 1").endsWith("looked at 77");
      assertThat(heardNow(watch)).containsExactly("looked at 77");
    }
  }

  @Test
  void aListenerThatFailsIsToldOfOnceAndDisturbsNoOther() throws IOException {
    try (Journal own = journal("run");
        RunWatch watch = new RunWatch(run, CLOCK, notes::add)) {
      watch.listen(
          new RunListener() {
            @Override
            public void looked(long now) {
              throw new IllegalStateException("planted");
            }
          });
      watch.listen(new Ear());
      assertThat(heardNow(watch)).containsExactly("looked at 77");
      assertThat(heardNow(watch)).containsExactly("looked at 77");
      own.add(note("later"));
      own.flush();
      assertThat(heardNow(watch)).containsExactly("run: later", "looked at 77");
    }
    assertThat(notes).containsExactly("what happens in the run is not told to the end: planted");
  }

  @Test
  void whatIsAwayForAWhileIsHeardWhenItIsBack() throws IOException {
    try (Journal own = journal("run");
        RunWatch watch = new RunWatch(run, CLOCK, notes::add)) {
      watch.listen(new Ear());
      Path folder = temp.resolve("events");
      Path away = temp.resolve("away");
      Files.move(folder, away);
      Files.createFile(folder); // no directory, and no absence of one
      own.add(note("meanwhile"));
      own.flush();
      List<String> blind = new ArrayList<>(heardNow(watch));
      blind.addAll(heardNow(watch));
      Files.delete(folder);
      Files.move(away, folder);

      assertThat(blind).containsExactly("looked at 77", "looked at 77");
      assertThat(heardNow(watch)).containsExactly("run: meanwhile", "looked at 77");
    }
  }

  @Test
  void closingHearsWhatCameLast() throws IOException {
    try (Journal own = journal("run")) {
      RunWatch watch = RunWatch.start(run, CLOCK, notes::add, List.of(new Ear()));
      own.add(note("the last"));
      own.flush();
      watch.close();
      assertThat(heard).containsOnlyOnce("run: the last");
    }
  }
}
