package catena.records.journal;

import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One thing that happened; a line of the journal, its property {@code type} names the record.
 *
 * <p>A new kind of event is a new record here: readers that do not know it skip it and count it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Event.RunStarted.class, name = "RunStarted"),
  @JsonSubTypes.Type(value = Event.RunEnded.class, name = "RunEnded"),
  @JsonSubTypes.Type(value = Event.PhaseStarted.class, name = "PhaseStarted"),
  @JsonSubTypes.Type(value = Event.PhaseEnded.class, name = "PhaseEnded"),
  @JsonSubTypes.Type(value = Event.PartEnded.class, name = "PartEnded"),
  @JsonSubTypes.Type(value = Event.ClientStarted.class, name = "ClientStarted"),
  @JsonSubTypes.Type(value = Event.ClientStopped.class, name = "ClientStopped"),
  @JsonSubTypes.Type(value = Event.Flush.class, name = "Flush"),
  @JsonSubTypes.Type(value = Event.Rejected.class, name = "Rejected"),
  @JsonSubTypes.Type(value = Event.Paused.class, name = "Paused"),
  @JsonSubTypes.Type(value = Event.Continued.class, name = "Continued"),
  @JsonSubTypes.Type(value = Event.FindingSeen.class, name = "FindingSeen"),
  @JsonSubTypes.Type(value = Event.Verified.class, name = "Verified"),
  @JsonSubTypes.Type(value = Event.LedgersRead.class, name = "LedgersRead"),
  @JsonSubTypes.Type(value = Event.ServerLost.class, name = "ServerLost"),
  @JsonSubTypes.Type(value = Event.ServerBack.class, name = "ServerBack"),
  @JsonSubTypes.Type(value = Event.ServerAdded.class, name = "ServerAdded"),
  @JsonSubTypes.Type(value = Event.FaultStarted.class, name = "FaultStarted"),
  @JsonSubTypes.Type(value = Event.FaultDone.class, name = "FaultDone"),
  @JsonSubTypes.Type(value = Event.FaultProven.class, name = "FaultProven"),
  @JsonSubTypes.Type(value = Event.FaultHealed.class, name = "FaultHealed"),
  @JsonSubTypes.Type(value = Event.FaultRecovered.class, name = "FaultRecovered"),
  @JsonSubTypes.Type(value = Event.FaultDoubted.class, name = "FaultDoubted"),
  @JsonSubTypes.Type(value = Event.TabletHosted.class, name = "TabletHosted"),
  @JsonSubTypes.Type(value = Event.TabletGone.class, name = "TabletGone"),
  @JsonSubTypes.Type(value = Event.TableRecreated.class, name = "TableRecreated"),
  @JsonSubTypes.Type(value = Event.ServerLogs.class, name = "ServerLogs"),
  @JsonSubTypes.Type(value = Event.LogsChanged.class, name = "LogsChanged"),
  @JsonSubTypes.Type(value = Event.Throughput.class, name = "Throughput"),
  @JsonSubTypes.Type(value = Event.Unanswered.class, name = "Unanswered"),
  @JsonSubTypes.Type(value = Event.Measured.class, name = "Measured"),
  @JsonSubTypes.Type(value = Event.WorkerJoined.class, name = "WorkerJoined"),
  @JsonSubTypes.Type(value = Event.WorkerBegan.class, name = "WorkerBegan"),
  @JsonSubTypes.Type(value = Event.WorkerUnseen.class, name = "WorkerUnseen"),
  @JsonSubTypes.Type(value = Event.WorkerSeen.class, name = "WorkerSeen"),
  @JsonSubTypes.Type(value = Event.WorkerLost.class, name = "WorkerLost"),
  @JsonSubTypes.Type(value = Event.Note.class, name = "Note")
})
public sealed interface Event {
  /** Wall clock, milliseconds since 1970. */
  long at();

  /** Which client or part of the run says so. */
  String client();

  private static String orEmpty(String said) {
    return said == null ? "" : said;
  }

  /** The run began. */
  record RunStarted(long at, String client, String scenario) implements Event {}

  /** The run ended. */
  record RunEnded(long at, String client, Verdict verdict) implements Event {}

  /** A phase of the scenario began. */
  record PhaseStarted(long at, String client, String phase) implements Event {
    /** What a damaged journal does not say is empty. */
    public PhaseStarted {
      phase = orEmpty(phase);
    }
  }

  /** A phase of the scenario ended. */
  record PhaseEnded(long at, String client, String phase, String reason) implements Event {
    /** What a damaged journal does not say is empty. */
    public PhaseEnded {
      phase = orEmpty(phase);
      reason = orEmpty(reason);
    }
  }

  /**
   * A part of a run has come to its end.
   *
   * @param part its name: {@code ingest}, or {@code ingest-2} for a second one
   * @param verdict of this part alone
   * @param reasons why it is no pass, or what a pass does not cover; one sentence each
   */
  record PartEnded(long at, String client, String part, Verdict verdict, List<String> reasons)
      implements Event {
    /** What a damaged journal does not say is empty, and in doubt. */
    public PartEnded {
      part = orEmpty(part);
      verdict = verdict == null ? Verdict.UNKNOWN : verdict;
      reasons = reasons == null ? List.of() : List.copyOf(reasons);
    }
  }

  /** A client began its work. */
  record ClientStarted(long at, String client, String what) implements Event {}

  /** A client ended its work. */
  record ClientStopped(long at, String client, String reason) implements Event {}

  /**
   * A window was acknowledged.
   *
   * @param entries writes of this window that put an entry
   * @param deletes writes of this window that delete one
   * @param durationNanos from sending to acknowledgement
   * @param sinceLastNanos from the acknowledgement before to this one
   */
  record Flush(
      long at,
      String client,
      int writer,
      long block,
      int step,
      long entries,
      long deletes,
      long durationNanos,
      long sinceLastNanos)
      implements Event {
    /**
     * When its writes began to go out, wall clock in milliseconds: from the acknowledgement before
     * on, long before the flush was called.
     */
    public long beganAt() {
      return at - TimeUnit.NANOSECONDS.toMillis(Math.max(durationNanos, sinceLastNanos));
    }
  }

  /**
   * What a client got done in an interval that ended now.
   *
   * @param writes whether these are windows of a writer, each of which has a {@link Flush} of its
   *     own; else what a reader read
   * @param seconds how long the interval was
   * @param bytes of the keys and values that were read
   * @param cpuRatio CPU time of the client's own thread for each second
   * @param lateSeconds how late behind its schedule an operation began at most, or how long the
   *     next one had been due at the end of the interval, whichever is more
   * @param counts how many of the rows came in each second of the interval, from its begin on, the
   *     last of which may be cut off; of a writer, how many writes it handed to its batch writer in
   *     each second, which are not acknowledged yet; empty where it is not known: of intervals of
   *     more than ten minutes, and in journals of older versions
   */
  record Throughput(
      long at,
      String client,
      boolean writes,
      double seconds,
      long operations,
      long rows,
      long entries,
      long bytes,
      double cpuRatio,
      double lateSeconds,
      List<Long> counts)
      implements Event {
    /** Copies the counts; what an older journal does not say is empty. */
    public Throughput {
      counts = counts == null ? List.of() : List.copyOf(counts);
    }

    /** Without a count for each second. */
    public Throughput(
        long at,
        String client,
        boolean writes,
        double seconds,
        long operations,
        long rows,
        long entries,
        long bytes,
        double cpuRatio,
        double lateSeconds) {
      this(
          at,
          client,
          writes,
          seconds,
          operations,
          rows,
          entries,
          bytes,
          cpuRatio,
          lateSeconds,
          List.of());
    }

    /** When the interval began, wall clock in milliseconds. */
    public long beganAt() {
      return at - Math.round(1000 * seconds);
    }
  }

  /**
   * What had become of a client's operations that were due when its phase ended; {@code at} is that
   * moment, and the event may stand some seconds later in the journal. The three counts together
   * are what was due by then, if a rate was asked for.
   *
   * @param operation its tag in the latency logs: {@code lookup}
   * @param answered operations that were answered in the whole phase
   * @param underWay operations that were begun, and not answered until they were given up
   * @param neverBegun operations that were to begin before the end and did not
   * @param oldestSeconds how long before the end the oldest of those not answered was to begin; 0
   *     without any
   */
  record Unanswered(
      long at,
      String client,
      String operation,
      long answered,
      long underWay,
      long neverBegun,
      double oldestSeconds)
      implements Event {
    /** What a damaged journal does not say is empty. */
    public Unanswered {
      operation = orEmpty(operation);
    }
  }

  /**
   * A window was not acknowledged and will be sent again.
   *
   * @param attempt from 1
   * @param backoffMillis until the next attempt
   */
  record Rejected(
      long at, String client, int writer, String reason, int attempt, long backoffMillis)
      implements Event {}

  /** A client pauses, as its settings say. */
  record Paused(long at, String client, long forMillis) implements Event {}

  /** A client carries on after a pause. */
  record Continued(long at, String client) implements Event {}

  /** Something is wrong with the data. */
  record FindingSeen(long at, String client, Finding finding) implements Event {
    /** Refuses what names no finding. */
    public FindingSeen {
      Objects.requireNonNull(finding);
    }
  }

  /**
   * A verification has come to its end.
   *
   * @param words why it came to this, or what was compared, in a sentence
   */
  record Verified(long at, String client, Verdict verdict, String words) implements Event {
    /** Refuses what is no verdict; what a damaged journal does not say is empty. */
    public Verified {
      Objects.requireNonNull(verdict);
      words = orEmpty(words);
    }

    /** In a line, for a person. */
    public String inWords() {
      return client + ": " + verdict + (words.isEmpty() ? "" : ", " + words);
    }
  }

  /** A server is gone. */
  record ServerLost(long at, String client, String role, String server) implements Event {
    /** What a damaged journal does not say is empty. */
    public ServerLost {
      role = orEmpty(role);
      server = orEmpty(server);
    }
  }

  /** A server is there, for the first time or again. */
  record ServerBack(long at, String client, String role, String server) implements Event {
    /** What a damaged journal does not say is empty. */
    public ServerBack {
      role = orEmpty(role);
      server = orEmpty(server);
    }
  }

  /**
   * A server was added to the cluster, or has come a step further since.
   *
   * @param server {@code tserver-3}, with {@code @host:port} once that is known
   * @param step {@code begun}, {@code registered}, {@code hosting} or {@code balanced}
   */
  record ServerAdded(long at, String client, String role, String server, String step)
      implements Event {
    /** What a damaged journal does not say is empty. */
    public ServerAdded {
      role = orEmpty(role);
      server = orEmpty(server);
      step = orEmpty(step);
    }

    /** In a line, for a person. */
    public String inWords() {
      return switch (step) {
        case "begun" -> "adding " + server;
        case "registered" -> server + " is registered";
        case "hosting" -> server + " hosts its first tablet";
        case "balanced" -> "the tablets are balanced with " + server;
        default -> server + ": " + step;
      };
    }
  }

  /** Tells of a fault. */
  sealed interface OfFault extends Event {
    /** The number of none: what is told is of the agitation as a whole. */
    int NONE = 0;

    /** Which one, from 1, in the order of the plan. */
    int id();
  }

  /**
   * A fault is about to be planted.
   *
   * @param id of the fault, from 1, in the order of the plan; the events below carry it again
   * @param targets what it hits: servers as {@code tserver-1@host:port} where the address is known,
   *     hosts, tables
   * @param intendedAt when the plan wanted it, wall clock
   */
  record FaultStarted(
      long at, String client, int id, String fault, List<String> targets, long intendedAt)
      implements OfFault {
    /** Copies the targets; what a damaged journal does not say is empty. */
    public FaultStarted {
      fault = orEmpty(fault);
      targets = targets == null ? List.of() : List.copyOf(targets);
    }
  }

  /** What plants the fault has returned; whether it hit is not known yet. */
  record FaultDone(long at, String client, int id) implements OfFault {}

  /** The fault was seen to have hit. */
  record FaultProven(long at, String client, int id, String evidence) implements OfFault {}

  /** What heals the fault has returned. */
  record FaultHealed(long at, String client, int id, String outcome) implements OfFault {}

  /**
   * The cluster is whole again after the fault.
   *
   * @param measures numbers by name, the unit last: {@code rehost.s}, {@code log.bytes}
   */
  record FaultRecovered(long at, String client, int id, SortedMap<String, Double> measures)
      implements OfFault {
    /** What an older or damaged journal does not say is empty. */
    public FaultRecovered {
      measures = measures == null ? new TreeMap<>() : measures;
    }
  }

  /**
   * The fault did not go as planned, so that the run proves nothing.
   *
   * @param step what failed: prove, heal or recover; watch, where it is of no fault
   */
  record FaultDoubted(long at, String client, int id, String step, String reason)
      implements OfFault {}

  /**
   * A tablet has another host, or none.
   *
   * @param tablet the table's id, a semicolon and the tablet's last row; {@code <} for the last
   *     tablet of the table
   * @param server host and port; empty as long as nobody hosts it
   * @param logs write-ahead logs that the tablet needs, where they could be seen
   */
  record TabletHosted(
      long at, String client, String tablet, Optional<String> server, List<String> logs)
      implements Event {
    /** Copies the logs; what a damaged journal does not say is empty. */
    public TabletHosted {
      tablet = orEmpty(tablet);
      server = server == null ? Optional.empty() : server;
      logs = logs == null ? List.of() : List.copyOf(logs);
    }
  }

  /** A tablet is no more: split, merged away, or deleted with its table. */
  record TabletGone(long at, String client, String tablet) implements Event {
    /** What a damaged journal does not say is empty. */
    public TabletGone {
      tablet = orEmpty(tablet);
    }
  }

  /**
   * A tablet server writes other write-ahead logs than before.
   *
   * @param server host and port
   * @param logs all that it may still need
   */
  record ServerLogs(long at, String client, String server, List<String> logs) implements Event {
    /** Copies the logs; what a damaged journal does not say is empty. */
    public ServerLogs {
      server = orEmpty(server);
      logs = logs == null ? List.of() : List.copyOf(logs);
    }
  }

  /**
   * Of the write-ahead logs that a tablet server may still need some came or went.
   *
   * @param server host and port; all of its logs were told by an earlier {@link ServerLogs}
   */
  record LogsChanged(long at, String client, String server, List<String> added, List<String> gone)
      implements Event {
    /** Copies the logs; what a damaged journal does not say is empty. */
    public LogsChanged {
      server = orEmpty(server);
      added = added == null ? List.of() : List.copyOf(added);
      gone = gone == null ? List.of() : List.copyOf(gone);
    }
  }

  /**
   * The run's table, with all that this run had written and verified, was deleted and made anew.
   *
   * @param table its name
   */
  record TableRecreated(long at, String client, String table) implements Event {
    /** What a damaged journal does not say is empty. */
    public TableRecreated {
      table = orEmpty(table);
    }
  }

  /** Numbers by name; readers of older versions told their {@link Throughput} so. */
  record Measured(long at, String client, String what, SortedMap<String, Double> values)
      implements Event {
    /** What an older or damaged journal does not say is empty. */
    public Measured {
      values = values == null ? new TreeMap<>() : values;
    }
  }

  /** Tells of a worker of a fleet. */
  sealed interface OfWorker extends Event {
    /** Its slot, a dash and its attempt: {@code 3-1}. */
    String worker();
  }

  /**
   * A worker takes part.
   *
   * @param offsetMillis what is to be added to its host's clock to have that of ZooKeeper's leader
   * @param roundTripMillis of the question that said so; the offset is wrong by half of it at most
   * @param epoch of that leader
   */
  record WorkerJoined(
      long at,
      String client,
      String worker,
      String host,
      long pid,
      double offsetMillis,
      double roundTripMillis,
      long epoch)
      implements OfWorker {
    /** What a damaged journal does not say is empty. */
    public WorkerJoined {
      worker = orEmpty(worker);
      host = orEmpty(host);
    }
  }

  /**
   * A worker began its parts of a phase; it says so itself.
   *
   * @param generation of the order, which tells phases of equal words apart
   * @param phase in a word or a few
   * @param lateMillis after the time that was named, by the clock of ZooKeeper's leader as far as
   *     the worker knows it
   * @param joinedLate whether it came when the phase was going on, so that it could not be in time
   */
  record WorkerBegan(
      long at,
      String client,
      String worker,
      int generation,
      String phase,
      double lateMillis,
      boolean joinedLate)
      implements OfWorker {
    /** What a damaged journal does not say is empty. */
    public WorkerBegan {
      worker = orEmpty(worker);
      phase = orEmpty(phase);
    }
  }

  /** A worker's session with ZooKeeper is over; it may come back. */
  record WorkerUnseen(long at, String client, String worker) implements OfWorker {
    /** What a damaged journal does not say is empty. */
    public WorkerUnseen {
      worker = orEmpty(worker);
    }
  }

  /** A worker that was unseen is there again. */
  record WorkerSeen(long at, String client, String worker, double afterSeconds)
      implements OfWorker {
    /** What a damaged journal does not say is empty. */
    public WorkerSeen {
      worker = orEmpty(worker);
    }
  }

  /**
   * A worker died, or was given up. What it had not acknowledged is indeterminate.
   *
   * @param reason how that is known, in words
   * @param then what follows from it: {@code go-on}, {@code replace} or {@code stop}
   */
  record WorkerLost(long at, String client, String worker, String reason, String then)
      implements OfWorker {
    /** What a damaged journal does not say is empty. */
    public WorkerLost {
      worker = orEmpty(worker);
      reason = orEmpty(reason);
      then = orEmpty(then);
    }
  }

  /**
   * A part judged a table by the ledgers of other runs: what befell its writes is in their files.
   *
   * @param runs their directories, each as a URI
   */
  record LedgersRead(long at, String client, List<String> runs) implements Event {
    /** What a damaged journal does not say is empty. */
    public LedgersRead {
      runs = runs == null ? List.of() : List.copyOf(runs);
    }
  }

  /** Anything else that a person should read. */
  record Note(long at, String client, String text) implements Event {
    /** What a damaged journal does not say is empty. */
    public Note {
      text = orEmpty(text);
    }
  }
}
