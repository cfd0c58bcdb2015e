// SPDX-License-Identifier: Apache-2.0
package catena.bench.defects;

import static catena.graph.judge.FindingKind.ALTERED;
import static catena.graph.judge.FindingKind.CORRUPT;
import static catena.graph.judge.FindingKind.DUPLICATED;
import static catena.graph.judge.FindingKind.LATE;
import static catena.graph.judge.FindingKind.LEAKED;
import static catena.graph.judge.FindingKind.LOST;
import static catena.graph.judge.FindingKind.MISCOUNTED;
import static catena.graph.judge.FindingKind.MISPLACED;
import static catena.graph.judge.FindingKind.RESURRECTED;
import static catena.graph.judge.FindingKind.STALE;
import static catena.graph.judge.FindingKind.UNDEFINED;
import static catena.graph.judge.FindingKind.WITHHELD;

import catena.graph.judge.FindingKind;
import com.google.common.collect.Sets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A defect of Accumulo's servers, the load that reaches it, and what it must be found as.
 *
 * @param name as the agent has it
 * @param every how many times its place is passed until it strikes
 * @param load what is done to the table
 * @param when the defect is in force
 * @param beside a fault that must be there too, or the defect does nothing: its point, what it
 *     does, every how many times; empty if none must
 * @param names of findings that are right for it; none where it can only be told as a doubt
 */
record Mutant(String name, int every, Load load, When when, String beside, Set<FindingKind> names) {
  /**
   * Whether these names are right for one row. What refers to a row whose entry is wrong may not
   * find it: UNDEFINED is right beside another name, and not alone.
   */
  boolean isRight(Set<FindingKind> kinds) {
    Set<FindingKind> own = Sets.difference(kinds, Sets.difference(Set.of(UNDEFINED), names));
    return !own.isEmpty() && names.containsAll(own);
  }

  /** When a mutant is in force. */
  enum When {
    /** While the table is written and changed, and when it is verified. */
    THROUGHOUT,
    /** Only while it is verified, for the second time. */
    VERIFY
  }

  /** What is done to a table, in the words of a scenario. */
  enum Load {
    /** What is written stays in memory. */
    MEMORY(Map.of(), "ingest"),
    /** Written in three parts with a flush after each: tablets of several files. */
    FILES(
        Map.of("table.prop.table.compaction.major.ratio", "2", "table.summaries", "true"),
        "ingest",
        "flush",
        "ingest",
        "flush",
        "ingest",
        "flush",
        "pause: {pause.time: 5s}",
        "summaries"),
    /** One compaction of everything at the end. */
    COMPACTED(Map.of(), "ingest", "flush", "ingest", "compact"),
    /** A large file stays beside small ones, which are compacted. */
    UNEQUAL_FILES(
        Map.of("table.prop.table.compaction.major.ratio", "1.5"),
        "ingest: {ingest.entries: 12000}",
        "flush",
        "ingest: {ingest.entries: 1000}",
        "flush",
        "ingest: {ingest.entries: 1000}",
        "flush",
        "pause: {pause.time: 5s}"),
    /** Many blocks, flushed while they are written: deletes in other files than what they cover. */
    FLUSHED_BESIDE(
        Map.of(
            "ingest.rate",
            "1000",
            "graph.flush.interval",
            "100",
            "graph.delete.probability",
            "0.5"),
        "together: [ingest, agitate]",
        "flush",
        "pause: {pause.time: 3s}"),
    /** The same, then one compaction of everything, and hosted by other processes. */
    COMPACTED_KILLED(FLUSHED_BESIDE.settings, "together: [ingest, agitate]"),
    /** Every version is kept, and each was imported: what is sent may be there twice. */
    VERSIONS(
        Map.of("table.versions", "every", "graph.updates", "none", "ingest.bulk", "true"),
        "ingest",
        "compact"),
    /** Both tservers are killed while everything is in memory. */
    KILLED(Map.of(), "ingest", "agitate"),
    /** The same, where every version is kept. */
    KILLED_VERSIONS(
        Map.of("table.versions", "every", "graph.updates", "none"), "ingest", "agitate"),
    /** Killed while it is written, so that what was written before is rewritten after it. */
    KILLED_BETWEEN(
        Map.of("ingest.rate", "500", "ingest.entries", "10000"), "together: [ingest, agitate]"),
    /** The same after the garbage collector has looked at full logs. */
    KILLED_COLLECTED(Map.of(), "ingest", "pause: {pause.time: 6s}", "agitate"),
    /**
     * The tservers are killed when some tablets are flushed, and others are about to be. Nothing
     * else needs the full logs by then: a server gives up only those that are older than all that
     * are needed.
     */
    KILLED_FLUSHING(
        Map.of(),
        "ingest",
        "flush: {table.name: accumulo.root}",
        "flush: {table.name: accumulo.metadata}",
        "agitate"),
    /** Tablets of files are split, and merged. */
    SPLIT_MERGED(
        Map.of(),
        "ingest",
        "flush",
        "split: {table.splits: 11}",
        "pause: {pause.time: 3s}",
        "merge: {merge.tablets: 2}"),
    /** The table goes offline and comes back. */
    UNLOADED(Map.of(), "ingest", "agitate"),
    /** Imported, and then hosted by other processes, before a compaction could copy the files. */
    IMPORTED(
        Map.of(
            "ingest.bulk", "true",
            "graph.updates", "none",
            "table.prop.table.compaction.major.ratio", "100",
            "table.prop.table.file.max", "100"),
        "ingest",
        "agitate"),
    /** Verified by scan servers. */
    SCAN_SERVERS(
        Map.of("verify.consistency", "eventual"), "ingest", "flush", "pause: {pause.time: 5s}"),
    /** Verified by the files of a clone; each mode would make one of its own. */
    CLONED(Map.of("verify.offline", "true", "verify.mode", "exact"), "ingest", "flush"),
    /** A clone has its files, is compacted, and the garbage collector looks at them. */
    CLONE_COMPACTED(Map.of("verify.mode", "exact"), "ingest", "flush", "ingest", "flush"),
    /** Read by users who may see less; of many blocks, since each has one visibility. */
    AUTHORIZED(
        Map.of("verify.auths", "A", "verify.mode", "exact", "graph.flush.interval", "100"),
        "ingest",
        "flush"),
    /** Read in many small batches. */
    READ(
        Map.of("table.prop.table.scan.max.memory", "20K", "verify.mode", "exact"),
        "ingest",
        "flush");

    @SuppressWarnings("ImmutableEnumChecker") // of Map.of
    private final Map<String, String> settings;

    @SuppressWarnings("ImmutableEnumChecker") // of List.of
    private final List<String> phases;

    Load(Map<String, String> settings, String... phases) {
      this.settings = settings;
      this.phases = List.of(phases);
    }

    /** A scenario of this load into a table, with a plan of faults where it has some. */
    String scenario(String table, String plan) {
      Map<String, String> all = new TreeMap<>();
      all.put("table.name", table);
      all.put("table.splits", "3");
      all.put("graph.flush.interval", "500");
      all.put("graph.depth", "4");
      all.put("graph.delete.probability", "0.3");
      all.put("graph.updates", "1:uniform");
      all.put("graph.visibilities", "',A,B,A&B'");
      all.put("ingest.clients", "2");
      all.put("ingest.entries", "5000");
      all.put("verify.mode", "both");
      all.put("verify.late.limit", "6s");
      all.put("quiesce.limit", "90s");
      all.put("read.reread.limit", "3s");
      all.put("stats.interval", "10s");
      if (phases.stream().anyMatch(phase -> phase.contains("agitate"))) {
        all.put("agitate.duration", "60s");
        all.put("agitate.recovery.limit", "90s");
        all.put("agitate.plan", plan);
      }
      all.putAll(settings);
      StringBuilder text = new StringBuilder("name: server-mutants\nabout: A planted defect.\n");
      text.append("settings:\n");
      all.forEach((key, value) -> text.append("  %s: %s\n".formatted(key, value)));
      text.append("phases:\n  - createtable\n");
      phases.forEach(phase -> text.append("  - ").append(phase).append('\n'));
      return text.append("  - quiesce\n  - walk: {walk.count: 300}\n  - verify\n").toString();
    }

    /** Whether every version is kept, so that one that is there twice shows. */
    boolean keepsVersions() {
      return "every".equals(settings.get("table.versions"));
    }

    /** Whether the garbage collector is to look. */
    boolean isCollected() {
      return this == KILLED_COLLECTED || this == CLONE_COMPACTED;
    }

    /** The plan of its faults, as {@code agitate.plan} takes it. */
    String plan() {
      String kill = "{id: 1, at: %ds, fault: kill, targets: [tserver-1, tserver-2], hold: 2s}";
      String faults =
          switch (this) {
            case FLUSHED_BESIDE -> flushes();
            case COMPACTED_KILLED ->
                flushes()
                    + "\n  - {id: 9, at: 14s, fault: compact, targets: [table], hold: 0s}\n  - "
                    + kill.formatted(24).replace("id: 1,", "id: 10,");
            case UNLOADED -> "{id: 1, at: 0s, fault: offline, targets: [table], hold: 2s}";
            case KILLED_FLUSHING ->
                "{id: 2, at: 0s, fault: flush, targets: [table], hold: 0s}\n  - "
                    + kill.formatted(4);
            case KILLED_BETWEEN -> kill.formatted(9);
            default -> kill.formatted(0);
          };
      return "policy: server-mutants\nseed: 1\ngate: none\nfaults:\n  - " + faults + "\n";
    }

    private static String flushes() {
      return IntStream.rangeClosed(1, 8)
          .mapToObj("{id: %1$d, at: %1$ds, fault: flush, targets: [table], hold: 0s}"::formatted)
          .collect(Collectors.joining("\n  - "));
    }
  }

  private static final Set<FindingKind> GONE = Set.of(LOST, STALE, RESURRECTED);

  private static Mutant of(String name, int every, Load load, Set<FindingKind> names) {
    return new Mutant(name, every, load, When.THROUGHOUT, "", names);
  }

  private static Mutant read(String name, int every, Load load, Set<FindingKind> names) {
    return new Mutant(name, every, load, When.VERIFY, "", names);
  }

  /** All of them, from the client's call to the reader's answer. */
  static final List<Mutant> ALL =
      List.of(
          of("mem-drop", 7, Load.MEMORY, GONE),
          of("ack-without-write", 15, Load.MEMORY, GONE),
          of("update-swallowed", 20, Load.MEMORY, GONE),
          of("time-back", 5, Load.MEMORY, GONE),
          of("wal-drop", 15, Load.KILLED, GONE),
          new Mutant(
              "wal-unref-early",
              1,
              Load.KILLED_FLUSHING,
              When.THROUGHOUT,
              "flush-commit delay:8000 2",
              GONE),
          of("sort-drop", 50, Load.KILLED, GONE),
          of("recovery-skip-log", 1, Load.KILLED, GONE),
          of("recovery-undefined", 2, Load.KILLED, GONE),
          of("recovery-late-start", 1, Load.KILLED, GONE),
          // Not to be told from what a batch writer sends again, since a server was killed.
          of("recovery-twice", 100, Load.KILLED_VERSIONS, Set.of()),
          of("recovery-time", 1, Load.KILLED_BETWEEN, GONE),
          of("unload-unflushed", 2, Load.UNLOADED, GONE),
          of("minc-drop", 300, Load.FILES, GONE),
          of("minc-lose-file", 5, Load.FILES, GONE),
          of("delete-dropped", 10, Load.FLUSHED_BESIDE, Set.of(RESURRECTED)),
          of("file-flip", 300, Load.FILES, Set.of(CORRUPT, ALTERED)),
          of("vis-lost", 300, Load.FILES, Set.of(MISPLACED, LEAKED, CORRUPT)),
          of("majc-lose-input", 1, Load.UNEQUAL_FILES, GONE),
          of("majc-drop", 200, Load.COMPACTED, GONE),
          of("majc-lose-output", 2, Load.COMPACTED, GONE),
          of("majc-cut", 2, Load.COMPACTED, GONE),
          of("majc-file-back", 1, Load.COMPACTED_KILLED, Set.of(RESURRECTED)),
          of("entry-twice", 200, Load.VERSIONS, Set.of(MISCOUNTED, DUPLICATED)),
          of("split-lose-file", 2, Load.SPLIT_MERGED, GONE),
          of("merge-lose-file", 1, Load.SPLIT_MERGED, GONE),
          of("bulk-lose", 3, Load.IMPORTED, GONE),
          of("gc-log-in-use", 1, Load.KILLED_COLLECTED, GONE),
          of("clone-lose-file", 2, Load.CLONED, Set.of(LOST, LATE, STALE, RESURRECTED)),
          read("scan-skip", 4, Load.READ, Set.of(LATE, LOST, RESURRECTED, STALE)),
          read("vis-closed", 50, Load.AUTHORIZED, Set.of(LATE, WITHHELD, STALE)),
          read("vis-open", 50, Load.AUTHORIZED, Set.of(LEAKED)),
          read("sserver-lose-file", 1, Load.SCAN_SERVERS, Set.of(LATE)),
          // What cannot be read is neither there nor lost. It is the last one, since its table
          // stays so.
          read("gc-file-in-use", 1, Load.CLONE_COMPACTED, Set.of()));
}
