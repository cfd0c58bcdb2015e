// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.graph.judge.FindingKind;
import catena.records.words.Amounts;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One thing that is wrong, with its evidence; one line of {@code findings.jsonl}. Where there are
 * very many of one kind in one window, a line may stand for some of them {@linkplain Together
 * together}.
 *
 * @param row the row as stored
 * @param origin who wrote it, where the graph says so
 * @param expected what the table should hold, in words or as stored
 * @param seen what it holds
 * @param foundMillis wall clock
 * @param referrers rows that point at it, references mode
 * @param detail whatever else helps, by name
 * @param together what the line stands for, if that is more than one finding: of them row, origin
 *     and time are those of the first
 */
public record Finding(
    FindingKind kind,
    String row,
    Optional<Origin> origin,
    Optional<String> expected,
    Optional<String> seen,
    long foundMillis,
    List<String> referrers,
    SortedMap<String, String> detail,
    Optional<Together> together) {
  private static final int BEGIN = 140;
  private static final int END = 20;

  /**
   * Findings of one kind and one writer in one line.
   *
   * @param findings how many there are
   * @param indices which nodes of the origin's window they are of, as {@link Findings#indices} has
   *     it; empty if they are of several windows, or of no writer's rows
   */
  public record Together(long findings, Optional<String> indices) {}

  /** Refuses what is of no kind; copies the collections. */
  public Finding {
    Objects.requireNonNull(kind);
    referrers = List.copyOf(referrers);
    detail = new TreeMap<>(detail);
  }

  /** A finding without further evidence, which the {@code with} methods add. */
  public static Finding of(FindingKind kind, String row, long foundMillis) {
    Optional<String> none = Optional.empty();
    return new Finding(
        kind,
        row,
        Optional.empty(),
        none,
        none,
        foundMillis,
        List.of(),
        new TreeMap<>(),
        Optional.empty());
  }

  /** How many findings the line stands for. */
  public long number() {
    return together.map(Together::findings).orElse(1L);
  }

  /** The same, standing for several. */
  public Finding standingFor(Together all) {
    return new Finding(
        kind, row, origin, expected, seen, foundMillis, referrers, detail, Optional.of(all));
  }

  /** The same, found at another time. */
  public Finding foundAt(long millis) {
    return new Finding(kind, row, origin, expected, seen, millis, referrers, detail, together);
  }

  /** The same with who wrote it. */
  public Finding withOrigin(Origin writtenBy) {
    return new Finding(
        kind,
        row,
        Optional.of(writtenBy),
        expected,
        seen,
        foundMillis,
        referrers,
        detail,
        together);
  }

  /** One of those that this stands for. */
  Finding ofNode(String itsRow, Origin its) {
    Optional<Together> alone = Optional.empty();
    return new Finding(kind, itsRow, origin, expected, seen, foundMillis, referrers, detail, alone)
        .withOrigin(its);
  }

  /** The same with what the table should hold. */
  public Finding withExpected(String text) {
    return new Finding(
        kind, row, origin, Optional.of(text), seen, foundMillis, referrers, detail, together);
  }

  /** The same with what the table holds. */
  public Finding withSeen(String text) {
    return new Finding(
        kind, row, origin, expected, Optional.of(text), foundMillis, referrers, detail, together);
  }

  /** The same with the rows that point at it. */
  public Finding withReferrers(List<String> rows) {
    return new Finding(kind, row, origin, expected, seen, foundMillis, rows, detail, together);
  }

  /** The same with one more detail. */
  public Finding withDetail(String name, String text) {
    SortedMap<String, String> more = new TreeMap<>(detail);
    more.put(name, text);
    return new Finding(kind, row, origin, expected, seen, foundMillis, referrers, more, together);
  }

  /** In one line, for a person: what is long is cut, and stands whole in {@code findings.jsonl}. */
  public String inWords() {
    StringBuilder line = new StringBuilder(kind.name()).append(' ').append(row);
    origin.ifPresent(o -> line.append("  ").append(o.inWords()));
    expected.ifPresent(text -> line.append("  expected ").append(brief(text)));
    seen.ifPresent(text -> line.append("  seen ").append(brief(text)));
    if (!referrers.isEmpty()) {
      line.append("  referred to by ").append(referrers.get(0));
      if (referrers.size() > 1) {
        line.append(" and ").append(referrers.size() - 1).append(" more");
      }
    }
    together.ifPresent(
        all -> line.append("  and ").append(all.findings() - 1).append(" more of its kind"));
    return line.toString();
  }

  /** The begin of an entry, with its key and link, and the end, with its checksum. */
  private static String brief(String text) {
    int cut = text.length() - BEGIN - END;
    return cut <= 0
        ? text
        : "%s…%s characters…%s"
            .formatted(
                text.substring(0, BEGIN),
                Amounts.grouped(cut),
                text.substring(text.length() - END));
  }
}
