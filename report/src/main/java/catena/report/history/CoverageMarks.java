// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.budget.Measure;
import catena.records.history.FaultRecord;
import catena.records.history.Series;
import catena.records.journal.Event;
import catena.records.server.Role;
import com.google.common.collect.TreeMultimap;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * How often a run met the situations that its faults and settings should cause, from its events and
 * samples. A situation that is not recorded was not met.
 *
 * <p>A tablet server has two logs from its first write on: the one that it writes, and one that it
 * created in advance. So only the third log of a process shows that the first was full, and a
 * tablet that needs three logs has entries in two.
 */
public final class CoverageMarks {
  private static final int LOGS_AT_FIRST = 2;

  /** A server's loss counts for moves of its tablets within this time before or after it. */
  private static final long LOST_MILLIS = 10_000;

  private static final Set<String> DEADLY = Set.of("kill", "restart", "power");
  private static final Set<String> HDFS = Set.of("datanode", "namenode", "host");

  private static final Map<String, Measure> CUT =
      Map.of(
          "merge", Measure.MERGES_CUT,
          "split", Measure.SPLITS_CUT,
          "compaction", Measure.COMPACTIONS_CUT,
          "import", Measure.IMPORTS_CUT,
          "recovery", Measure.RECOVERIES_CUT);

  /** A tablet moved from another server, where it was seen before. */
  private record Move(long since, long at, String from) {}

  private final Map<String, Event.TabletHosted> hosts = new HashMap<>();
  private final Map<String, Integer> needed = new HashMap<>();
  private final List<Move> moves = new ArrayList<>();
  private final NavigableSet<Long> runs = new TreeSet<>();
  private final Set<String> logs = new HashSet<>();

  /** By server, when each of its logs was first seen. */
  private final Map<String, TreeMap<Long, Integer>> begun = new TreeMap<>();

  /** By server, when it came and when it went. */
  private final TreeMultimap<String, Long> came = TreeMultimap.create();

  private final TreeMultimap<String, Long> went = TreeMultimap.create();
  private final Map<Measure, Long> marks = new EnumMap<>(Measure.class);

  /** Marks of a run without any event yet. */
  public CoverageMarks() {}

  /** Takes an event; those of one journal in their order. */
  public void accept(Event event) {
    if (event instanceof Event.TabletHosted hosted) {
      hosted(hosted);
    } else if (event instanceof Event.TabletGone gone) {
      hosts.remove(gone.tablet());
      needed.remove(gone.tablet());
    } else if (event instanceof Event.RunStarted run) {
      runs.add(run.at());
    } else if (event instanceof Event.ServerLogs used) {
      if (used.logs().stream().noneMatch(logs::contains)) {
        came.put(used.server(), used.at()); // it had none: it is new, or a new process
      }
      begun(used.at(), used.server(), used.logs());
    } else if (event instanceof Event.LogsChanged changed) {
      begun(changed.at(), changed.server(), changed.added());
    } else if (event instanceof Event.ServerBack back && isTserver(back.role())) {
      came.put(address(back.server()), back.at());
    } else if (event instanceof Event.ServerLost lost && isTserver(lost.role())) {
      went.put(address(lost.server()), lost.at());
    } else if (event instanceof Event.FaultStarted fault && DEADLY.contains(fault.fault())) {
      fault.during().stream().filter(CUT::containsKey).forEach(word -> add(CUT.get(word), 1));
    }
  }

  /** Of {@code tserver-1@host:port}, or of the address alone. */
  private static String address(String server) {
    return server.substring(server.indexOf('@') + 1);
  }

  private static boolean isTserver(String role) {
    return role.equals(Role.TSERVER.word());
  }

  private void add(Measure mark, long number) {
    marks.merge(mark, number, Long::sum);
  }

  private void hosted(Event.TabletHosted event) {
    Integer before = needed.put(event.tablet(), event.logs().size());
    if (event.logs().size() > LOGS_AT_FIRST && (before == null || before <= LOGS_AT_FIRST)) {
      add(Measure.LOGS_RECOVERED, 1);
    }
    Event.TabletHosted from =
        event.server().isPresent() ? hosts.put(event.tablet(), event) : hosts.get(event.tablet());
    if (from != null && event.server().isPresent() && !from.server().equals(event.server())) {
      moves.add(new Move(from.at(), event.at(), from.server().get()));
    } else if (from != null && event.server().isEmpty() && !event.logs().isEmpty()) {
      went.put(from.server().get(), event.at()); // one that gives a tablet up leaves it no log
      came.put(from.server().get(), event.at());
      hosts.remove(event.tablet());
    }
  }

  private void begun(long at, String server, List<String> all) {
    int fresh = (int) all.stream().filter(logs::add).count();
    if (fresh > 0) {
      begun.computeIfAbsent(server, any -> new TreeMap<>()).merge(at, fresh, Integer::sum);
    }
  }

  /**
   * All marks, including those that were not met.
   *
   * @param memory samples of the entries in memory, in no RFile yet
   * @param compactions samples of the major compactions that ran
   * @param scans samples of the scans that ran
   */
  public Map<Measure, Long> of(
      List<FaultRecord> faults, Series memory, Series compactions, Series scans) {
    begun.forEach((server, at) -> add(Measure.LOGS_FOLLOWED, followed(server, at, faults)));
    moves.stream()
        .filter(move -> livedOn(move, faults))
        .forEach(move -> add(Measure.TABLETS_MOVED, 1));
    add(Measure.MEMORY_FLUSHED, falls(memory, faults));
    add(Measure.COMPACTIONS_SCANNED, together(compactions, scans));
    for (Measure measure : Measure.values()) {
      if (measure.isMark()) {
        marks.putIfAbsent(measure, 0L);
      }
    }
    return Map.copyOf(marks);
  }

  /** Logs beyond the first two of each process at this address. */
  private long followed(String server, Map<Long, Integer> at, List<FaultRecord> faults) {
    NavigableSet<Long> births = new TreeSet<>(came.get(server));
    faults.stream().filter(fault -> hits(fault, server)).forEach(f -> births.add(f.startedAt()));
    births.add(Long.MIN_VALUE);
    Map<Long, Long> ofProcess = new TreeMap<>();
    at.forEach(
        (when, number) -> {
          if (faults.stream().noneMatch(f -> hitsHdfs(f) && f.isDuring(when, when))) {
            ofProcess.merge(births.floor(when), (long) number, Long::sum);
          }
        });
    return ofProcess.values().stream().mapToLong(n -> Math.max(0, n - LOGS_AT_FIRST)).sum();
  }

  /** Without a begin in between: who records then has not seen it move. */
  private boolean livedOn(Move move, List<FaultRecord> faults) {
    return move.since <= move.at
        && runs.subSet(move.since, false, move.at, true).isEmpty()
        && went.get(move.from)
            .subSet(move.at - LOST_MILLIS, true, move.at + LOST_MILLIS, true)
            .isEmpty()
        && faults.stream().noneMatch(f -> hits(f, move.from) && f.isDuring(move.at, move.at));
  }

  private static boolean hits(FaultRecord fault, String server) {
    return fault.targets().stream().anyMatch(target -> address(target).equals(server));
  }

  private static boolean hitsHdfs(FaultRecord fault) {
    return fault.targets().stream()
        .anyMatch(target -> HDFS.contains(target.replaceFirst("[-@].*", "")));
  }

  private static long falls(Series held, List<FaultRecord> faults) {
    return IntStream.range(1, held.size())
        .filter(i -> held.value(i) < held.value(i - 1))
        .filter(i -> faults.stream().noneMatch(f -> f.isDuring(held.time(i - 1), held.time(i))))
        .count();
  }

  private static long together(Series compactions, Series scans) {
    return IntStream.range(0, compactions.size())
        .filter(i -> compactions.value(i) > 0 && scans.at(compactions.time(i)) > 0)
        .count();
  }
}
