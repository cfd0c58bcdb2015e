package catena.harness.check;

import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.harness.ledger.LedgerHeader;
import catena.harness.ledger.LedgerReader;
import catena.harness.ledger.LedgerState;
import catena.harness.ledger.LedgerTail;
import catena.harness.ledger.WindowTimes;
import catena.harness.run.RunDirectory;
import catena.harness.words.Problems;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The ledgers of some runs into one table, read as often as asked; for one thread. */
public final class Ledgers {
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
  public record Reading(Promise promise, List<String> doubts, int ledgers) {
    /** Copies the doubts. */
    public Reading {
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

  /**
   * The ledgers of some runs, as far as nothing else is known of their writers.
   *
   * @param home the table that they must belong to
   */
  public Ledgers(List<RunDirectory> runs, Home home, Graph graph) {
    this(runs, home, graph, KnownWriters.NONE);
  }

  /**
   * The ledgers of some runs; a run that is named twice counts once.
   *
   * @param home the table that they must belong to
   * @param known of their writers, asked before the ledgers are read
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
   * Reads them all, of each only what was added since the last time.
   *
   * @throws catena.harness.words.UsageException if one belongs to another table or graph, or two to
   *     one writer
   */
  public Reading read() throws IOException {
    Problems problems = new Problems();
    List<String> doubts = new ArrayList<>();
    Map<Integer, Progress> writers = new TreeMap<>();
    Set<Path> there = new HashSet<>();
    int ledgers = 0;
    files.clear();
    for (RunDirectory run : runs) {
      for (Path path : run.ledgers()) {
        ledgers++;
        there.add(path);
        try {
          add(new File(run.fileSystem(), path), writers, doubts, problems);
        } catch (IOException e) {
          doubts.add("The ledger " + path + " cannot be read: " + e.getMessage());
        }
      }
    }
    gone(there, writers, doubts);
    problems.throwIfAny();
    return new Reading(new Promise(writers), doubts, ledgers);
  }

  /** A ledger that was read before and is gone promises what it did, and leaves the rest open. */
  private void gone(Set<Path> there, Map<Integer, Progress> writers, List<String> doubts) {
    tails.forEach(
        (path, tail) -> {
          if (!there.contains(path) && tail.last().header().isPresent()) {
            doubts.add("The ledger " + path + " is gone: it was there a moment ago");
            LedgerState last = tail.last();
            writers.putIfAbsent(
                last.header().get().writer(),
                Frontier.openEnded(graph, last.acknowledged(), last.resent()));
          }
        });
  }

  private void add(
      File file, Map<Integer, Progress> writers, List<String> doubts, Problems problems)
      throws IOException {
    LedgerTail tail = tails.computeIfAbsent(file.path, path -> new LedgerTail(file.fs, path));
    LedgerState state = read(tail, file, doubts);
    state.damage().ifPresent(why -> doubts.add("The ledger " + file.path + " is damaged: " + why));
    if (state.header().isEmpty()) {
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
      boolean trusted = state.damage().isEmpty() && tail.isCurrent();
      writers.put(
          header.writer(),
          trusted
              ? progress(file.path, header.writer(), state, doubts)
              : Frontier.openEnded(graph, state.acknowledged(), state.resent()));
    }
  }

  /** A ledger that ends before its writer did has lost lines, which may have said anything. */
  private Progress progress(Path path, int writer, LedgerState state, List<String> doubts) {
    Position attempted = later(state.acknowledged(), state.attempted());
    Position ended = known.ends().getOrDefault(writer, Position.ORIGIN);
    if (attempted.isBefore(ended)) {
      doubts.add(
          "The ledger "
              + path
              + " has lost its end: it goes up to "
              + inWords(attempted)
              + ", and its writer ended in order at "
              + inWords(ended)
              + "; copy the whole file from where the writer wrote it");
    }
    return new Progress(state.acknowledged(), later(attempted, ended), state.resent());
  }

  private static String inWords(Position at) {
    return "block " + at.block() + " step " + at.step() + " index " + at.index();
  }

  /** A ledger that cannot be read just now promises what it did, and leaves the rest open. */
  private static LedgerState read(LedgerTail tail, File file, List<String> doubts)
      throws IOException {
    try {
      return tail.read();
    } catch (IOException e) {
      if (tail.last().header().isEmpty()) {
        throw e;
      }
      doubts.add("The ledger " + file.path + " cannot be read: " + e.getMessage());
      return tail.last();
    }
  }

  private static Position later(Position a, Position b) {
    return a.isBefore(b) ? b : a;
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

  /** When the window was written that holds a writer's write, as its ledger has it. */
  public Optional<WindowTimes> times(int writer, Position write) throws IOException {
    File file = files.get(writer);
    return file == null ? Optional.empty() : LedgerReader.windowOf(file.fs, file.path, write);
  }
}
