// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.records.fixture.LatencySums;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.latency.Measuring;
import catena.records.latency.Meters;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.run.RunDirectory;
import catena.records.settings.DurationRange;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;

/** One writer into a fake table, with a real ledger in a real directory. */
final class Rig implements AutoCloseable {
  static final int WRITER = 3;
  private static final DurationRange BACKOFF =
      new DurationRange(Duration.ofMillis(1), Duration.ofMillis(2));

  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_000_000), ZoneOffset.UTC);

  final FakeTable table = new FakeTable();
  final GraphSpec spec;
  final Graph graph;
  private final RunDirectory directory;
  private final Journal journal;
  private final Meters meters;
  StopSignal stop = new StopSignal();
  final NotedHold hold = new NotedHold();
  Duration retryLimit = Duration.ofMinutes(5);
  double rate;

  /** Has files imported, if it is to. */
  /** Whether a writer has waited for its end in vain; writers of one phase share it. */
  AtomicBoolean silent = new AtomicBoolean();

  Optional<FakeLoader> loader = Optional.empty();

  LongSupplier nanoClock = System::nanoTime;

  /** Hears of the rows that were handed over, if somebody is to. */
  Optional<Consumer<String>> rows = Optional.empty();

  /** What single operations told. */
  final List<Event> told = new ArrayList<>();

  /** Done before a batch writer is opened. */
  Runnable onOpen = () -> {};

  /** What the person who watches a client is told. */
  final List<String> said = new ArrayList<>();

  Rig(Path temporary, double deleteProbability) throws IOException {
    this(temporary, spec(deleteProbability));
  }

  Rig(Path temporary, GraphSpec spec) throws IOException {
    this.spec = spec;
    this.graph = new Graph(spec);
    this.directory = RunDirectory.at(temporary.toString(), new Configuration(false));
    this.journal =
        new Journal(
            directory.append(directory.events("rig")),
            e -> {
              throw new AssertionError(e);
            });
    Measuring measuring = new Measuring(Duration.ofDays(1), 3);
    this.meters = Meters.start(directory, journal, CLOCK, measuring, true);
  }

  static GraphSpec spec(double deleteProbability) {
    return Specs.of(
        GraphSpec.VERSION,
        42,
        0,
        1L << 40,
        7,
        3,
        100,
        100,
        List.of("", "A", "A&B"),
        GraphSpec.VisibilityScope.BLOCK,
        true,
        Payload.NONE,
        deleteProbability,
        16);
  }

  /** Takes note of what a client tells of its end. */
  static final class NotedHold implements Writer.Hold {
    Optional<Position> ended = Optional.empty();
    Optional<String> failure = Optional.empty();
    boolean closed;

    @Override
    public void ended(Position at) throws IOException {
      if (failure.isPresent()) {
        throw new IOException(failure.get());
      }
      ended = Optional.of(at);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A client that goes on where the ledger ends. */
  IngestClient client(long entries) throws IOException, InterruptedException {
    Recording recording = new Recording(journal::add, meters::open, said::add, CLOCK, nanoClock);
    recording.open("rig", rate > 0);
    Sender sender =
        new Sender(
            new Writer("rig", WRITER, graph.uuid(WRITER), ledger(), hold),
            graph,
            new Batch(
                () -> {
                  onOpen.run();
                  return table.writer();
                }),
            loader.map(each -> each),
            new Pace(rate, 1, stop, nanoClock),
            new RetryPolicy(retryLimit, BACKOFF),
            recording,
            stop);
    sender.begin();
    rows.ifPresent(to -> sender.announceTo(IngestPlan.announcing(1, graph, WRITER, to)));
    return new IngestClient(sender, Optional.empty(), stop, entries);
  }

  /** A writer of single operations that goes on where the ledger ends. */
  OperationWriter operations(int window, boolean buffered) throws IOException {
    return new OperationWriter(
        new Writer("rig", WRITER, graph.uuid(WRITER), ledger(), hold),
        graph,
        new Batch(table::writer),
        new OperationWriter.Way(window, buffered, new RetryPolicy(retryLimit, BACKOFF), silent),
        new Recording(told::add, meters::open, note -> {}, CLOCK, nanoClock),
        stop);
  }

  private Ledger ledger() throws IOException {
    LedgerHeader header =
        new LedgerHeader(
            "instance", "1", spec.fingerprint(), WRITER, UUID.fromString(graph.uuid(WRITER)));
    var path = directory.ledger(WRITER);
    return directory.fileSystem().exists(path)
        ? Ledger.resume(directory.fileSystem(), path, header, CLOCK.millis(), Duration.ZERO)
        : Ledger.create(directory.fileSystem(), path, header);
  }

  /** Steps until the client has no more to do or a stop is asked for, and closes it. */
  WriterOutcome run(long entries) throws Exception {
    IngestClient client = client(entries);
    try {
      work(client);
    } finally {
      client.close();
    }
    return client.outcome();
  }

  void work(IngestClient client) throws Exception {
    boolean more = true;
    while (more && !stop.asked()) {
      more = client.step();
    }
  }

  /** Asks for a stop when so many mutations more have been added. */
  void stopAfter(int mutations) {
    stop = new StopSignal();
    int[] left = {mutations};
    table.onAdd =
        () -> {
          if (--left[0] == 0) {
            stop.ask("test");
          }
        };
    if (mutations == 0) {
      stop.ask("test");
    }
  }

  void stopNoMore() {
    stop = new StopSignal();
    table.onAdd = () -> {};
  }

  /** What the ledger says now. */
  LedgerState promised() throws IOException {
    return LedgerReader.read(directory.fileSystem(), directory.ledger(WRITER));
  }

  /** The lines of the ledger. */
  List<String> ledgerLines() throws IOException {
    return Files.readAllLines(Path.of(directory.ledger(WRITER).toUri().getPath()));
  }

  /** The events of one type that the journal has. */
  <E extends Event> List<E> events(Class<E> type) throws IOException {
    journal.flush();
    List<E> events = new ArrayList<>();
    JournalReader.read(
        directory.fileSystem(),
        directory.events("rig"),
        event -> {
          if (type.isInstance(event)) {
            events.add(type.cast(event));
          }
        });
    return events;
  }

  /** What the journal tells people. */
  List<String> notes() throws IOException {
    return events(Event.Note.class).stream().map(Event.Note::text).toList();
  }

  /** What the writer owed at the end, as the journal has it. */
  List<Event.Unanswered> unanswered() throws IOException {
    return events(Event.Unanswered.class);
  }

  /** What the journal says was handed over, second by second; nothing is measured after this. */
  long handedOver() throws IOException {
    meters.close();
    journal.flush();
    AtomicLong sum = new AtomicLong();
    JournalReader.read(
        directory.fileSystem(),
        directory.events("rig"),
        event -> {
          if (event instanceof Event.Throughput told) {
            told.counts().forEach(sum::addAndGet);
          }
        });
    return sum.get();
  }

  /** All latencies under a tag; none are recorded after this. */
  Histogram latencies(String tag) throws IOException {
    meters.close();
    return LatencySums.of(directory, tag);
  }

  List<String> model(long puts) {
    return new ModelWrites(spec, WRITER, 12).until(puts);
  }

  @Override
  public void close() throws IOException {
    journal.close();
    meters.close();
    directory.close();
  }
}
