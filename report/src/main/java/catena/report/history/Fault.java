package catena.report.history;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * What the journal tells of one fault.
 *
 * @param doubts what of it was planned and did not come about, one sentence each
 * @param measures of its recovery, by name with the unit last
 */
public record Fault(
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

  public boolean proven() {
    return provenAt.isPresent();
  }

  public boolean healed() {
    return healedAt.isPresent();
  }

  public boolean recovered() {
    return recoveredAt.isPresent();
  }

  /** From its begin until the cluster was whole again, or the end of the run where it never was. */
  public Span span(long endOfRun) {
    return new Span(startedAt, Math.max(startedAt, recoveredAt.orElse(endOfRun)));
  }

  /** What became of it, in a word or two. */
  public String state() {
    if (!doubts.isEmpty()) {
      return "doubted";
    }
    return recovered()
        ? "recovered"
        : healed() ? "healed, not recovered" : proven() ? "proven, not healed" : "not proven";
  }
}
