package catena.verify;

import catena.graph.FindingKind;
import catena.graph.Graph;
import catena.graph.Promise;
import catena.harness.accumulo.VisibleTo;
import catena.harness.read.Found;
import catena.harness.read.Passing;
import catena.harness.read.TableLookup;
import catena.harness.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Job;

/** Exact mode with one set of authorizations. */
final class ExactPass {
  private static final int WRITERS_NAMED = 10;

  private final Session session;
  private final Graph graph;
  private final Authorizations authorizations;
  private final Tally tally = new Tally();
  private final Map<FindingKind, Long> findings = new EnumMap<>(FindingKind.class);
  private final Map<Integer, Long> unpromised = new TreeMap<>();
  private final List<String> doubts = new ArrayList<>();

  ExactPass(Session session, Authorizations authorizations) {
    this.session = session;
    this.graph = session.graph().orElseThrow();
    this.authorizations = authorizations;
  }

  /** Scans, settles and concludes. */
  PassResult run() throws Exception {
    doubts.addAll(session.before().doubts());
    if (session.before().ledgers() == 0) {
      doubts.add("No ledger was given, so that nothing is promised: name the runs");
    }
    List<RowRange> ranges = session.ranges();
    long shuffled = 0;
    long begin = session.clock().millis();
    if (ranges.isEmpty()) {
      doubts.add("The rows asked for hold no whole stratum to sample: ask for more rows");
    } else {
      try (JobRun run = new JobRun(job(ranges), session.runner().nextOutput())) {
        Optional<String> failure =
            run.run("verify exact", session.terminal(), session.stop(), session.patience());
        failure.ifPresent(doubts::add);
        run.countInto(tally);
        shuffled = run.shuffledBytes();
        if (failure.isEmpty()) {
          settle(run);
        }
      }
    }
    doubtUnpromised();
    long millis = session.clock().millis() - begin;
    return new PassResult(tally, verdict(), doubts, findings, shuffled, millis);
  }

  private Job job(List<RowRange> ranges) throws Exception {
    Job job = session.newJob("catena verify exact", authorizations, ranges);
    new Task(graph, session.before().promise(), authorizations).writeTo(job.getConfiguration());
    job.setJarByClass(ExactMapper.class);
    job.setMapperClass(ExactMapper.class);
    job.setPartitionerClass(ExactReducer.ByWriter.class);
    job.setReducerClass(ExactReducer.class);
    job.setNumReduceTasks(Math.max(1, session.settings().get(VerifySettings.REDUCERS)));
    job.setOutputKeyClass(BytesWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    return job;
  }

  private void settle(JobRun run) throws Exception {
    FindingLog log =
        new FindingLog(
            graph,
            session.before().promise(),
            session.ledgers(),
            session.book(),
            authorizations.toString());
    Found.Sink counted =
        found -> {
          findings.merge(found.kind(), 1L, Long::sum);
          log.add(found);
        };
    Settlement settlement =
        new Settlement(terms(), tally, counted, session.stop(), session.clock());
    try (SettledRows settled = new SettledRows(session.terminal())) {
      run.read(
          new BytesWritable(),
          new BytesWritable(),
          (key, value) -> {
            switch (Shuffled.kind(key)) {
              case UNPROMISED ->
                  unpromised.merge(Shuffled.writer(key), Shuffled.number(value), Long::sum);
              case FAILED -> doubts.add("Rows not scanned: " + Shuffled.text(value));
              case ROW -> {
                settlement.add(Shuffled.candidate(key, value));
                settled.one();
              }
            }
          });
      settlement.finish();
    }
    if (session.stop().asked()) {
      doubts.add("Stopped before all was settled: " + session.stop().reason().orElse(""));
    }
  }

  private Settlement.Terms terms() {
    boolean eventual = isEventual();
    Settlement.Reader reader = reader(authorizations);
    Settlement.Reader user =
        authorizations.equals(session.user()) ? reader : reader(session.user());
    return new Settlement.Terms(
        graph,
        session.before().promise(),
        () -> session.ledgers().read().promise(),
        reader,
        user,
        eventual,
        session.settings().get(VerifySettings.LATE_LIMIT));
  }

  private Settlement.Reader reader(Authorizations of) {
    return new Settlement.Reader(
        new VisibleTo(of),
        new TableLookup(
            session.connection().client(),
            session.table(),
            of,
            session.settings().get(VerifySettings.CONSISTENCY),
            session.runner().threads(),
            Optional.of(session.patience())));
  }

  private boolean isEventual() {
    return session.settings().get(VerifySettings.CONSISTENCY) == ConsistencyLevel.EVENTUAL;
  }

  /** A writer that has a ledger by now began during the scan; the others are a doubt. */
  private void doubtUnpromised() throws IOException {
    Promise now = session.ledgers().read().promise();
    Map<Integer, Long> begun = new TreeMap<>(unpromised);
    begun.keySet().retainAll(now.writers().keySet());
    long begunEntries = begun.values().stream().mapToLong(n -> n).sum();
    tally.add(Count.CHANGED, begunEntries);
    tally.add(Count.UNPROMISED, -begunEntries);
    unpromised.keySet().removeAll(now.writers().keySet());
    if (!unpromised.isEmpty() && session.before().ledgers() > 0) {
      doubts.add(
          tally.get(Count.UNPROMISED)
              + " entries are of writers without a ledger ("
              + unpromised.keySet().stream()
                  .limit(WRITERS_NAMED)
                  .map(String::valueOf)
                  .collect(Collectors.joining(", "))
              + (unpromised.size() > WRITERS_NAMED ? ", …" : "")
              + "): they agree with the graph, and whether any are missing cannot be said;"
              + " give their runs too");
    }
  }

  private Verdict verdict() {
    boolean failed = findings.keySet().stream().anyMatch(new Passing(isEventual())::isFault);
    if (failed) {
      return Verdict.FAIL;
    }
    return doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
  }
}
