// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.graph.judge.FindingKind;
import catena.records.budget.BudgetFile;
import catena.records.history.Addition;
import catena.records.history.Causes;
import catena.records.history.Missing;
import catena.records.history.RateFile;
import catena.records.history.RunPlan;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.history.TabletHistory;
import catena.records.history.TolerantReader;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.placement.PlacementHistory;
import catena.records.run.Environment;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.sample.ClassicField;
import catena.records.tested.Tested;
import catena.records.threads.Threads;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Reasons;
import catena.report.history.RunHistory.RunState;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;

/** Reads a run directory, whole, still growing or cut off at any byte; changes nothing in it. */
public final class RunReader {
  /** A run that has written no event for this long is not running: samples are more frequent. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  /** Each thread that reads latencies keeps those of all stretches of the run. */
  private static final int MOST_THREADS = 4;

  private final RunDirectory directory;
  private final TolerantReader files;
  private final Clock clock;
  private final Missing missing = new Missing();
  private final Optional<GraphFile> graph;
  private final JournalFold journal;
  private final TabletHistory tablets = new TabletHistory();
  private final CoverageMarks marks = new CoverageMarks();

  private RunReader(RunDirectory directory, Clock clock) {
    this.directory = directory;
    this.files = new TolerantReader(directory, missing);
    this.clock = clock;
    this.graph = files.graph();
    this.journal =
        new JournalFold(graph.map(known -> known.spec().depth()).orElse(Integer.MAX_VALUE));
  }

  /**
   * Reads a run.
   *
   * @param clock shows whether the last event is fresh
   * @throws IOException if the directory itself cannot be listed
   */
  public static RunHistory read(RunDirectory directory, Clock clock) throws IOException {
    return read(directory, clock, new LongAdder());
  }

  /**
   * The same.
   *
   * @param lines counts what has been read: events, samples, intervals of latencies
   */
  public static RunHistory read(RunDirectory directory, Clock clock, LongAdder lines)
      throws IOException {
    return new RunReader(directory, clock).read(lines);
  }

  private RunHistory read(LongAdder lines) throws IOException {
    Optional<Environment> environment = files.json(directory.environment(), Environment.class);
    RunTimes times =
        new RunTimes(environment.map(Environment::startMillis).orElse(0L), clock.millis(), lines);
    int most = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    ExecutorService threads = Executors.newFixedThreadPool(most, Threads.daemons("report"));
    try {
      return read(environment, times, threads, most);
    } finally {
      threads.shutdownNow();
    }
  }

  private RunHistory read(
      Optional<Environment> environment, RunTimes times, ExecutorService threads, int most)
      throws IOException {
    Missing ofSamples = new Missing();
    TolerantReader sampled = new TolerantReader(directory, ofSamples);
    Future<Samples> sampling = threads.submit(() -> Samples.read(sampled, times, ofSamples));
    journals(times);
    Optional<VerdictFile> written = files.json(directory.verdict(), VerdictFile.class);
    Optional<VerdictFile> concluded = written.filter(file -> !file.unfinished());
    Optional<VerdictFile> verdict =
        written.filter(file -> !file.unfinished() || file.verdict() == Verdict.FAIL);
    ScenarioText scenario = ScenarioText.read(directory, missing);
    Samples samples = Threads.result(sampling);
    missing.addAll(ofSamples);
    Span span = span(environment, samples);
    SortedMap<String, SortedMap<String, LatencyTrack>> parts =
        LatencyReader.read(files, span, times, threads, most);
    SortedMap<String, LatencyTrack> latencies = new TreeMap<>();
    parts.values().forEach(own -> LatencyReader.addTo(latencies, own));
    times.note(missing);
    FindingSamples findings = findings();
    Causes causes = files.json(directory.causes(), Causes.class).orElse(Causes.NONE);
    SortedMap<String, LedgerState> ledgers = ledgers();
    Tested tested = files.json(directory.tested(), Tested.class).orElse(Tested.NOTHING);
    Optional<BudgetFile> budgets = files.json(directory.budgets(), BudgetFile.class);
    Optional<RunPlan> plan = files.json(directory.phases(), RunPlan.class);
    Optional<RateFile> rate = files.json(directory.rate(), RateFile.class);
    Optional<PlacementHistory> placement = PlacementHistory.readFrom(directory, files);
    List<Addition> additions = files.additions();
    RunState life = life(concluded, span);
    if (verdict.isEmpty()) {
      String file = directory.verdict().getName();
      String why = written.isEmpty() ? "no " + file : file + " is not finished";
      missing.add(why + ": nothing says whether the data is right");
    }
    return new RunHistory(
        directory.name(),
        directory.display(),
        life,
        span,
        scenario,
        settings(),
        environment,
        graph,
        verdict,
        verdict.flatMap(this::outdated),
        journal,
        FaultCosts.of(journal, journal.faults().faults(), span),
        latencies,
        parts,
        samples,
        findings,
        causes,
        ledgers,
        missing.sentences(),
        tested.last(),
        graph.map(GraphFile::tableId).map(tablets::numberOf).orElseGet(Series::new),
        budgets,
        plan,
        rate,
        placement,
        additions,
        marks.of(
            journal.faults().faults(),
            samples.of(ClassicField.TABLE_RECS_IN_MEM),
            samples.of("cluster", "compactions.major.running"),
            samples.of("cluster", "scans.running")));
  }

  /** A verdict that cannot be compared with the ledgers is no better than one that is older. */
  private Optional<String> outdated(VerdictFile verdict) {
    try {
      return verdict.outdated(directory);
    } catch (IOException e) {
      String why = "whether ledgers have grown since the verdict: " + Reasons.of(e);
      missing.add(why);
      return Optional.of(verdict.inWords() + "; it is not known " + why);
    }
  }

  private void journals(RunTimes times) throws IOException {
    files.journals(
        event -> {
          if (times.hold(JournalFold.begin(event), event.at())) {
            journal.accept(event);
            tablets.accept(event);
            marks.accept(event);
          }
        });
    if (journal.span().isEmpty()) {
      missing.add("no event: the journal is missing or empty");
    }
    int headless = journal.faults().headless();
    if (headless > 0) {
      missing.add(headless + " faults whose begin is not in the journal");
    }
  }

  /** The journal's span and the samples'; a run that neither covers has none. */
  private Span span(Optional<Environment> environment, Samples samples) {
    long begun = environment.map(Environment::startMillis).orElse(0L);
    Optional<Span> ofSamples = samples.isEmpty() ? Optional.empty() : Optional.of(samples.span());
    return journal
        .span()
        .map(span -> ofSamples.map(span::with).orElse(span))
        .or(() -> ofSamples)
        .orElse(new Span(begun, begun));
  }

  private RunState life(Optional<VerdictFile> verdict, Span span) {
    if (verdict.isPresent() || journal.hasEnded()) {
      return RunState.FINISHED;
    }
    return isRecent(span, clock) ? RunState.RUNNING : RunState.BROKEN_OFF;
  }

  /** Whether a run that has not ended may still be at work, by the last that is known of it. */
  public static boolean isRecent(Span span, Clock clock) {
    return clock.millis() - span.to() <= SILENCE.toMillis();
  }

  /** The findings that verify wrote, and those that readers saw of kinds of which it wrote none. */
  private FindingSamples findings() throws IOException {
    FindingSamples found = new FindingSamples(tablets, graph.map(GraphFile::tableId));
    boolean file = files.findings(found::seen);
    if (journal.of(Counted.FINDINGS).total() > 0) { // only now the places of all tablets are known
      Set<FindingKind> written = Set.copyOf(found.counts().keySet());
      List<Finding> journaled = new ArrayList<>();
      files.journaled(file, journaled::add);
      journaled.stream().filter(each -> !written.contains(each.kind())).forEach(found::seen);
    }
    return found;
  }

  private SortedMap<String, LedgerState> ledgers() {
    SortedMap<String, LedgerState> ledgers = new TreeMap<>();
    try {
      for (Path file : directory.ledgers()) {
        ledger(file).ifPresent(state -> ledgers.put(file.getName(), state));
      }
    } catch (IOException e) {
      missing.add("ledgers cannot be listed: " + Reasons.of(e));
    }
    return ledgers;
  }

  private Optional<LedgerState> ledger(Path file) {
    try {
      LedgerState state = LedgerReader.read(directory.fileSystem(), file);
      state.damage().ifPresent(damage -> missing.add(directory.nameOf(file) + ": " + damage));
      return Optional.of(state);
    } catch (IOException e) {
      missing.add("a ledger cannot be read: " + Reasons.of(e));
      return Optional.empty();
    }
  }

  private SortedMap<String, String> settings() {
    SortedMap<String, String> settings = files.settings();
    if (settings.isEmpty()) {
      missing.add("no settings: the file of them is missing, empty or damaged");
    }
    return settings;
  }

  /** What one thread reads of the latencies of a run. */
  static final class LatencyReader {
    /** A run is cut into at most this many stretches. */
    private static final int SLICES = 360;

    // Clients write an interval every 10 s, or more rarely.
    private static final long[] WIDTHS_SECONDS = {10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600};

    private final SortedMap<String, SortedMap<String, LatencyTrack>> parts = new TreeMap<>();
    private final Missing missing = new Missing();

    private LatencyReader(RunDirectory directory, List<Path> logs, Span span, RunTimes times) {
      long width = width(span);
      boolean unused =
          new TolerantReader(directory, missing)
              .latencies(
                  logs,
                  log ->
                      (operation, from, to, latencies) -> {
                        if (times.hold(from, to)) {
                          int digits = latencies.getNumberOfSignificantValueDigits();
                          parts
                              .computeIfAbsent(ClientName.ofLog(log), name -> new TreeMap<>())
                              .computeIfAbsent(
                                  operation, name -> new LatencyTrack(span.from(), width, digits))
                              .add(from, to, latencies);
                        }
                      });
    }

    /**
     * The latencies by part of the run, and then by operation. Each thread reads some of the logs.
     *
     * @param number of threads; memory grows with it
     */
    static SortedMap<String, SortedMap<String, LatencyTrack>> read(
        TolerantReader files, Span span, RunTimes times, ExecutorService threads, int number)
        throws IOException {
      List<Path> logs = files.latencyLogs();
      List<Future<LatencyReader>> read = new ArrayList<>();
      for (int thread = 0; thread < number; thread++) {
        // Logs with similar names are of similar size, so each thread gets some of all names.
        int first = thread;
        List<Path> some =
            IntStream.range(0, logs.size())
                .filter(i -> i % number == first)
                .mapToObj(logs::get)
                .toList();
        read.add(threads.submit(() -> new LatencyReader(files.directory(), some, span, times)));
      }
      SortedMap<String, SortedMap<String, LatencyTrack>> all = new TreeMap<>();
      for (Future<LatencyReader> each : read) {
        LatencyReader some = Threads.result(each);
        files.missing().addAll(some.missing);
        some.parts.forEach(
            (part, own) -> addTo(all.computeIfAbsent(part, name -> new TreeMap<>()), own));
      }
      if (all.isEmpty()) {
        files.missing().add("no latencies: there is no latency log with an interval in it");
      }
      return all;
    }

    /** Adds latencies to others by operation, and leaves them as they are. */
    static void addTo(SortedMap<String, LatencyTrack> sums, SortedMap<String, LatencyTrack> more) {
      more.forEach(
          (operation, track) -> sums.computeIfAbsent(operation, name -> track.empty()).with(track));
    }

    private static long width(Span span) {
      for (long seconds : WIDTHS_SECONDS) {
        if (span.seconds() <= seconds * SLICES) {
          return seconds * 1000;
        }
      }
      return (long) Math.ceil(span.seconds() / SLICES) * 1000;
    }
  }
}
