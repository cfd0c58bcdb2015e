// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.server.Role;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/**
 * What the journals record about one fault; times are wall clock, milliseconds since 1970.
 *
 * @param kind what was done, such as {@code kill}
 * @param targets its victims, as the journal names them
 * @param evidence how it was proven to have hit
 * @param outcome of healing
 * @param recoveredAt when the cluster was whole again; empty too if it could not be done
 * @param measures of its recovery, by the names of {@link RecoveryMeasure}
 * @param doubts what of it was planned and did not come about, one sentence each
 */
public record FaultRecord(
    int id,
    String kind,
    List<String> targets,
    long intendedAt,
    long startedAt,
    OptionalLong provenAt,
    Optional<String> evidence,
    OptionalLong healedAt,
    Optional<String> outcome,
    OptionalLong recoveredAt,
    SortedMap<String, Double> measures,
    List<String> doubts) {

  /** Faults that let a server finish its work and close its tablets. */
  private static final Set<String> ORDERLY = Set.of("stop", "migrate", "rolling-restart");

  /** Tablet servers, and those without which they end and their tablets are not seen. */
  private static final Set<Role> TABLETS_HANG_ON =
      Set.of(Role.TSERVER, Role.ZOOKEEPER, Role.NAMENODE);

  /** Whether it was seen to have hit. */
  public boolean proven() {
    return provenAt.isPresent();
  }

  /** Whether what heals it has returned. */
  public boolean healed() {
    return healedAt.isPresent();
  }

  /** Whether it was done and the cluster was seen whole after it. */
  public boolean recovered() {
    return recoveredAt.isPresent();
  }

  /** Whether it was proven, and the cluster was seen whole after it. */
  public boolean overcome() {
    return proven() && recovered();
  }

  /** Whether its victim had no time to put its things in order. */
  public boolean isAbrupt() {
    return !ORDERLY.contains(kind);
  }

  /** When the cluster was whole again after it, else when it was healed; empty if never. */
  public OptionalLong endedAt() {
    return recoveredAt.isPresent() ? recoveredAt : healedAt;
  }

  /** Seconds from its injection to a time; NaN if that is not known. */
  public double after(OptionalLong at) {
    return at.isPresent() ? (at.getAsLong() - startedAt) / 1000.0 : Double.NaN;
  }

  /** What was measured of its recovery, in older journals by its event; NaN if that was not. */
  public double measure(RecoveryMeasure measure) {
    Double value = measures.get(measure.key());
    OptionalLong end = measure == RecoveryMeasure.RECOVERED ? recoveredAt : OptionalLong.empty();
    return value == null ? after(end) : value;
  }

  /** Whether it is over and left each tablet its host: it hit none that tablets hang on. */
  public boolean sparedTablets() {
    return recovered()
        && Double.isNaN(measure(RecoveryMeasure.REHOST))
        && (kind.matches("compact|flush|merge|split.*")
            || targets.stream()
                .map(target -> Role.of(target.replaceFirst("[-@].*", "")))
                .allMatch(role -> role.isPresent() && !TABLETS_HANG_ON.contains(role.get())));
  }

  /** Whether it was in effect at some moment of a span of time. */
  public boolean isDuring(long from, long to) {
    return startedAt <= to && endedAt().orElse(Long.MAX_VALUE) >= from;
  }

  /** From its begin until the cluster was whole again, or the end of the run where it never was. */
  public Span span(long endOfRun) {
    return new Span(startedAt, Math.max(startedAt, recoveredAt.orElse(endOfRun)));
  }

  /** How far it has come, in a word or two. */
  public String state() {
    if (!doubts.isEmpty()) {
      return "doubted";
    }
    return recovered()
        ? "recovered"
        : healed() ? "healed, not recovered" : proven() ? "proven, not healed" : "not proven";
  }

  /** Which one it is: {@code fault 3, kill tserver-1@host:9997}. */
  public String inWords() {
    return "fault " + id + ", " + kind + " " + String.join(", ", targets);
  }
}
