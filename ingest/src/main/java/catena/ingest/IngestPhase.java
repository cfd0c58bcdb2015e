package catena.ingest;

import catena.graph.Graph;
import catena.graph.Position;
import catena.harness.accumulo.Holder;
import catena.harness.accumulo.WriterNumbers;
import catena.harness.client.ClientRunner;
import catena.harness.client.Seed;
import catena.ingest.bulk.BulkPlace;
import catena.ingest.bulk.RFileLoader;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.Announcing;
import catena.ingest.write.Batch;
import catena.ingest.write.BulkLoader;
import catena.ingest.write.BulkPlan;
import catena.ingest.write.BulkSender;
import catena.ingest.write.IngestClient;
import catena.ingest.write.IngestFailure;
import catena.ingest.write.IngestPlan;
import catena.ingest.write.MutationSource;
import catena.ingest.write.Pace;
import catena.ingest.write.Pauses;
import catena.ingest.write.Recording;
import catena.ingest.write.Sender;
import catena.ingest.write.WindowPlan;
import catena.ingest.write.WindowSender;
import catena.ingest.write.Writer;
import catena.ingest.write.WriterOutcome;
import catena.read.announce.AnnouncementQueue;
import catena.read.announce.Announcer;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.Meters;
import catena.records.latency.Unanswered;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;

/** Ingest as one phase of a run; used for one call of {@link #run}. */
public final class IngestPhase {
  /** How many writes are made between two looks at the stop signal. */
  private static final int STRETCH = 500;

  private static final Duration GRACE = Duration.ofSeconds(4);

  /** How long an import of a process before may still be under way. */
  static final Duration LEFTOVERS = Duration.ofMinutes(2);

  private static final Duration ZOOKEEPER_LIMIT = Duration.ofSeconds(15);

  /** How long writers that announce rows wait for the first reader. */
  private static final Duration READER_LIMIT = Duration.ofSeconds(60);

  private final String name;
  private final IngestTarget target;
  private final IngestPlan plan;
  private final RunDirectory directory;
  private final Journal journal;
  private final Consumer<String> notes;
  private final Clock clock;
  private final LongSupplier nanoClock;
  private final Graph graph;
  private final AtomicLong mostInSight = new AtomicLong();
  private volatile List<IngestClient> clients = List.of();
  private volatile boolean over;

  /**
   * A phase that writes into a run directory.
   *
   * @param name of the phase: the clients' names, and so those of their latency logs, begin with it
   * @param notes takes lines for people: trouble that passes
   */
  public IngestPhase(
      String name,
      IngestTarget target,
      IngestPlan plan,
      RunDirectory directory,
      Journal journal,
      Consumer<String> notes,
      Clock clock) {
    this.name = name;
    this.target = target;
    this.plan = plan;
    this.directory = directory;
    this.journal = journal;
    this.notes = notes;
    this.clock = clock;
    this.nanoClock = System::nanoTime;
    this.graph = new Graph(target.spec());
  }

  /** Whose writers a phase runs. */
  public enum Mode {
    /** As many new ones as the plan has clients. */
    NEW,
    /** All that have a ledger in the run directory. */
    RESUME
  }

  /**
   * Entries acknowledged or on their way so far, never fewer than before; those acknowledged when
   * the phase is over; for any thread.
   */
  public long entries() {
    long inSight = clients.stream().mapToLong(IngestClient::entriesInSight).sum();
    long most = mostInSight.accumulateAndGet(inSight, Math::max);
    return over ? inSight : most;
  }

  /** Entries on their way: handed over and not acknowledged yet; for any thread. */
  public long sent() {
    return clients.stream().mapToLong(IngestClient::entriesSent).sum();
  }

  /** Windows that were acknowledged; for any thread. */
  public long acknowledged() {
    return clients.stream().mapToLong(IngestClient::acknowledged).sum();
  }

  /** How many entries there will be, if the plan says so. */
  public OptionalLong total(int ofClients) {
    return plan.total(ofClients).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  /**
   * Writes until every client is done, the time is up or a stop is asked for.
   *
   * @param stop asked from outside; not asked by this phase, whatever happens in it
   * @throws UsageException if the writers cannot begin; nothing was written then
   * @throws IOException if the run directory or ZooKeeper fails before the writers begin
   */
  public IngestOutcome run(Mode mode, StopSignal stop)
      throws IOException, AccumuloException, AccumuloSecurityException {
    target.store(notes);
    StopSignal own = stop.child();
    AtomicBoolean sessionLost = new AtomicBoolean();
    Runnable onLost =
        () -> {
          sessionLost.set(true);
          own.ask("the session with ZooKeeper was lost, and with it the right to write");
        };
    WriterNumbers numbers = numbers(onLost);
    IngestOutcome outcome;
    Meters meters = Meters.ofWriters(directory, journal, clock, plan.measuring());
    Optional<Announcer> announcer = Optional.empty();
    try (meters) {
      // Before anybody is waited for: by it a reader finds the table.
      target.graphFile().writeTo(directory);
      announcer = announcer(own);
      outcome = run(mode, own, numbers, meters, announcer, sessionLost);
    } finally {
      try {
        endAnnouncing(announcer);
      } finally {
        giveBack(numbers);
      }
    }
    meters.limits().forEach(this::limit);
    List<String> doubts = new ArrayList<>(meters.doubts());
    announcer.ifPresent(
        told -> {
          limit(name + ": " + told.inWords());
          doubts.addAll(told.doubts());
        });
    return outcome.doubted(doubts);
  }

  /** Begins to announce rows, if that is asked for and somebody reads them. */
  private Optional<Announcer> announcer(StopSignal own) throws IOException {
    if (plan.announce().isEmpty()) {
      return Optional.empty();
    }
    AnnouncementQueue queue =
        AnnouncementQueue.open(
            target.connection().zookeepers(), directory, AnnouncementQueue.Side.WRITERS);
    Holder me = Holder.here(directory.display(), clock);
    try {
      Optional<Announcer> announcer =
          Announcer.start(queue, me, plan.announce().get().waiting(), clock, READER_LIMIT, own);
      if (announcer.isEmpty() && !own.asked()) {
        throw new UsageException(
            "ingest.announce is set and nobody reads what is announced: let lag begin before, in"
                + " the same phase, or on the same run directory, within "
                + Amounts.span(READER_LIMIT));
      }
      return announcer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for readers of what is announced", e);
    }
  }

  /** What it cannot say any more is a loss of figures, and not of data. */
  private void endAnnouncing(Optional<Announcer> announcer) {
    try {
      if (announcer.isPresent()) {
        announcer.get().close();
      }
    } catch (IOException e) {
      notes.accept(name + ": " + e.getMessage());
    }
  }

  /** What held the figures down, if it was not the servers. */
  private void limit(String words) {
    notes.accept(words);
    journal.add(new Event.Note(clock.millis(), name, words));
  }

  /** A number is free only once nothing can be sent any more as the writer that had it. */
  private void giveBack(WriterNumbers numbers) {
    List<Thread> sending = clients.stream().flatMap(client -> client.sending().stream()).toList();
    boolean atWork = clients.stream().anyMatch(client -> !client.isClosed());
    if (atWork) {
      notes.accept("some writers did not stop; their numbers stay taken until this process ends");
    } else if (sending.isEmpty()) {
      numbers.close();
    } else {
      notes.accept("batch writers are still sending; their writers' numbers stay taken meanwhile");
      Threads.daemons("give-numbers-back").newThread(() -> closeAfter(sending, numbers)).start();
    }
  }

  private static void closeAfter(List<Thread> sending, WriterNumbers numbers) {
    try {
      for (Thread thread : sending) {
        thread.join();
      }
      numbers.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Nobody does; the session ends with the process.
    }
  }

  private IngestOutcome run(
      Mode mode,
      StopSignal own,
      WriterNumbers numbers,
      Meters meters,
      Optional<Announcer> announcer,
      AtomicBoolean sessionLost)
      throws IOException, AccumuloException {
    Writers writers = new Writers(target.graphFile(), graph, directory, numbers, clock, name);
    List<Writer> open = mode == Mode.NEW ? writers.create(plan.clients()) : writers.resume();
    checkRoom(open);
    Map<Integer, BulkLoader> loaders = loaders(open);
    Recording recording = new Recording(journal, meters::open, notes, clock, nanoClock);
    for (Writer writer : open) {
      recording.open(writer.client(), plan.rate() > 0);
    }
    clients =
        open.stream().map(writer -> client(writer, loaders, recording, announcer, own)).toList();
    Optional<String> failure = runClients(own);
    over = true;
    Unanswered owed =
        clients.stream().map(IngestClient::unanswered).reduce(Unanswered.NONE, Unanswered::and);
    List<WriterOutcome> outcomes = clients.stream().map(IngestClient::outcome).toList();
    Optional<String> reason =
        sessionLost.get() ? own.reason() : failure.or(() -> IngestOutcome.nothing(outcomes));
    return new IngestOutcome(
        reason.isPresent() ? Verdict.UNKNOWN : Verdict.PASS,
        reason,
        failure.isPresent() ? Optional.empty() : own.reason(),
        outcomes,
        owed,
        took());
  }

  /**
   * From when the first writer began to when the last one had ended: what whoever reads the journal
   * has for it.
   */
  private Duration took() {
    LongSummaryStatistics began =
        clients.stream().mapToLong(IngestClient::startedMillis).summaryStatistics();
    LongSummaryStatistics ended =
        clients.stream()
            .mapToLong(client -> client.stoppedMillis().orElseGet(clock::millis))
            .summaryStatistics();
    return clients.isEmpty()
        ? Duration.ZERO
        : Duration.ofMillis(Math.max(0, ended.getMax() - began.getMin()));
  }

  /**
   * What has the table take files of each writer, if that is how they write; none else.
   *
   * <p>What processes before have left of these writers' imports is taken away first, and each
   * ledger says how its writer writes from now on.
   */
  private Map<Integer, BulkLoader> loaders(List<Writer> open)
      throws IOException, AccumuloException {
    Map<Integer, BulkLoader> loaders = new TreeMap<>();
    try {
      if (plan.bulk().isPresent()) {
        BulkPlan bulk = plan.bulk().get();
        BulkPlace place = BulkPlace.of(target.connection(), target.tableId(), bulk.directory());
        for (Writer each : open) {
          int number = each.number();
          BulkLoader loader =
              new RFileLoader(target.connection(), target.table(), bulk, place, number);
          for (String left : loader.leftovers(LEFTOVERS)) {
            limit(each.client() + ": " + left);
          }
          loaders.put(number, loader);
        }
      }
      for (Writer each : open) {
        each.ledger().means(plan.bulk().isPresent(), clock.millis());
      }
      return loaders;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      IOException interrupted = new IOException("interrupted", e);
      closeAll(open, interrupted);
      throw interrupted;
    } catch (IOException | AccumuloException | RuntimeException e) {
      closeAll(open, e);
      throw e;
    }
  }

  private static void closeAll(List<Writer> writers, Exception failure) {
    List<java.io.Closeable> opened = new ArrayList<>();
    writers.forEach(
        each -> {
          opened.add(each.ledger());
          opened.add(each.hold());
        });
    Writers.closeAll(opened, failure);
  }

  private Duration grace() {
    return plan.bulk().isPresent() ? BulkSender.PATIENCE.plus(GRACE) : GRACE;
  }

  private Optional<String> runClients(StopSignal own) {
    try {
      new ClientRunner(own, grace()).run(clients, plan.duration());
      return Optional.empty();
    } catch (IngestFailure e) {
      return Optional.of(e.getMessage());
    } catch (Exception e) {
      return Optional.of(e.toString());
    }
  }

  private void checkRoom(List<Writer> writers) {
    for (Writer writer : writers) {
      Position from = writer.ledger().state().acknowledged();
      boolean tooMany =
          plan.entries() != Long.MAX_VALUE
              && new WindowPlan(graph, writer.number()).cannotHold(from, plan.entries());
      if (tooMany) {
        UsageException failure =
            new UsageException(
                "The rows have room for %d windows of each writer, too few for ingest.entries=%d; ask for fewer, or make a table with a wider range of rows"
                    .formatted(graph.windowCapacity(), plan.entries()));
        closeAll(writers, failure);
        throw failure;
      }
    }
  }

  private IngestClient client(
      Writer writer,
      Map<Integer, BulkLoader> loaders,
      Recording recording,
      Optional<Announcer> announcer,
      StopSignal own) {
    OptionalInt imported =
        plan.bulk().isPresent() ? OptionalInt.of(plan.bulk().get().windows()) : OptionalInt.empty();
    WindowPlan windows = new WindowPlan(graph, writer.number(), imported);
    Pace pace = new Pace(plan.rate(), STRETCH, own, nanoClock);
    Batch batch =
        new Batch(
            () -> target.connection().client().createBatchWriter(target.table(), plan.batch()));
    WindowSender live =
        new WindowSender(
            writer,
            new MutationSource(graph, writer.number()),
            windows,
            batch,
            pace,
            plan.retry(),
            recording,
            own);
    announcer.ifPresent(
        to ->
            live.tell(
                new Announcing(
                    graph, writer.number(), plan.announce().orElseThrow(), to::announce)));
    Sender sender =
        loaders.isEmpty()
            ? live
            : new BulkSender(
                writer,
                graph,
                loaders.get(writer.number()),
                live,
                pace,
                plan.retry(),
                recording,
                own,
                Threads.daemons("bulk-import"));
    return new IngestClient(
        writer, windows, sender, pace, pauses(writer), recording, own, plan.entries());
  }

  private Optional<Pauses> pauses(Writer writer) {
    SplittableRandom random =
        new Seed(target.spec().seed()).derive("pauses", writer.number()).random();
    return plan.pauses()
        .map(
            times ->
                new Pauses(
                    times.running(), times.length(), random::nextDouble, nanoClock.getAsLong()));
  }

  private WriterNumbers numbers(Runnable onLost) {
    return WriterNumbers.open(
        target.connection().zookeepers(),
        target.connection().instanceId(),
        target.tableId(),
        ZOOKEEPER_LIMIT,
        onLost);
  }
}
