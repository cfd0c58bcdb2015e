// SPDX-License-Identifier: Apache-2.0
package catena.records.journal;

import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;

/**
 * One thing that happened; a line of the journal, its property {@code type} names the record.
 *
 * <p>A new kind of event is a new record here: readers that do not know it skip it and count it.
 * What a damaged or older journal does not say is empty, be it words, a list or numbers by name.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface Event {
  /** Wall clock, milliseconds since 1970. */
  long at();

  /** Which client or part of the run says so. */
  String client();

  /** The run began. */
  record RunStarted(long at, String client, String scenario) implements Event {}

  /** The run ended. */
  record RunEnded(long at, String client, Verdict verdict) implements Event {}

  /** A phase of the scenario began. */
  record PhaseStarted(long at, String client, String phase) implements Event {}

  /** A phase of the scenario ended. */
  record PhaseEnded(long at, String client, String phase, String reason) implements Event {}

  /**
   * A part of a run has ended.
   *
   * @param part its name: {@code ingest}, or {@code ingest-2} for a second one
   * @param verdict of this part alone
   * @param reasons why it is no pass, or what a pass does not cover; one sentence each
   */
  record PartEnded(long at, String client, String part, Verdict verdict, List<String> reasons)
      implements Event {
    /** What a damaged journal does not say is empty, and in doubt. */
    public PartEnded {
      verdict = verdict == null ? Verdict.UNKNOWN : verdict;
      reasons = List.copyOf(reasons);
    }
  }

  /** A client began its work. */
  record ClientStarted(long at, String client, String what) implements Event {}

  /** A client ended its work. */
  record ClientStopped(long at, String client, String reason) implements Event {
    /** The reason of one that had nothing left to do. */
    public static final String DONE = "done";
  }

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
   * @param writes whether these are windows of a writer, each of which has its own {@link Flush};
   *     else what a reader read
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
      counts = List.copyOf(counts);
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
      implements Event {}

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
   * A verification has ended.
   *
   * @param words why it has this verdict, or what was compared, in a sentence
   */
  record Verified(long at, String client, Verdict verdict, String words) implements Event {
    /** Refuses what is no verdict; what a damaged journal does not say is empty. */
    public Verified {
      Objects.requireNonNull(verdict);
    }

    /** In a line, for a person. */
    public String inWords() {
      return client + ": " + verdict + (words.isEmpty() ? "" : ", " + words);
    }
  }

  /** A server is gone. */
  record ServerLost(long at, String client, String role, String server) implements Event {}

  /** A server is there, for the first time or again. */
  record ServerBack(long at, String client, String role, String server) implements Event {}

  /**
   * A server was added to the cluster, or has come a step further since.
   *
   * @param server {@code tserver-3}, with {@code @host:port} once that is known
   * @param step {@code begun}, {@code registered}, {@code hosting} or {@code balanced}
   */
  record ServerAdded(long at, String client, String role, String server, String step)
      implements Event {

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

  /** An event about a fault. */
  sealed interface OfFault extends Event {
    /** The number of no fault: the event concerns the agitation as a whole. */
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
   * @param during what was seen to be going on right before, such as {@code merge}
   */
  record FaultStarted(
      long at,
      String client,
      int id,
      String fault,
      List<String> targets,
      long intendedAt,
      List<String> during)
      implements OfFault {}

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
      implements OfFault {}

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
   * @param server host and port; empty as long as no server hosts it
   * @param logs write-ahead logs that the tablet needs, where they could be seen
   */
  record TabletHosted(
      long at, String client, String tablet, Optional<String> server, List<String> logs)
      implements Event {}

  /** A tablet is no more: split, merged away, or deleted with its table. */
  record TabletGone(long at, String client, String tablet) implements Event {}

  /**
   * A tablet server writes other write-ahead logs than before.
   *
   * @param server host and port
   * @param logs all that it may still need
   */
  record ServerLogs(long at, String client, String server, List<String> logs) implements Event {}

  /**
   * Some of the write-ahead logs that a tablet server may still need came or went.
   *
   * @param server host and port; an earlier {@link ServerLogs} listed all of its logs
   */
  record LogsChanged(long at, String client, String server, List<String> added, List<String> gone)
      implements Event {}

  /**
   * The run's table, with all that this run wrote and verified, was deleted and created again.
   *
   * @param table its name
   */
  record TableRecreated(long at, String client, String table) implements Event {}

  /** Numbers by name; readers of older versions recorded their {@link Throughput} so. */
  record Measured(long at, String client, String what, SortedMap<String, Double> values)
      implements Event {}

  /**
   * A worker of a fleet takes part.
   *
   * @param worker its slot, a dash and its attempt: {@code 3-1}
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
      implements Event {}

  /**
   * A worker began its parts of a phase; it says so itself.
   *
   * @param generation of the order, which distinguishes phases of equal words
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
      implements Event {}

  /** A worker's session with ZooKeeper is over; it may come back. */
  record WorkerUnseen(long at, String client, String worker) implements Event {}

  /** A worker that was unseen is there again. */
  record WorkerSeen(long at, String client, String worker, double afterSeconds) implements Event {}

  /**
   * A worker died, or was given up. What it had not acknowledged is indeterminate.
   *
   * @param reason how that is known, in words
   * @param then what follows from it: {@code go-on}, {@code replace} or {@code stop}
   */
  record WorkerLost(long at, String client, String worker, String reason, String then)
      implements Event {}

  /**
   * A part judged a table by the ledgers of other runs: what befell its writes is in their files.
   *
   * @param runs their directories, each as a URI
   */
  record LedgersRead(long at, String client, List<String> runs) implements Event {}

  /** Anything else that a person should read. */
  record Note(long at, String client, String text) implements Event {}
}
