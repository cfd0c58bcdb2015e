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
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
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

  private record File(FileSystem fs, Path path) {}

  private final List<RunDirectory> runs;
  private final Home home;
  private final Graph graph;
  private final KnownWriters known;
  private final Map<Path, LedgerTail> tails = new HashMap<>();
  private final Map<Integer, File> files = new TreeMap<>();
  private final Map<Integer, Progress> writers = new TreeMap<>();

  /** What is not certain about each ledger, in the order in which they were read. */
  private final Map<Path, List<String>> doubts = new LinkedHashMap<>();

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
    files.clear();
    writers.clear();
    doubts.clear();
    Map<File, Long> there = list();
    there.forEach((file, length) -> add(file, length, problems));
    ledgers = there.size();
    gone(there.keySet().stream().map(File::path).collect(Collectors.toSet()));
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
    known.retainAll(files.keySet());
    if (known.size() < ofWriters.size()) {
      addNew(problems);
    }
    for (int writer : known) {
      File file = files.get(writer);
      List<String> own = new ArrayList<>();
      LedgerTail tail = tails.get(file.path);
      promised(file, tail, read(tail, file, own), own);
      note(file.path, own);
    }
    problems.throwIfAny();
    return reading();
  }

  private LedgerSnapshot reading() {
    List<String> all = doubts.values().stream().flatMap(List::stream).toList();
    return new LedgerSnapshot(new Promise(writers, everyVersion, mayTie), all, ledgers);
  }

  /** All of them, with their lengths as the file systems list them. */
  private Map<File, Long> list() throws IOException {
    Map<File, Long> there = new LinkedHashMap<>();
    for (RunDirectory run : runs) {
      run.ledgerLengths()
          .forEach((path, length) -> there.put(new File(run.fileSystem(), path), length));
    }
    return there;
  }

  private void addNew(Problems problems) throws IOException {
    for (Map.Entry<File, Long> each : list().entrySet()) {
      LedgerTail tail = tails.get(each.getKey().path);
      if (tail == null) {
        ledgers++;
      }
      if (tail == null || tail.last().header().isEmpty()) {
        add(each.getKey(), each.getValue(), problems);
      }
    }
  }

  private void note(Path path, List<String> own) {
    if (own.isEmpty()) {
      doubts.remove(path);
    } else {
      doubts.put(path, own);
    }
  }

  /** A ledger that was read before and is gone promises what it did, and leaves the rest open. */
  private void gone(Set<Path> there) {
    tails.forEach(
        (path, tail) -> {
          if (!there.contains(path) && tail.last().header().isPresent()) {
            note(path, List.of("The ledger " + path + " is gone: it was there a moment ago"));
            LedgerState last = tail.last();
            writers.putIfAbsent(
                last.header().get().writer(),
                Frontier.openEnded(graph, last.acknowledged(), last.resent()));
          }
        });
  }

  private void add(File file, long length, Problems problems) {
    LedgerTail tail = tails.computeIfAbsent(file.path, path -> new LedgerTail(file.fs, path));
    List<String> own = new ArrayList<>();
    try {
      add(file, tail, tail.isOver(length) ? tail.last() : read(tail, file, own), own, problems);
    } catch (IOException e) {
      own.add("The ledger " + file.path + " cannot be read: " + e.getMessage());
    }
    note(file.path, own);
  }

  private void add(
      File file, LedgerTail tail, LedgerState state, List<String> own, Problems problems) {
    if (state.header().isEmpty()) {
      doubtDamage(file, state, own);
      return;
    }
    LedgerHeader header = state.header().get();
    Home of = new Home(header.instanceId(), header.tableId(), header.fingerprint());
    if (!of.equals(home)) {
      problems.add(foreign(file.path, of));
    } else if (files.putIfAbsent(header.writer(), file) != null) {
      problems.add(
          "The ledgers "
              + files.get(header.writer()).path
              + " and "
              + file.path
              + " are both writer "
              + header.writer()
              + "'s: one is a copy, leave it out");
    } else {
      promised(file, tail, state, own);
    }
  }

  /** Records what a ledger promises of its writer. */
  private void promised(File file, LedgerTail tail, LedgerState state, List<String> own) {
    doubtDamage(file, state, own);
    int writer = state.header().orElseThrow().writer();
    boolean trusted = state.damage().isEmpty() && tail.isCurrent();
    writers.put(
        writer,
        trusted
            ? progress(file.path, writer, state, own)
            : Frontier.openEnded(graph, state.acknowledged(), state.resent()));
  }

  private static void doubtDamage(File file, LedgerState state, List<String> own) {
    state.damage().ifPresent(why -> own.add("The ledger " + file.path + " is damaged: " + why));
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
  private LedgerState read(LedgerTail tail, File file, List<String> doubts) throws IOException {
    try {
      return readOrFree(tail, file);
    } catch (IOException e) {
      if (tail.last().header().isEmpty()) {
        throw e;
      }
      doubts.add("The ledger " + file.path + " cannot be read: " + e.getMessage());
      return tail.last();
    }
  }

  /** On HDFS one may be unreadable since its writer died: it is freed, and read again. */
  private LedgerState readOrFree(LedgerTail tail, File file) throws IOException {
    try {
      return tail.read();
    } catch (IOException e) {
      OptionalInt writer = RunDirectory.writerOf(file.path);
      if (writer.isEmpty() || stuck || !AppendFile.isLeased(file.fs, file.path)) {
        throw e;
      }
      try {
        known.free(writer.getAsInt(), file.fs, file.path);
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

  /**
   * When the windows were written that hold some of a writer's writes, by one pass over its ledger;
   * those that no window holds are left out.
   */
  public Map<Position, WindowTimes> times(int writer, NavigableSet<Position> writes)
      throws IOException {
    File file = files.get(writer);
    return file == null ? Map.of() : LedgerReader.windowsOf(file.fs, file.path, writes);
  }
}
