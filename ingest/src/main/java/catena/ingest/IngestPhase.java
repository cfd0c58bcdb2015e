// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.graph.Graph;
import catena.graph.Position;
import catena.harness.activity.RunContext;
import catena.harness.client.ClientRunner;
import catena.harness.client.Seed;
import catena.ingest.bulk.BulkPlace;
import catena.ingest.bulk.RFileLoader;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.Batch;
import catena.ingest.write.BulkLoader;
import catena.ingest.write.ImportDelivery;
import catena.ingest.write.IngestClient;
import catena.ingest.write.IngestFailure;
import catena.ingest.write.IngestPlan;
import catena.ingest.write.Pace;
import catena.ingest.write.Pauses;
import catena.ingest.write.Recording;
import catena.ingest.write.Sender;
import catena.ingest.write.WindowPlan;
import catena.ingest.write.Writer;
import catena.ingest.write.WriterOutcome;
import catena.read.announce.Announcer;
import catena.records.journal.Event;
import catena.records.latency.Meters;
import catena.records.latency.Unanswered;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;

/** Ingest as one phase of a run; used for one call of {@link #run}. */
public final class IngestPhase {
  /** How many writes are made between two checks of the stop signal. */
  private static final int STRETCH = 500;

  private static final Duration GRACE = Duration.ofSeconds(4);

  /** How long writers that announce rows wait for the first reader. */
  private static final Duration READER_LIMIT = Duration.ofSeconds(60);

  /** Most announced rows that wait for a reader; those without room are left out and counted. */
  private static final int MOST_WAITING = 10_000;

  private final RunContext run;
  private final IngestTarget target;
  private final IngestPlan plan;
  private final Graph graph;
  private final AtomicLong mostInSight = new AtomicLong();
  private volatile List<IngestClient> clients = List.of();
  private volatile boolean over;

  /** A phase that is a part of a run. */
  public IngestPhase(RunContext run, IngestTarget target, IngestPlan plan) {
    this.run = run;
    this.target = target;
    this.plan = plan;
    this.graph = new Graph(target.spec());
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

  /**
   * Writes until every client is done, the time is up or a stop is asked for.
   *
   * @param resumes whether all writers go on that have a ledger in the run directory; else as many
   *     new ones begin as the plan has clients
   * @throws UsageException if the writers cannot begin; nothing was written then
   * @throws IOException if the run directory or ZooKeeper fails before the writers begin
   * @throws InterruptedException if it is interrupted before they begin
   */
  public IngestOutcome run(boolean resumes)
      throws IOException, AccumuloException, AccumuloSecurityException, InterruptedException {
    target.store(run.terminal()::note);
    StopSignal own = run.stop().child(); // the run's is never asked for here
    Writers writers = Writers.of(target, run.directory(), run.clock(), run.name(), own);
    IngestOutcome outcome;
    Meters meters =
        Meters.start(run.directory(), run.journal(), run.clock(), plan.measuring(), true);
    Optional<Announcer> announcer = Optional.empty();
    try (meters) {
      // Before any wait for readers, since they find the table by it.
      target.graphFile().writeTo(run.directory());
      announcer = announcer(own);
      outcome = run(resumes, own, writers, meters, announcer);
    } finally {
      try {
        announcer.ifPresent(Announcer::close);
      } finally {
        writers.giveBack(run.terminal()::note);
      }
    }
    meters.limits().forEach(this::limit);
    List<String> doubts = new ArrayList<>(meters.doubts());
    announcer.ifPresent(
        announcing -> {
          limit(run.name() + ": " + announcing.inWords());
          doubts.addAll(announcing.doubts());
        });
    return outcome.doubted(doubts);
  }

  /** Begins to announce rows, if the plan says so and a reader is there. */
  private Optional<Announcer> announcer(StopSignal own) throws IOException, InterruptedException {
    if (plan.announce() == 0) {
      return Optional.empty();
    }
    Optional<Announcer> announcer = Announcer.start(run, MOST_WAITING, READER_LIMIT, own);
    if (announcer.isEmpty() && !own.asked()) {
      throw new UsageException(
          "ingest.announce is set and no part reads what is announced: let lag begin before, in"
              + " the same phase, or on the same run directory, within "
              + Amounts.span(READER_LIMIT));
    }
    return announcer;
  }

  /** Records what limited the figures, if it was not the servers. */
  private void limit(String words) {
    run.terminal().note(words);
    run.journal().add(new Event.Note(run.clock().millis(), run.name(), words));
  }

  private IngestOutcome run(
      boolean resumes,
      StopSignal own,
      Writers writers,
      Meters meters,
      Optional<Announcer> announcer)
      throws IOException, AccumuloException, InterruptedException {
    if (!resumes) { // before there is a ledger that no process would find again
      checkRoom(Position.ORIGIN);
    }
    List<Writer> open = resumes ? writers.resume() : writers.create(plan.clients());
    Recording recording =
        new Recording(
            run.journal()::add, meters::open, run.terminal()::note, run.clock(), System::nanoTime);
    List<Sender> senders = new ArrayList<>();
    try {
      open.forEach(writer -> checkRoom(writer.ledger().state().acknowledged()));
      Optional<BulkPlace> place = place();
      for (Writer writer : open) {
        recording.open(writer.client(), plan.rate() > 0);
        senders.add(sender(writer, place, recording, announcer, own));
      }
      for (Sender sender : senders) {
        sender.begin();
      }
      clients =
          senders.stream()
              .map(sender -> new IngestClient(sender, pauses(sender.writer()), own, plan.entries()))
              .toList();
    } catch (Throwable e) { // an Error, too: else the numbers stay taken
      Writers.abort(open, e);
      throw e;
    }
    Optional<String> failure = runClients(own);
    over = true;
    Unanswered owed =
        clients.stream().map(IngestClient::unanswered).reduce(Unanswered.NONE, Unanswered::and);
    List<WriterOutcome> outcomes = clients.stream().map(IngestClient::outcome).toList();
    Optional<String> reason =
        writers.sessionLost().or(() -> failure).or(() -> IngestOutcome.nothing(outcomes));
    return new IngestOutcome(
        reason.isPresent() ? Verdict.UNKNOWN : Verdict.PASS,
        reason,
        failure.isPresent() ? Optional.empty() : own.reason(),
        outcomes,
        owed,
        took());
  }

  /**
   * From when the first writer began to when the last one had ended: the same as in the journal.
   */
  private Duration took() {
    LongSummaryStatistics began =
        clients.stream().mapToLong(IngestClient::startedMillis).summaryStatistics();
    LongSummaryStatistics ended =
        clients.stream()
            .mapToLong(client -> client.stoppedMillis().orElseGet(run.clock()::millis))
            .summaryStatistics();
    return clients.isEmpty()
        ? Duration.ZERO
        : Duration.ofMillis(Math.max(0, ended.getMax() - began.getMin()));
  }

  private Optional<String> runClients(StopSignal own) {
    Duration grace = plan.bulk().isPresent() ? ImportDelivery.PATIENCE.plus(GRACE) : GRACE;
    try {
      new ClientRunner(own, grace).run(clients, plan.duration());
      return Optional.empty();
    } catch (IngestFailure e) {
      return Optional.of(e.getMessage());
    } catch (Exception e) {
      return Optional.of(e.toString());
    }
  }

  private void checkRoom(Position from) {
    if (plan.entries() != Long.MAX_VALUE
        && new WindowPlan(graph, 0, false).cannotHold(from, plan.entries())) {
      throw new UsageException(
          "The rows have room for %d windows of each writer, too few for ingest.entries=%d; ask for fewer, or make a table with a wider range of rows"
              .formatted(graph.windowCapacity(), plan.entries()));
    }
  }

  /** Where files lie until they are imported, if writers import. */
  private Optional<BulkPlace> place() throws IOException, AccumuloException {
    return plan.bulk().isEmpty()
        ? Optional.empty()
        : Optional.of(
            BulkPlace.of(target.connection(), target.tableId(), plan.bulk().get().directory()));
  }

  private Sender sender(
      Writer writer,
      Optional<BulkPlace> place,
      Recording recording,
      Optional<Announcer> announcer,
      StopSignal own) {
    Sender sender =
        new Sender(
            writer,
            graph,
            new Batch(() -> target.batchWriter(plan.batch())),
            place.map(where -> loader(where, writer)),
            new Pace(plan.rate(), STRETCH, own, System::nanoTime),
            plan.retry(),
            recording,
            own);
    announcer.ifPresent(
        to ->
            sender.announceTo(
                IngestPlan.announcing(plan.announce(), graph, writer.number(), to::announce)));
    return sender;
  }

  private BulkLoader loader(BulkPlace place, Writer writer) {
    boolean deprecated = plan.bulk().orElseThrow().deprecated();
    return new RFileLoader(target.connection(), target.table(), place, writer.number(), deprecated);
  }

  private Optional<Pauses> pauses(Writer writer) {
    SplittableRandom random =
        new Seed(target.spec().seed()).derive("pauses", writer.number()).random();
    return plan.pauses().map(times -> new Pauses(times, random::nextDouble, System.nanoTime()));
  }
}
