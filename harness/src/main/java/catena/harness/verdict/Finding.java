package catena.harness.verdict;

import catena.graph.judge.FindingKind;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One thing that is wrong, with its evidence; one line of {@code findings.jsonl}.
 *
 * @param row the row as stored
 * @param origin who wrote it, where the graph tells
 * @param expected what the table should hold, in words or as stored
 * @param seen what it holds
 * @param foundMillis wall clock
 * @param referrers rows that point at it, references mode
 * @param detail whatever else helps, by name
 */
public record Finding(
    FindingKind kind,
    String row,
    Optional<Origin> origin,
    Optional<String> expected,
    Optional<String> seen,
    long foundMillis,
    List<String> referrers,
    SortedMap<String, String> detail) {

  /** Copies the collections; absent ones, as in a file of another version, are empty. */
  public Finding {
    referrers = referrers == null ? List.of() : List.copyOf(referrers);
    detail = detail == null ? new TreeMap<>() : new TreeMap<>(detail);
  }

  /** A finding without further evidence, which the {@code with} methods add. */
  public static Finding of(FindingKind kind, String row, long foundMillis) {
    Optional<String> none = Optional.empty();
    return new Finding(
        kind, row, Optional.empty(), none, none, foundMillis, List.of(), new TreeMap<>());
  }

  /** The same with who wrote it. */
  public Finding withOrigin(Origin writtenBy) {
    return new Finding(
        kind, row, Optional.of(writtenBy), expected, seen, foundMillis, referrers, detail);
  }

  /** The same with what the table should hold. */
  public Finding withExpected(String text) {
    return new Finding(kind, row, origin, Optional.of(text), seen, foundMillis, referrers, detail);
  }

  /** The same with what the table holds. */
  public Finding withSeen(String text) {
    return new Finding(
        kind, row, origin, expected, Optional.of(text), foundMillis, referrers, detail);
  }

  /** The same with the rows that point at it. */
  public Finding withReferrers(List<String> rows) {
    return new Finding(kind, row, origin, expected, seen, foundMillis, rows, detail);
  }

  /** The same with one more detail. */
  public Finding withDetail(String name, String text) {
    SortedMap<String, String> more = new TreeMap<>(detail);
    more.put(name, text);
    return new Finding(kind, row, origin, expected, seen, foundMillis, referrers, more);
  }

  /** In one line, for a person. */
  public String inWords() {
    StringBuilder line = new StringBuilder(kind.name()).append(' ').append(row);
    origin.ifPresent(o -> line.append("  ").append(o.inWords()));
    expected.ifPresent(text -> line.append("  expected ").append(text));
    seen.ifPresent(text -> line.append("  seen ").append(text));
    if (!referrers.isEmpty()) {
      line.append("  referred to by ").append(referrers.get(0));
      if (referrers.size() > 1) {
        line.append(" and ").append(referrers.size() - 1).append(" more");
      }
    }
    return line.toString();
  }
}
