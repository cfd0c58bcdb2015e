// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.ledger.LedgerTail;
import catena.records.ledger.WindowTimes;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.google.common.collect.Comparators;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;

/**
 * The ledgers of some runs into one table, read as often as requested; for one thread.
 *
 * <p>What a reading costs must not grow with the fleet, so that no ledger is opened in vain:
 *
 * <ul>
 *   <li>One that its writer had closed, and that has not grown since by the listing of its
 *       directory, is not opened again by {@link #read()}. A process that continues it reports its
 *       growth to the listing before it writes to the table ({@link
 *       catena.records.run.AppendFile}). Should the listing be old all the same, as one of NFS may
 *       be, the reading is as old for this writer, which a promise from before a read may be.
 *   <li>To judge rows, only the progress of their writers must be known from after the read: a row
 *       is one writer's, and its judgement depends on the progress of that writer only. {@link
 *       #read(Set)} opens their ledgers, closed ones too, and no other. It is exact, since a writer
 *       syncs its intent before it sends anything: what a read has seen was in the ledger by the
 *       time that the read was over.
 * </ul>
 */
public final class Ledgers implements CurrentLedgers {
  /**
   * Which table ledgers must belong to.
   *
   * @param fingerprint of its graph
   */
  public record Home(String instanceId, String tableId, String fingerprint) {}

  /**
   * What the ledgers say at some moment.
   *
   * @param doubts why something about them is not certain, one sentence each
   * @param ledgers how many were read
   */
  public record LedgerSnapshot(Promise promise, List<String> doubts, int ledgers) {
    /** Copies the doubts. */
    public LedgerSnapshot {
      doubts = List.copyOf(doubts);
    }
  }

  private final List<RunDirectory> runs;
  private final Home home;
  private final Graph graph;
  private final KnownWriters known;
  private final Map<Path, LedgerTail> tails = new HashMap<>();
  private final Map<Integer, LedgerTail> byWriter = new TreeMap<>();
  private final Map<Integer, Progress> writers = new TreeMap<>();

  /** What is not certain about each ledger, in the order in which they were read. */
  private final Map<LedgerTail, List<String>> doubts = new LinkedHashMap<>();

  private int ledgers;
  private boolean complete;
  private boolean everyVersion;
  private boolean mayTie;

  /** Whether HDFS did not free a ledger in time, so that no other is waited for as long. */
  private boolean stuck;

  /**
   * The ledgers of some runs; a run that is named twice counts once.
   *
   * @param home the table that they must belong to
   * @param known of their writers, queried before the ledgers are read
   */
  public Ledgers(List<RunDirectory> runs, Home home, Graph graph, KnownWriters known) {
    this.known = known;
    Map<Path, RunDirectory> distinct = new TreeMap<>();
    runs.forEach(run -> distinct.put(run.root(), run));
    this.runs = List.copyOf(distinct.values());
    this.home = home;
    this.graph = graph;
  }

  /**
   * The same for a table that keeps each version of an entry, if it does, or may give two one time.
   *
   * @see Promise#everyVersion
   * @see Promise#mayTie
   */
  public Ledgers keeping(boolean ofEveryVersion, boolean withTies) {
    everyVersion = ofEveryVersion;
    mayTie = withTies;
    return this;
  }

  /**
   * Reads them all, of each only what was added since the last time.
   *
   * @throws catena.records.words.UsageException if one belongs to another table or graph, or two to
   *     one writer
   */
  @Override
  public LedgerSnapshot read() throws IOException {
    Problems problems = new Problems();
    complete = false;
    byWriter.clear();
    writers.clear();
    doubts.clear();
    Map<LedgerTail, Long> there = list();
    there.forEach((tail, length) -> add(tail, length, problems));
    gone(there.keySet());
    problems.throwIfAny();
    complete = true;
    return reading();
  }

  /**
   * Reads those of some writers only. If a writer has no known ledger, it lists the directories for
   * new ones; the others are as they were when they were read last.
   */
  @Override
  public LedgerSnapshot read(Set<Integer> ofWriters) throws IOException {
    if (!complete) {
      return read();
    }
    Problems problems = new Problems();
    Set<Integer> known = new TreeSet<>(ofWriters);
    known.retainAll(byWriter.keySet());
    if (known.size() < ofWriters.size()) {
      addNew(problems);
    }
    for (int writer : known) {
      LedgerTail tail = byWriter.get(writer);
      List<String> own = new ArrayList<>();
      promised(tail, read(tail, own), own);
      note(tail, own);
    }
    problems.throwIfAny();
    return reading();
  }

  private LedgerSnapshot reading() {
    List<String> all = doubts.values().stream().flatMap(List::stream).toList();
    return new LedgerSnapshot(new Promise(writers, everyVersion, mayTie), all, ledgers);
  }

  /** All of them, with their lengths as the file systems list them. */
  private Map<LedgerTail, Long> list() throws IOException {
    Map<LedgerTail, Long> there = new LinkedHashMap<>();
    for (RunDirectory run : runs) {
      for (Map.Entry<Path, Long> each : run.ledgerLengths().entrySet()) {
        LedgerTail tail =
            tails.computeIfAbsent(each.getKey(), path -> new LedgerTail(run.fileSystem(), path));
        there.put(tail, each.getValue());
      }
    }
    ledgers = there.size();
    return there;
  }

  private void addNew(Problems problems) throws IOException {
    for (Map.Entry<LedgerTail, Long> each : list().entrySet()) {
      if (each.getKey().last().header().isEmpty()) {
        add(each.getKey(), each.getValue(), problems);
      }
    }
  }

  private void note(LedgerTail tail, List<String> own) {
    if (own.isEmpty()) {
      doubts.remove(tail);
    } else {
      doubts.put(tail, own);
    }
  }

  /** A ledger that was read before and is gone promises what it did, and leaves the rest open. */
  private void gone(Set<LedgerTail> there) {
    for (LedgerTail tail : tails.values()) {
      if (!there.contains(tail) && tail.last().header().isPresent()) {
        note(tail, List.of("The ledger " + tail.path() + " is gone: it was there a moment ago"));
        LedgerState last = tail.last();
        writers.putIfAbsent(
            last.header().get().writer(),
            Frontier.openEnded(graph, last.acknowledged(), last.resent()));
      }
    }
  }

  private void add(LedgerTail tail, long length, Problems problems) {
    List<String> own = new ArrayList<>();
    try {
      add(tail, tail.isOver(length) ? tail.last() : read(tail, own), own, problems);
    } catch (IOException e) {
      own.add("The ledger " + tail.path() + " cannot be read: " + e.getMessage());
    }
    note(tail, own);
  }

  private void add(LedgerTail tail, LedgerState state, List<String> own, Problems problems) {
    if (state.header().isEmpty()) {
      doubtDamage(tail, state, own);
      return;
    }
    LedgerHeader header = state.header().get();
    Home of = new Home(header.instanceId(), header.tableId(), header.fingerprint());
    if (!of.equals(home)) {
      problems.add(foreign(tail.path(), of));
    } else if (byWriter.putIfAbsent(header.writer(), tail) != null) {
      problems.add(
          "The ledgers "
              + byWriter.get(header.writer()).path()
              + " and "
              + tail.path()
              + " are both writer "
              + header.writer()
              + "'s: one is a copy, leave it out");
    } else {
      promised(tail, state, own);
    }
  }

  /** Records what a ledger promises of its writer. */
  private void promised(LedgerTail tail, LedgerState state, List<String> own) {
    doubtDamage(tail, state, own);
    int writer = state.header().orElseThrow().writer();
    boolean trusted = state.damage().isEmpty() && tail.isCurrent();
    writers.put(
        writer,
        trusted
            ? progress(tail.path(), writer, state, own)
            : Frontier.openEnded(graph, state.acknowledged(), state.resent()));
  }

  private static void doubtDamage(LedgerTail tail, LedgerState state, List<String> own) {
    state.damage().ifPresent(why -> own.add("The ledger " + tail.path() + " is damaged: " + why));
  }

  /** A ledger that ends before its writer did has lost lines, which may have said anything. */
  private Progress progress(Path path, int writer, LedgerState state, List<String> doubts) {
    Position attempted = Comparators.max(state.acknowledged(), state.attempted());
    Position ended = known.ends().getOrDefault(writer, Position.ORIGIN);
    // Who ends in order closes the ledger before.
    if (state.acknowledged().isBefore(ended) && state.closedAt().isBefore(ended)) {
      doubts.add(
          "The ledger "
              + path
              + " has lost its end: it acknowledges what is before "
              + inWords(state.acknowledged())
              + ", and its writer ended in order at "
              + inWords(ended)
              + "; copy the whole file from where the writer wrote it");
    }
    return new Progress(
        state.acknowledged(), Comparators.max(attempted, ended), state.resent(), state.imported());
  }

  private static String inWords(Position at) {
    return "block " + at.block() + " step " + at.step() + " index " + at.index();
  }

  /** A ledger that cannot be read just now promises what it did, and leaves the rest open. */
  private LedgerState read(LedgerTail tail, List<String> own) throws IOException {
    try {
      return readOrFree(tail);
    } catch (IOException e) {
      if (tail.last().header().isEmpty()) {
        throw e;
      }
      own.add("The ledger " + tail.path() + " cannot be read: " + e.getMessage());
      return tail.last();
    }
  }

  /** On HDFS one may be unreadable since its writer died: it is freed, and read again. */
  private LedgerState readOrFree(LedgerTail tail) throws IOException {
    try {
      return tail.read();
    } catch (IOException e) {
      OptionalInt writer = RunDirectory.writerOf(tail.path());
      if (writer.isEmpty() || stuck || !AppendFile.isLeased(tail.fileSystem(), tail.path())) {
        throw e;
      }
      try {
        known.free(writer.getAsInt(), tail.fileSystem(), tail.path());
      } catch (UsageException held) {
        throw new IOException(Reasons.of(e) + "; " + held.getMessage(), e);
      } catch (IOException why) {
        stuck = true;
        throw new IOException(Reasons.of(e) + "; " + Reasons.of(why), e);
      }
      return tail.read();
    }
  }

  private String foreign(Path path, Home of) {
    String what =
        !of.instanceId.equals(home.instanceId)
            ? "instance " + of.instanceId + ", not " + home.instanceId
            : !of.tableId.equals(home.tableId)
                ? "table id " + of.tableId + ", not " + home.tableId
                : "graph " + of.fingerprint + ", not " + home.fingerprint;
    return "The ledger " + path + " belongs to " + what + ": leave its run out";
  }

  @Override
  public Map<Position, WindowTimes> times(int writer, NavigableSet<Position> writes)
      throws IOException {
    LedgerTail tail = byWriter.get(writer);
    return tail == null ? Map.of() : LedgerReader.windowsOf(tail.fileSystem(), tail.path(), writes);
  }
}
