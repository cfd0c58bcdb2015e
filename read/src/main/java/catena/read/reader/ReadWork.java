// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.harness.activity.RunContext;
import catena.harness.client.Client;
import catena.harness.client.Seed;
import catena.harness.command.Terminal;
import catena.read.check.Count;
import catena.read.check.CurrentLedgers;
import catena.read.check.FindingEvidence;
import catena.read.check.LivePromise;
import catena.read.check.SeenFindings;
import catena.read.check.View;
import catena.read.settle.ReadTally;
import catena.read.settle.ReaderSettler;
import catena.read.settle.RereadAccount;
import catena.read.settle.RereadThread;
import catena.read.settle.Settler;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.Meter;
import catena.records.latency.Unanswered;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * The work of one reading phase, without its own threads: clients and re-reading, both in steps,
 * and their outcome. {@link ReadPhase} gives them threads; a caller that needs all steps in its own
 * order takes the steps itself.
 */
public final class ReadWork {
  /**
   * What a phase reads and writes.
   *
   * @param name of the phase: the clients' names begin with it
   * @param settings those of the activity
   * @param runs whose ledgers say what must be seen
   * @param events receives the events of the clients
   * @param nanoClock the monotonic clock
   * @param seed of all that the clients draw
   */
  public record ReadTerms(
      String name,
      ReadTarget target,
      Settings settings,
      List<RunDirectory> runs,
      Consumer<Event> events,
      Terminal terminal,
      Clock clock,
      LongSupplier nanoClock,
      long seed) {
    /** Copies the runs. */
    public ReadTerms {
      runs = List.copyOf(runs);
    }

    /** What a part of a run reads, and writes into its journal. */
    public static ReadTerms of(RunContext run, ReadTarget target, Settings settings) {
      return new ReadTerms(
          run.name(),
          target,
          settings,
          run.ledgers(),
          run.journal()::add,
          run.terminal(),
          run.clock(),
          System::nanoTime,
          run.seed());
    }

    /** The same with another receiver of the clients' events. */
    ReadTerms reportingTo(Consumer<Event> other) {
      return new ReadTerms(name, target, settings, runs, other, terminal, clock, nanoClock, seed);
    }
  }

  private final ReadActivity activity;
  private final ReadTerms terms;
  private final PaceSettings.Pace pace;
  private final Optional<LivePromise> promise;
  private final List<View> views;
  private final SeenFindings findings;
  private final ReaderSettler settler;
  private final List<ReaderContext> contexts = new ArrayList<>();
  private Unanswered unanswered = Unanswered.NONE;

  /**
   * The work of one activity; the ledgers are read now.
   *
   * @throws catena.records.words.UsageException if the settings contradict one another, or a run or
   *     a ledger belongs to another table
   */
  public ReadWork(ReadActivity activity, ReadTerms terms) throws IOException {
    this.activity = activity;
    this.terms = terms;
    ReadTarget target = terms.target;
    target.check(terms.runs);
    Settings settings = terms.settings;
    this.promise =
        target.graph().isPresent()
            ? Optional.of(new LivePromise(target.ledgers(terms.runs), terms.nanoClock))
            : Optional.empty();
    this.findings =
        new SeenFindings(
            promise.map(live -> new FindingEvidence(target.graph().get(), live::last, live)),
            terms.events,
            terms.terminal,
            settings.get(ReadSettings.PRINTED));
    Settler rules =
        new Settler(
            target.graph(),
            promise.<CurrentLedgers>map(live -> live).orElse(CurrentLedgers.none()),
            ReadSettings.passing(settings),
            target.view(target.user()),
            terms.clock);
    this.settler =
        new ReaderSettler(
            rules,
            findings,
            new RereadAccount(),
            settings.get(ReadSettings.REREAD_LIMIT),
            terms.clock,
            terms.nanoClock);
    this.views = target.sets().stream().map(target::view).toList();
    this.pace = activity.pace(settings);
  }

  /** What the phase reads and writes. */
  ReadTerms terms() {
    return terms;
  }

  /** What is read. */
  ReadTarget target() {
    return terms.target;
  }

  /** What the ledgers promise; empty for a table without a graph. */
  Optional<LivePromise> promise() {
    return promise;
  }

  /** The table as it is seen with each set of authorizations. */
  List<View> views() {
    return views;
  }

  /** What was found so far. */
  SeenFindings findings() {
    return findings;
  }

  /** Takes rows that differ; the driver of the phase takes its steps. */
  ReaderSettler settler() {
    return settler;
  }

  /**
   * The clients; called once.
   *
   * @param meters makes the meter of a client, given the client's name
   * @param background makes the thread of this name that runs what a client reads in advance, one
   *     after the other; the client shuts it down
   * @param stop asked when they are to end
   */
  public List<Client> clients(
      FailableFunction<String, Meter, IOException> meters,
      Function<String, ExecutorService> background,
      StopSignal stop)
      throws Exception {
    FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers =
        activity.readers(terms.settings);
    SplittableRandom random = new Seed(terms.seed).derive(terms.name, 0).random();
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < pace.clients(); i++) {
      String name = ClientName.reader(terms.name, i);
      OperationSchedule turns = new OperationSchedule(pace, stop, terms.nanoClock);
      ReaderContext context =
          new ReaderContext(
              name, this, meters.apply(name), background, stop, random.split(), turns);
      synchronized (contexts) {
        contexts.add(context);
      }
      clients.add(new ReadClient(context, readers.apply(context)));
    }
    return clients;
  }

  /**
   * Records, in latencies and events, which operations were due or under way when the clients were
   * to end, and were not answered; once, after they have ended and before their meters are closed.
   */
  public void noteUnanswered() {
    for (ReaderContext context : contexts()) {
      unanswered = unanswered.and(context.atEnd());
    }
  }

  private List<ReaderContext> contexts() {
    synchronized (contexts) {
      return List.copyOf(contexts);
    }
  }

  /** Operations so far; for any thread. */
  public long done() {
    return contexts().stream().mapToLong(context -> context.tally().get(Count.READS)).sum();
  }

  /** The tag of the operations' latencies, once it is known; for any thread. */
  Optional<String> tag() {
    return contexts().stream().flatMap(context -> context.tag().stream()).findFirst();
  }

  /**
   * Reads rows again whose time has come, unless a thread does that.
   *
   * @return whether there were any
   * @throws Exception as the lookups throw it, and as the ledgers do; what is not settled is a
   *     doubt in the end
   */
  public boolean reread() throws Exception {
    return settler.step(Duration.ZERO);
  }

  /** Whether no row waits to be read again. */
  public boolean isSettled() {
    return settler.isEmpty();
  }

  /** A thread, still to be started, that reads rows again. */
  RereadThread onThread() {
    Duration limit = terms.settings.get(ReadSettings.REREAD_LIMIT);
    return new RereadThread(settler, limit, RereadThread.AFTER_STOP, terms.nanoClock);
  }

  /**
   * The outcome, once the clients have ended; rows that were not read again to the end are given
   * up.
   *
   * @param doubts why it is not whole
   * @param facts lines for the summary
   */
  public PartOutcome outcome(List<String> doubts, List<String> facts) {
    settler.giveUpAll("it was not done");
    List<String> all = new ArrayList<>(doubts);
    all.addAll(settler.account().doubts());
    ReadTally tally = new ReadTally();
    contexts.forEach(context -> tally.addAll(context.tally()));
    settler.account().addTo(tally);
    List<String> lines = new ArrayList<>(facts);
    unanswered.inWords(activity.operations()).ifPresent(lines::add);
    if (unanswered.isNotable()) {
      tally.add(Count.NEVER_BEGUN, unanswered.neverBegun());
      tally.add(Count.UNDER_WAY, unanswered.underWay());
    }
    return new ReadOutcome(activity.operations(), this, tally, all, lines).outcome();
  }

  /**
   * Runs a reader as a client, and puts its failures in words. Only a read that a stop broke off is
   * no failure: whatever goes wrong while rows are judged is a doubt, also after a stop.
   */
  private final class ReadClient implements Client {
    private final ReaderContext context;
    private final ReadPhase.Reader reader;
    private boolean begun;
    private String reason = Event.ClientStopped.DONE;

    ReadClient(ReaderContext context, ReadPhase.Reader reader) {
      this.context = context;
      this.reader = reader;
    }

    @Override
    public String name() {
      return context.client();
    }

    @Override
    public boolean step() throws Exception {
      if (!begun) {
        begun = true;
        terms.events.accept(
            new Event.ClientStarted(terms.clock.millis(), name(), activity.operations()));
      }
      try {
        boolean more = reader.isReady() && read();
        if (!more && !context.stop().asked()) {
          context.turns().over();
        }
        return more;
      } catch (ReadFailure.Stopped e) {
        return false;
      } catch (Exception e) {
        throw failure(e);
      }
    }

    /** One operation, when its turn has come; none if there is no further turn. */
    private boolean read() throws Exception {
      OptionalLong due = context.turns().next();
      return due.isPresent() && reader.read(due.getAsLong());
    }

    private ReadFailure failure(Exception e) {
      if (e instanceof ReadFailure failure) {
        reason = failure.getMessage();
        return failure;
      }
      ReadFailure why = ReadFailure.of(context.target().table(), e);
      reason = why.getMessage();
      return why;
    }

    @Override
    public void close() throws Exception {
      try {
        reader.close();
      } catch (ReadFailure.Stopped e) {
        // a read in advance owes nothing before it is answered
      } catch (Exception e) {
        throw failure(e);
      } finally {
        String why =
            reason.equals(Event.ClientStopped.DONE)
                ? context.stop().reason().orElse(reason)
                : reason;
        terms.events.accept(new Event.ClientStopped(terms.clock.millis(), name(), why));
      }
    }
  }
}
