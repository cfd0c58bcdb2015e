package catena.harness.journal;

import catena.harness.verdict.Finding;
import catena.harness.verdict.Verdict;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.SortedMap;

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
  @JsonSubTypes.Type(value = Event.ClientStarted.class, name = "ClientStarted"),
  @JsonSubTypes.Type(value = Event.ClientStopped.class, name = "ClientStopped"),
  @JsonSubTypes.Type(value = Event.Flush.class, name = "Flush"),
  @JsonSubTypes.Type(value = Event.Rejected.class, name = "Rejected"),
  @JsonSubTypes.Type(value = Event.Paused.class, name = "Paused"),
  @JsonSubTypes.Type(value = Event.Continued.class, name = "Continued"),
  @JsonSubTypes.Type(value = Event.FindingSeen.class, name = "FindingSeen"),
  @JsonSubTypes.Type(value = Event.ServerLost.class, name = "ServerLost"),
  @JsonSubTypes.Type(value = Event.ServerBack.class, name = "ServerBack"),
  @JsonSubTypes.Type(value = Event.FaultStarted.class, name = "FaultStarted"),
  @JsonSubTypes.Type(value = Event.FaultHealed.class, name = "FaultHealed"),
  @JsonSubTypes.Type(value = Event.Measured.class, name = "Measured"),
  @JsonSubTypes.Type(value = Event.Note.class, name = "Note")
})
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
  record FindingSeen(long at, String client, Finding finding) implements Event {}

  /** A server is gone. */
  record ServerLost(long at, String client, String role, String server) implements Event {}

  /** A server is there, for the first time or again. */
  record ServerBack(long at, String client, String role, String server) implements Event {}

  /** A fault was planted. */
  record FaultStarted(long at, String client, String fault, String target) implements Event {}

  /** A fault was mended. */
  record FaultHealed(long at, String client, String fault, String target, String outcome)
      implements Event {}

  /** Numbers by name. */
  record Measured(long at, String client, String what, SortedMap<String, Double> values)
      implements Event {}

  /** Anything else that a person should read. */
  record Note(long at, String client, String text) implements Event {}
}
