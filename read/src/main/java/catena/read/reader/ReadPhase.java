// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.harness.client.Client;
import catena.harness.client.ClientRunner;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.read.check.TransientDifferences;
import catena.read.settle.RereadThread;
import catena.records.history.Span;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.Measuring;
import catena.records.latency.Meters;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Reading as one phase of a run, whatever the way of reading; used for one call of {@link #run}.
 */
public final class ReadPhase {
  private static final Logger LOG = LogManager.getLogger(ReadPhase.class);
  private static final Duration GRACE = Duration.ofSeconds(4);

  /** A way of reading: what is read next, and how the result is used. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Finds out what the next operation reads, and waits for it if need be.
     *
     * @return whether there is anything to read
     * @throws Exception as the table's scanners throw it
     */
    default boolean isReady() throws Exception {
      return true; // some always have something
    }

    /**
     * Makes the operation.
     *
     * @param due when it was to begin, on the client's clock
     * @return whether there may be more to do
     * @throws Exception as the table's scanners throw it
     */
    boolean read(long due) throws Exception;

    /**
     * Releases what it holds; called once, after the last step.
     *
     * @throws Exception if something that was read could not be judged
     */
    default void close() throws Exception {
      // most hold nothing
    }
  }

  private final ReadWork.ReadTerms terms;
  private final ReadActivity activity;
  private final PaceSettings.Pace pace;
  private final RunDirectory directory;
  private final Journal journal;
  private final Runnable onFault;
  private volatile Optional<ReadWork> work = Optional.empty();

  /** Begin of the first client and end of the last, as in the journal; guarded by this. */
  private Optional<Span> atWork = Optional.empty();

  /**
   * A phase of one activity.
   *
   * @param directory takes latencies
   * @param journal takes what is measured
   * @param onFault run with each finding that is a fault, by any thread
   * @throws catena.records.words.UsageException if the settings contradict one another
   */
  public ReadPhase(
      ReadActivity activity,
      ReadWork.ReadTerms terms,
      RunDirectory directory,
      Journal journal,
      Runnable onFault) {
    this.terms = terms;
    this.activity = activity;
    this.directory = directory;
    this.journal = journal;
    this.onFault = onFault;
    this.pace = activity.pace(terms.settings());
    var unused = activity.readers(terms.settings());
  }

  /** Operations so far; for any thread. */
  public long done() {
    return work.map(ReadWork::done).orElse(0L);
  }

  /** How many operations there will be, if that is known. */
  private OptionalLong total() {
    long each = pace.count();
    return each >= Long.MAX_VALUE / pace.clients()
        ? OptionalLong.empty()
        : OptionalLong.of(each * pace.clients());
  }

  /**
   * Reads until every client is done, the time is up or a stop is asked for.
   *
   * @param stop asked from outside; not asked by this phase, whatever happens in it
   * @throws catena.records.words.UsageException if a run or a ledger belongs to another table;
   *     nothing was read then
   * @throws Exception if the run directory fails before the clients begin
   */
  public PartOutcome run(StopSignal stop) throws Exception {
    ReadWork begun = new ReadWork(activity, terms.reportingTo(this::journal));
    work = Optional.of(begun);
    Measuring measuring = Measuring.of(terms.settings());
    Meters meters = Meters.start(directory, journal, terms.clock(), measuring, false);
    List<String> doubts = new ArrayList<>();
    RereadThread rereads = begun.onThread();
    rereads.start();
    read(begun, rereads, meters, stop, doubts);
    doubts.addAll(meters.doubts());
    return begun.outcome(doubts, facts(meters));
  }

  private void journal(Event event) {
    terms.events().accept(event);
    if (event instanceof Event.ClientStarted || event instanceof Event.ClientStopped) {
      atWork(new Span(event.at(), event.at()));
    }
    if (event instanceof Event.FindingSeen seen && passing().isFault(seen.finding().kind())) {
      onFault.run();
    }
  }

  private synchronized void atWork(Span moment) {
    atWork = Optional.of(atWork.map(moment::with).orElse(moment));
  }

  private synchronized Duration took() {
    return atWork.map(Span::duration).orElse(Duration.ZERO);
  }

  private TransientDifferences passing() {
    return ReadSettings.passing(terms.settings());
  }

  private void read(
      ReadWork begun, RereadThread rereads, Meters meters, StopSignal stop, List<String> doubts)
      throws Exception {
    StopSignal own = stop.child();
    try (meters;
        Progress progress = progress()) {
      List<Client> clients = begun.clients(meters::open, ReadPhase::background, own);
      runClients(clients, own).ifPresent(doubts::add);
      progress.took(took());
      begun.noteUnanswered();
    } catch (IOException e) {
      LOG.error("reading was not measured to the end", e);
      doubts.add("Reading could not be measured: " + Reasons.of(e));
    } finally {
      rereads.finish(stop).ifPresent(doubts::add);
    }
  }

  private Progress progress() {
    return Progress.start(
        terms.terminal(),
        ProgressTask.of(terms.name(), activity.operations(), this::done)
            .upTo(total())
            .within(pace.duration())
            .answeredBy(ProgressTask.Replies.of("no answer", this::done))
            .timedAs(() -> work.flatMap(ReadWork::tag)));
  }

  private static ExecutorService background(String thread) {
    return Executors.newSingleThreadExecutor(Threads.daemons(thread));
  }

  /** Runs the clients; what ends them early is a doubt, and what they have found stays found. */
  private Optional<String> runClients(List<Client> clients, StopSignal own) {
    try {
      new ClientRunner(own, GRACE).run(clients, pace.duration());
      return Optional.empty();
    } catch (ReadFailure e) {
      LOG.debug("reading was broken off", e);
      return Optional.of(e.getMessage());
    } catch (Throwable e) { // an Error is no reason to lose what was found
      LOG.error("reading was broken off", e);
      return Optional.of("Reading was broken off: " + e);
    }
  }

  private List<String> facts(Meters meters) {
    List<String> facts = new ArrayList<>();
    List<String> rates = meters.rates().lines(activity.operations(), took());
    facts.add(terms.name() + ": " + rates.get(0));
    rates.stream().skip(1).forEach(facts::add);
    facts.addAll(meters.latencies());
    facts.addAll(meters.limits());
    return facts;
  }
}
