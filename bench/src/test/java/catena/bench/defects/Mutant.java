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
import static catena.graph.judge.FindingKind.WITHHELD;

import catena.graph.judge.FindingKind;
import java.util.List;
import java.util.Set;

/**
 * A defect of Accumulo's servers, the load that reaches it, and what it must be found as.
 *
 * @param name as the agent has it
 * @param every how many times its place is passed until it strikes
 * @param load what is done to the table
 * @param when the defect is in force
 * @param beside a fault that must be there too, or the defect does nothing; empty if none must
 * @param names of findings that are right for it
 */
record Mutant(String name, int every, Load load, When when, String beside, Set<FindingKind> names) {
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
    MEMORY("", "  - ingest"),
    /** Written in four parts with a flush after each: tablets of several files. */
    FILES(
        "  table.prop.table.compaction.major.ratio: 2\n  table.summaries: true\n",
        "  - ingest\n  - flush\n  - ingest\n  - flush\n  - ingest\n  - flush\n  - ingest\n"
            + "  - flush\n  - pause:\n      pause.time: 8s\n  - summaries"),
    /** The same, and one compaction of everything at the end. */
    COMPACTED("", "  - ingest\n  - flush\n  - ingest\n  - compact"),
    /** Every version is kept. */
    VERSIONS("  table.versions: every\n", "  - ingest\n  - flush\n  - compact"),
    /** Both tservers are killed while everything is in memory. */
    KILLED("", "  - ingest\n  - agitate"),
    /** The same, where every version is kept. */
    KILLED_VERSIONS("  table.versions: every\n", "  - ingest\n  - agitate"),
    /** Written again after that. */
    KILLED_BETWEEN("", "  - ingest\n  - agitate\n  - ingest"),
    /** The tservers are killed during a flush. */
    KILLED_FLUSHING(
        "",
        "  - ingest\n  - together:\n      - flush:\n          table.action.limit: 90s\n      - agitate"),
    /** Tablets of files are split, and merged. */
    SPLIT_MERGED(
        "",
        "  - ingest\n  - flush\n  - split:\n      table.splits: 11\n  - pause:\n"
            + "      pause.time: 3s\n  - merge:\n      merge.tablets: 2"),
    /** The table goes offline and comes back. */
    UNLOADED("", "  - ingest\n  - agitate"),
    /** Imported, and then read by other servers. */
    IMPORTED("  ingest.bulk: true\n  graph.updates: none\n", "  - ingest\n  - agitate"),
    /** Verified by scan servers. */
    SCAN_SERVERS(
        "  verify.consistency: eventual\n",
        "  - ingest\n  - flush\n  - pause:\n      pause.time: 5s"),
    /** Verified by the files of a clone. */
    CLONED("  verify.offline: true\n", "  - ingest\n  - flush"),
    /** Read by users who may see less. */
    AUTHORIZED("  verify.auths: A\n  verify.mode: exact\n", "  - ingest\n  - flush"),
    /** Read in many small batches. */
    READ(
        "  table.prop.table.scan.max.memory: 20K\n  verify.mode: exact\n", "  - ingest\n  - flush");

    private final String settings;
    private final String phases;

    Load(String settings, String phases) {
      this.settings = settings;
      this.phases = phases;
    }

    /** A scenario of this load into a table, with a plan of faults beside it where it has some. */
    String scenario(String table, String plan) {
      return """
          name: server-mutants
          about: A defect of Accumulo's servers is planted, and must be found.
          settings:
            table.name: %s
            table.splits: 3
            graph.flush.interval: 500
            graph.depth: 4
            graph.delete.probability: 0.3
            graph.updates: 1:uniform
            graph.visibilities: ",A,B,A&B"
            ingest.clients: 2
            ingest.entries: 8000
            verify.mode: both
            verify.late.limit: 6s
            verify.findings.each: 1000000
            verify.findings.size: 1G
            quiesce.limit: 90s
            stats.interval: 10s
            agitate.duration: 60s
            agitate.recovery.limit: 90s
            agitate.plan: %s
          %sphases:
            - createtable
          %s
            - quiesce
            - verify
          """
          .formatted(table, plan, settings, phases);
    }

    /** The plan of its faults, as {@code agitate.plan} takes it. */
    String plan() {
      boolean table = this == UNLOADED;
      int first = this == KILLED_FLUSHING ? 3 : 0;
      return """
          policy: server-mutants
          gate: none
          faults:
            - {id: 1, at: %ds, fault: %s, targets: [%s], hold: 2s}
          """
          .formatted(
              first, table ? "offline" : "kill", table ? "table" : "'tserver-1', 'tserver-2'");
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
              "flush-commit delay:8000",
              GONE),
          of("sort-drop", 50, Load.KILLED, GONE),
          of("recovery-skip-log", 1, Load.KILLED, GONE),
          of("recovery-undefined", 2, Load.KILLED, GONE),
          of("recovery-late-start", 1, Load.KILLED, GONE),
          of("recovery-twice", 100, Load.KILLED_VERSIONS, Set.of(MISCOUNTED)),
          of("recovery-time", 1, Load.KILLED_BETWEEN, GONE),
          of("unload-unflushed", 2, Load.UNLOADED, GONE),
          of("minc-drop", 300, Load.FILES, GONE),
          of("minc-lose-file", 5, Load.FILES, GONE),
          of("delete-dropped", 10, Load.FILES, Set.of(RESURRECTED)),
          of("file-flip", 300, Load.FILES, Set.of(CORRUPT, ALTERED)),
          of("vis-lost", 300, Load.FILES, Set.of(MISPLACED, LEAKED)),
          of("majc-lose-input", 1, Load.FILES, GONE),
          of("majc-drop", 200, Load.COMPACTED, GONE),
          of("majc-lose-output", 2, Load.COMPACTED, GONE),
          of("majc-cut", 3, Load.COMPACTED, GONE),
          of("entry-twice", 200, Load.VERSIONS, Set.of(MISCOUNTED, DUPLICATED)),
          of("split-lose-file", 2, Load.SPLIT_MERGED, GONE),
          of("merge-lose-file", 1, Load.SPLIT_MERGED, GONE),
          of("bulk-lose", 3, Load.IMPORTED, GONE),
          of("clone-lose-file", 2, Load.CLONED, Set.of(LOST, LATE, STALE, RESURRECTED)),
          read("scan-skip", 4, Load.READ, Set.of(LATE, LOST, RESURRECTED, STALE)),
          read("vis-closed", 50, Load.AUTHORIZED, Set.of(LATE, WITHHELD, STALE)),
          read("vis-open", 50, Load.AUTHORIZED, Set.of(LEAKED)),
          of("sserver-lose-file", 1, Load.SCAN_SERVERS, Set.of(LATE)));
}
