package catena.trace.record;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One fault of the run, from its events; times are wall clock, milliseconds since 1970.
 *
 * @param kind what was done, such as {@code kill}
 * @param evidence how it was proven to have hit, if it was
 * @param doubt why it did not go as planned, if it did not
 */
public record Fault(
    int id,
    String kind,
    List<Target> targets,
    long startedAt,
    OptionalLong healedAt,
    OptionalLong recoveredAt,
    Optional<String> evidence,
    Optional<String> doubt) {

  /** Words of faults that let a server finish its work and close its tablets. */
  private static final Set<String> ORDERLY =
      Set.of("stop", "restart", "rolling", "migrate", "drain");

  public Fault {
    targets = List.copyOf(targets);
  }

  /** When the cluster was whole again after it; for ever if nobody saw that. */
  long endedAt() {
    return recoveredAt.orElse(healedAt.orElse(Long.MAX_VALUE));
  }

  /** Whether it was in effect at some moment of a span of time. */
  public boolean isDuring(long from, long to) {
    return startedAt <= to && endedAt() >= from;
  }

  /** Whether its victim had no time to put its things in order. */
  public boolean isAbrupt() {
    for (String word : kind.toLowerCase(Locale.ROOT).split("[^a-z]+", -1)) {
      if (ORDERLY.contains(word)) {
        return false;
      }
    }
    return true;
  }

  public String inWords() {
    return "fault "
        + id
        + ", "
        + kind
        + " "
        + targets.stream().map(Target::text).collect(Collectors.joining(", "));
  }
}
