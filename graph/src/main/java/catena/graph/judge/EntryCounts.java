// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the judged entries and what was wrong with them, with some of their rows. One thread uses
 * it at a time.
 *
 * <p>Reported as numbers by name there are at most {@link #MOST_NUMBERS}, however much is counted,
 * and each name has at most {@link #LONGEST_NAME} characters. It keeps the least rows of each kind,
 * so that counts can be added up in any order with the same result.
 */
public final class EntryCounts {
  /** How many rows of a kind are kept. */
  public static final int MOST_ROWS = 10;

  /** How many bytes of a row are kept. */
  public static final int ROW_BYTES = 64;

  static final int LONGEST_NAME = 160;
  private static final String ENTRIES = "entries";
  private static final String DELETES = "deletes";
  private static final String FORMER = "former";
  private static final String UNJUDGED = "unjudged";

  /** Counts under names that this version does not know: another version counted them. */
  private static final String UNNAMED = "unnamed";

  /** What is counted by itself. */
  private static final Set<String> SINGLE = Set.of(ENTRIES, DELETES, FORMER, UNJUDGED, UNNAMED);

  static final int MOST_NUMBERS = SINGLE.size() + FindingKind.values().length * (1 + MOST_ROWS);
  private static final Set<String> KINDS =
      Stream.of(FindingKind.values()).map(FindingKind::name).collect(Collectors.toSet());

  private static final String ROW = ".row.";

  /** {@code CORRUPT}, or {@code CORRUPT.row.} and the bytes of a row in hex. */
  private static final Pattern NAMED = Pattern.compile("([A-Z]+)(\\.row\\.(?:[0-9a-f]{2})*)?");

  /** All but {@link #entries}, as they are reported. */
  private final NavigableMap<String, Long> numbers = new TreeMap<>();

  private long entries;

  /** Counts without any entry. */
  public EntryCounts() {}

  /**
   * Reads what {@link #report} reported; what it cannot read is counted as {@link #unnamed}, and
   * nothing is thrown.
   */
  public static EntryCounts of(Map<String, Long> numbers) {
    EntryCounts counts = new EntryCounts();
    numbers.forEach(counts::add);
    return counts;
  }

  /**
   * Adds numbers to others, as servers do with those of several files, and keeps them bounded.
   *
   * @param into changed
   */
  public static void merge(Map<String, Long> into, Map<String, Long> others) {
    EntryCounts sum = of(into);
    others.forEach(sum::add);
    into.clear();
    sum.report(into::put);
  }

  /** Reports all numbers that are not 0, each with its name. */
  public void report(BiConsumer<String, Long> each) {
    if (entries != 0) {
      each.accept(ENTRIES, entries);
    }
    numbers.forEach(each);
  }

  private void add(String name, long n) {
    if (name.equals(ENTRIES)) {
      entries = Math.addExact(entries, n);
    } else if (n != 0) {
      count(isKnown(name) ? name : UNNAMED, n);
    }
  }

  private static boolean isKnown(String name) {
    Matcher named = NAMED.matcher(name);
    return SINGLE.contains(name)
        || (named.matches() && KINDS.contains(named.group(1)) && name.length() <= LONGEST_NAME);
  }

  private void count(String name, long n) {
    numbers.merge(name, n, Math::addExact);
    int row = name.indexOf(ROW);
    if (row >= 0) {
      SortedMap<String, Long> rows = named(name.substring(0, row) + ROW);
      if (rows.size() > MOST_ROWS) {
        numbers.remove(rows.lastKey());
      }
    }
  }

  /** The numbers whose names begin so, followed by hex digits. */
  private SortedMap<String, Long> named(String beginning) {
    return numbers.subMap(beginning, beginning + Character.MAX_VALUE);
  }

  /** Judges an entry that was put, and counts the result. */
  public void judge(EntryJudge judge, Entry entry) {
    Judgement judgement = judge.judge(entry);
    entries++;
    if (judgement.standing() == Judgement.Standing.FORMER) {
      count(FORMER, 1);
    }
    for (Difference difference : judgement.differences()) {
      count(difference.kind().name(), 1);
      count(difference.kind().name() + ROW + hex(entry.row()), 1);
    }
  }

  private static String hex(byte[] row) {
    return HexFormat.of().formatHex(row, 0, Math.min(row.length, ROW_BYTES));
  }

  /** Counts a delete, which is not judged. */
  public void delete() {
    count(DELETES, 1);
  }

  /** Counts an entry that could not be judged. */
  public void failed() {
    count(UNJUDGED, 1);
  }

  /** Entries that were put and judged, including those that were found wrong. */
  public long entries() {
    return entries;
  }

  /** Deletes, which were not judged. */
  public long deletes() {
    return numbers.getOrDefault(DELETES, 0L);
  }

  /** How many of the entries were in a taken-over table before the graph was. */
  public long former() {
    return numbers.getOrDefault(FORMER, 0L);
  }

  /** Entries that could not be judged. */
  public long unjudged() {
    return numbers.getOrDefault(UNJUDGED, 0L);
  }

  /** What was counted under names that this version does not know. */
  public long unnamed() {
    return numbers.getOrDefault(UNNAMED, 0L);
  }

  /** How many entries were found wrong, by kind; kinds without any are left out. */
  public Map<FindingKind, Long> found() {
    Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
    for (FindingKind kind : FindingKind.values()) {
      if (numbers.containsKey(kind.name())) {
        counts.put(kind, numbers.get(kind.name()));
      }
    }
    return counts;
  }

  /**
   * The least rows of a kind with how many entries of each were found wrong; at most {@link
   * #MOST_ROWS}, and of each row at most its first {@link #ROW_BYTES} bytes.
   */
  public SortedMap<String, Long> rows(FindingKind kind) {
    String beginning = kind + ROW;
    SortedMap<String, Long> rows = new TreeMap<>();
    named(beginning)
        .forEach(
            (name, n) -> {
              byte[] row = HexFormat.of().parseHex(name.substring(beginning.length()));
              rows.put(NodeCodec.rowText(row), n);
            });
    return rows;
  }
}
