package catena.harness.read;

import catena.harness.client.Client;
import catena.harness.client.ClientRunner;
import catena.harness.client.PartOutcome;
import catena.harness.client.StopSignal;
import catena.harness.command.Progress;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.latency.Meters;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Reading as one phase of a run, whatever the way of reading; used for one call of {@link #run}.
 */
public final class ReadPhase {
  private static final Logger LOG = LogManager.getLogger(ReadPhase.class);
  private static final Duration GRACE = Duration.ofSeconds(4);

  /**
   * What a phase reads and writes.
   *
   * @param name of the phase: the clients' names begin with it
   * @param settings those of the activity
   * @param runs whose ledgers say what must be seen
   * @param directory takes latencies
   * @param seed of all that the clients draw
   */
  public record Request(
      String name,
      ReadTarget target,
      Settings settings,
      List<RunDirectory> runs,
      RunDirectory directory,
      Journal journal,
      Terminal terminal,
      Clock clock,
      long seed) {
    /** Copies the runs. */
    public Request {
      runs = List.copyOf(runs);
    }
  }

  /** A way of reading. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Makes one operation, if there is still something to do.
     *
     * @return whether there is more to do
     * @throws Exception as the table's scanners throw it
     */
    boolean step() throws Exception;

    /** Lets go of what it holds; called once, after the last step. */
    default void close() {
      // most hold nothing
    }
  }

  /** Makes readers. */
  @FunctionalInterface
  public interface Readers {
    /** A new reader. */
    Reader at(Seat seat) throws Exception;
  }

  private final Request request;
  private final String operations;
  private final Readers readers;
  private final PaceSettings.Pace pace;
  private final List<Seat> seats = new ArrayList<>();

  /**
   * A phase of one activity.
   *
   * @throws catena.harness.command.UsageException if the settings contradict one another
   */
  public ReadPhase(ReadActivity activity, Request request) {
    this.request = request;
    this.operations = activity.operations();
    this.readers = activity.readers(request.settings);
    this.pace = activity.pace().pace(request.settings);
  }

  /** Operations so far; for any thread. */
  public long done() {
    List<Seat> now;
    synchronized (seats) {
      now = List.copyOf(seats);
    }
    return now.stream().mapToLong(seat -> seat.tally().get(ReadCount.READS)).sum();
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
   * @throws catena.harness.command.UsageException if a ledger belongs to another table; nothing was
   *     read then
   * @throws Exception if the run directory fails before the clients begin
   */
  @SuppressWarnings("try") // the progress shows itself
  public PartOutcome run(StopSignal stop) throws Exception {
    Reading reading =
        Reading.of(
            request.target,
            request.settings,
            request.runs,
            request.journal,
            request.terminal,
            request.clock);
    StopSignal own = stop.child();
    Meters meters =
        Meters.start(
            request.directory,
            request.journal,
            request.clock,
            request.settings.get(Meters.INTERVAL));
    List<String> doubts = new ArrayList<>();
    reading.rereads().start();
    try (meters;
        Progress progress = progress()) {
      List<Client> clients = clients(reading, meters, own);
      runClients(clients, own).ifPresent(doubts::add);
    } finally {
      reading.rereads().finish(stop).ifPresent(doubts::add);
    }
    ReadTally tally = new ReadTally();
    seats.forEach(seat -> tally.addAll(seat.tally()));
    doubts.addAll(meters.doubts());
    return new ReadOutcome(request.name, operations, reading, tally, meters, doubts).outcome();
  }

  private Progress progress() {
    return Progress.start(
        request.terminal, request.name, operations, total(), pace.duration(), this::done);
  }

  private List<Client> clients(Reading reading, Meters meters, StopSignal own) throws Exception {
    SplittableRandom random = new SplittableRandom(request.seed ^ request.name.hashCode());
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < pace.clients(); i++) {
      String name = request.name + "-" + i;
      Seat seat =
          new Seat(
              name,
              reading,
              meters.open(name),
              own,
              random.split(),
              new Turns(pace, own, reading.nanoClock()));
      synchronized (seats) {
        seats.add(seat);
      }
      clients.add(new ReadClient(seat, readers.at(seat)));
    }
    return clients;
  }

  private Optional<String> runClients(List<Client> clients, StopSignal own) {
    try {
      new ClientRunner(own, GRACE).run(clients, pace.duration());
      return Optional.empty();
    } catch (ReadFailure e) {
      LOG.debug("reading was broken off", e);
      return Optional.of(e.getMessage());
    } catch (Exception e) {
      LOG.error("reading was broken off", e);
      return Optional.of("Reading was broken off: " + e);
    }
  }

  /** Runs a reader as a client: timeouts are made again, other trouble is put in words. */
  private final class ReadClient implements Client {
    private final Seat seat;
    private final Reader reader;
    private boolean begun;
    private String reason = "done";

    ReadClient(Seat seat, Reader reader) {
      this.seat = seat;
      this.reader = reader;
    }

    @Override
    public String name() {
      return seat.client();
    }

    @Override
    public boolean step() throws Exception {
      if (!begun) {
        begun = true;
        note(new Event.ClientStarted(now(), name(), operations));
      }
      try {
        return reader.step();
      } catch (Exception e) {
        if (seat.stop().asked()) {
          return false;
        }
        reason = ReadTrouble.inWords(request.target.table(), e);
        throw new ReadFailure(reason, e);
      }
    }

    private long now() {
      return request.clock.millis();
    }

    private void note(Event event) {
      request.journal.add(event);
    }

    @Override
    public void close() throws IOException {
      reader.close();
      String why = reason.equals("done") ? seat.stop().reason().orElse(reason) : reason;
      note(new Event.ClientStopped(now(), name(), why));
    }
  }
}
