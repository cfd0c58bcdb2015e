// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import catena.graph.Entry;
import catena.graph.judge.Judgement.Standing;
import catena.read.check.Count;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of one reader, or of all readers of a phase; any thread may add to them and read them. */
public class ReadTally {
  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
  private final Map<Integer, LongAdder> unpromised = new ConcurrentHashMap<>();

  /** Nothing counted yet. */
  public ReadTally() {
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
  }

  /** Counts some. */
  public void add(Count what, long n) {
    counts.get(what).add(n);
  }

  /** Counts one. */
  public void one(Count what) {
    counts.get(what).increment();
  }

  /** How many were counted. */
  public long get(Count what) {
    return counts.get(what).sum();
  }

  /** Counts what one row returned. */
  public void returned(List<Entry> seen) {
    one(Count.ROWS);
    add(Count.ENTRIES, seen.size());
    add(Count.BYTES, bytes(seen));
  }

  /** How many bytes the keys and values of some entries have, without timestamps. */
  public static long bytes(List<Entry> entries) {
    long bytes = 0;
    for (Entry entry : entries) {
      bytes += bytes(entry);
    }
    return bytes;
  }

  /** Counts a row with one entry. */
  public void returned(Entry entry) {
    one(Count.ROWS);
    one(Count.ENTRIES);
    add(Count.BYTES, bytes(entry));
  }

  /** How many bytes the key and value of an entry have, without timestamp. */
  public static long bytes(Entry entry) {
    return (long) entry.row().length
        + entry.family().length
        + entry.qualifier().length
        + entry.visibility().length
        + entry.value().length;
  }

  /** Counts a row with nothing wrong. */
  public void sound(Standing standing) {
    if (standing != Standing.UNWRITTEN && standing != Standing.UNPROMISED) {
      one(Count.of(standing)); // of the others, a reader sees entries or nothing
    }
  }

  /** Counts entries of a writer without a ledger. */
  public void unpromised(int writer, long entries) {
    unpromised.computeIfAbsent(writer, any -> new LongAdder()).add(entries);
  }

  /** Entries of writers that had no ledger when they were read, by writer. */
  public Map<Integer, Long> unpromised() {
    Map<Integer, Long> entries = new TreeMap<>();
    unpromised.forEach((writer, n) -> entries.put(writer, n.sum()));
    return entries;
  }

  /** Adds all that another has counted. */
  public void addAll(ReadTally other) {
    other.counts.keySet().forEach(what -> add(what, other.get(what)));
    other.unpromised.forEach((writer, n) -> unpromised(writer, n.sum()));
  }
}
