// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /** What is counted by itself. */
  private static final List<String> SINGLE =
      List.of("entries", "deletes", "former", "unjudged", "unnamed");

  private static final int ENTRIES = 0;
  private static final int DELETES = 1;
  private static final int FORMER = 2;
  private static final int UNJUDGED = 3;

  /** Counts under names that this version does not know: another version counted them. */
  private static final int UNNAMED = 4;

  static final int MOST_NUMBERS = SINGLE.size() + FindingKind.values().length * (1 + MOST_ROWS);

  /** {@code CORRUPT}, or {@code CORRUPT.row.} and the bytes of a row in hex. */
  private static final Pattern NAMED = Pattern.compile("([A-Z]+)(?:\\.row\\.((?:[0-9a-f]{2})*))?");

  private final Map<FindingKind, KindCount> found = new EnumMap<>(FindingKind.class);
  private final long[] single = new long[SINGLE.size()];

  /** The findings of one kind. */
  private static final class KindCount {
    private final TreeMap<String, Long> rows = new TreeMap<>();
    private long entries;

    void add(long n) {
      entries = Math.addExact(entries, n);
    }

    void add(String row, long n) {
      rows.merge(row, n, Math::addExact);
      if (rows.size() > MOST_ROWS) {
        rows.pollLastEntry();
      }
    }
  }

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
    for (int i = 0; i < single.length; i++) {
      report(each, SINGLE.get(i), single[i]);
    }
    found.forEach(
        (kind, of) -> {
          report(each, kind.name(), of.entries);
          of.rows.forEach((row, n) -> report(each, kind.name() + ".row." + row, n));
        });
  }

  private static void report(BiConsumer<String, Long> each, String name, long n) {
    if (n != 0) {
      each.accept(name, n);
    }
  }

  private void add(String name, long n) {
    int i = SINGLE.indexOf(name);
    if (i >= 0) {
      single[i] = Math.addExact(single[i], n);
    } else {
      addNamed(name, n);
    }
  }

  private void addNamed(String name, long n) {
    Matcher named = NAMED.matcher(name);
    FindingKind kind = named.matches() ? kind(named.group(1)) : null;
    if (kind == null || name.length() > LONGEST_NAME) {
      single[UNNAMED] = Math.addExact(single[UNNAMED], n);
      return;
    }
    KindCount of = found.computeIfAbsent(kind, any -> new KindCount());
    if (named.group(2) == null) {
      of.add(n);
    } else {
      of.add(named.group(2), n);
    }
  }

  private static FindingKind kind(String word) {
    for (FindingKind kind : FindingKind.values()) {
      if (kind.name().equals(word)) {
        return kind;
      }
    }
    return null;
  }

  /** Judges an entry that was put, and counts the result. */
  public void judge(EntryJudge judge, Entry entry) {
    Judgement judgement = judge.judge(entry);
    single[ENTRIES]++;
    if (judgement.standing() == Judgement.Standing.FORMER) {
      single[FORMER]++;
    }
    for (Difference difference : judgement.differences()) {
      KindCount of = found.computeIfAbsent(difference.kind(), any -> new KindCount());
      of.add(1);
      of.add(hex(entry.row()), 1);
    }
  }

  private static String hex(byte[] row) {
    return HexFormat.of().formatHex(row, 0, Math.min(row.length, ROW_BYTES));
  }

  /** Counts a delete, which is not judged. */
  public void delete() {
    single[DELETES]++;
  }

  /** Counts an entry that could not be judged. */
  public void failed() {
    single[UNJUDGED]++;
  }

  /** Entries that were put and judged, including those that were found wrong. */
  public long entries() {
    return single[ENTRIES];
  }

  /** Deletes, which were not judged. */
  public long deletes() {
    return single[DELETES];
  }

  /** How many of the entries were in a taken-over table before the graph was. */
  public long former() {
    return single[FORMER];
  }

  /** Entries that could not be judged. */
  public long unjudged() {
    return single[UNJUDGED];
  }

  /** What was counted under names that this version does not know. */
  public long unnamed() {
    return single[UNNAMED];
  }

  /** How many entries were found wrong, by kind; kinds without any are left out. */
  public Map<FindingKind, Long> found() {
    Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
    found.forEach((kind, of) -> counts.put(kind, of.entries));
    return counts;
  }

  /**
   * The least rows of a kind with how many entries of each were found wrong; at most {@link
   * #MOST_ROWS}, and of each row at most its first {@link #ROW_BYTES} bytes.
   */
  public SortedMap<String, Long> rows(FindingKind kind) {
    SortedMap<String, Long> rows = new TreeMap<>();
    if (found.containsKey(kind)) {
      found
          .get(kind)
          .rows
          .forEach((hex, n) -> rows.put(NodeCodec.rowText(HexFormat.of().parseHex(hex)), n));
    }
    return rows;
  }
}
