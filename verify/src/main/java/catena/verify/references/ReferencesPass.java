package catena.verify.references;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.VisibleTo;
import catena.harness.check.Count;
import catena.harness.check.Lookup;
import catena.harness.check.TableLookup;
import catena.harness.job.JobRun;
import catena.harness.verdict.Finding;
import catena.harness.verdict.Verdict;
import catena.harness.words.Amounts;
import catena.verify.job.Counted;
import catena.verify.job.VerifyContext;
import catena.verify.job.VerifySettings;
import catena.verify.result.PassResult;
import catena.verify.row.Mention;
import catena.verify.row.Tally;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** References mode with one set of authorizations. */
public final class ReferencesPass {
  private static final Logger LOG = LogManager.getLogger(ReferencesPass.class);
  private static final int REDUCERS_ON_YARN = 8;
  private static final int BATCH = 10_000;

  /** A row that is referred to and has no entry. */
  private record Undefined(long row, String referrers) {}

  private final VerifyContext session;
  private final Authorizations authorizations;
  private final VisibleTo visible;
  private final Map<FindingKind, Long> findings = new EnumMap<>(FindingKind.class);
  private final Set<String> doubts = new LinkedHashSet<>();
  private final List<Undefined> batch = new ArrayList<>();
  private Tally tally = new Tally();
  private long shuffled;
  private boolean moved;

  /**
   * A pass that has not begun; the table needs no graph.
   *
   * @param authorizations with which the table is scanned
   */
  public ReferencesPass(VerifyContext session, Authorizations authorizations) {
    this.session = session;
    this.authorizations = authorizations;
    this.visible = new VisibleTo(authorizations);
  }

  /** Scans, joins and concludes. */
  public PassResult run() throws InterruptedException {
    long begin = session.nanoClock().getAsLong();
    boolean joined = false;
    try {
      joined = join();
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      LOG.error("a pass by references was not completed", e);
      doubts.add("The references were not all looked at: " + e);
    }
    if (doubts.isEmpty() && tally.get(Count.ENTRIES) == 0 && session.before().ledgers() == 0) {
      doubts.add(
          "The table shows no entry and no ledger says that it must not: nothing was verified");
    }
    Verdict verdict =
        !findings.isEmpty() ? Verdict.FAIL : doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    long millis = (session.nanoClock().getAsLong() - begin) / 1_000_000;
    List<String> compared = joined ? List.of(compared()) : List.of();
    return new PassResult(
        tally, verdict, List.copyOf(doubts), compared, findings, shuffled, millis);
  }

  private String compared() {
    return "By references: %s of %s rows that are referred to are there, of %s entries"
        .formatted(
            Amounts.grouped(tally.get(Count.REFERENCED)),
            Amounts.grouped(tally.get(Count.REFERENCED) + tally.get(Count.UNDEFINED)),
            Amounts.grouped(tally.get(Count.ENTRIES)));
  }

  /** Whether the job came to its end. */
  private boolean join() throws Exception {
    try (JobRun run = new JobRun(job(), session.runner().nextOutput())) {
      Optional<String> failure = run.run("verify references", session.watch());
      failure.ifPresent(doubts::add);
      tally = Counted.of(run);
      shuffled = run.shuffledBytes();
      if (failure.isEmpty()) {
        moved = !session.ledgers().read().promise().equals(session.before().promise());
        if (moved) {
          doubts.add(
              "Entries were written during the scan, which references mode takes for undefined"
                  + " rows: run it when nothing writes");
        }
        run.read(new LongWritable(), new Text(), (row, line) -> found(row.get(), line.toString()));
        settle();
      }
      return failure.isEmpty();
    }
  }

  private Job job() throws Exception {
    Job job = session.newJob("catena verify references", authorizations, session.ranges());
    job.getConfiguration().setLong(ReferencesMapper.FROM, session.within().firstNumber());
    job.getConfiguration().setLong(ReferencesMapper.TO, session.within().endNumber());
    job.setJarByClass(ReferencesMapper.class);
    job.setMapperClass(ReferencesMapper.class);
    job.setReducerClass(ReferencesReducer.class);
    int reducers = session.settings().get(VerifySettings.REDUCERS);
    int automatic = session.runner().isLocal() ? session.runner().threads() : REDUCERS_ON_YARN;
    job.setNumReduceTasks(reducers > 0 ? reducers : automatic);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(Mention.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    return job;
  }

  private void found(long row, String line) throws Exception {
    String rest = line.substring(ReferencesReducer.UNDEFINED.length());
    if (line.startsWith(ReferencesReducer.UNDEFINED)) {
      batch.add(new Undefined(row, rest));
      if (batch.size() == BATCH) {
        settle();
      }
    } else {
      String[] parts = rest.split("\n", 2);
      String rowText = row == ReferencesMapper.NO_ROW ? "" : NodeCodec.rowText(row);
      add(
          Finding.of(FindingKind.CORRUPT, rowText, session.clock().millis())
              .withSeen(parts[1])
              .withDetail("why", parts[0]));
    }
  }

  /** Tells of the undefined rows, save those that are only hidden, or may be being written. */
  private void settle() throws Exception {
    if (!moved) {
      Set<Long> hidden = hidden();
      tally.add(Count.HIDDEN, hidden.size());
      for (Undefined undefined : batch) {
        if (!hidden.contains(undefined.row)) {
          add(
              Finding.of(
                      FindingKind.UNDEFINED,
                      NodeCodec.rowText(undefined.row),
                      session.clock().millis())
                  .withExpected("an entry")
                  .withSeen("nothing")
                  .withReferrers(Arrays.asList(undefined.referrers.split(" ", -1))));
        }
      }
    }
    batch.clear();
  }

  /**
   * The rows that the authorizations in use do not show: as the graph says, or where there is none
   * as the user sees them with all that it has.
   */
  private Set<Long> hidden() throws Exception {
    Set<Long> hidden = new LinkedHashSet<>();
    if (session.graph().isPresent()) {
      batch.stream()
          .filter(each -> isHidden(session.graph().get(), each.row))
          .forEach(each -> hidden.add(each.row));
    } else if (!authorizations.equals(session.user())) {
      Lookup lookup =
          new TableLookup(
              session.connection().client(),
              session.table(),
              session.user(),
              ConsistencyLevel.IMMEDIATE,
              session.runner().threads(),
              Optional.of(session.patience()));
      lookup
          .rows(batch.stream().map(each -> NodeCodec.rowText(each.row)).toList())
          .forEach(
              (row, entries) -> {
                if (entries.stream().noneMatch(this::isVisible)) {
                  hidden.add(NodeCodec.row(NodeCodec.rowBytes(row)));
                }
              });
    }
    return hidden;
  }

  /** Whether a row is a node's whose visibility hides it; of a taken table, a promised node's. */
  private boolean isHidden(Graph graph, long row) {
    return graph
        .node(row)
        .filter(
            node ->
                !graph.spec().takenOver()
                    || session.before().promise().of(node.writer()).isPresent())
        .map(node -> graph.visibility(node.writer(), node.window(), node.index()))
        .map(choice -> !visible.test(graph.spec().visibilities().get(choice)))
        .orElse(false);
  }

  private boolean isVisible(Entry entry) {
    return visible.test(new String(entry.visibility(), StandardCharsets.UTF_8));
  }

  /** Counts a finding; if it cannot be written down it stays found. */
  private void add(Finding finding) {
    findings.merge(finding.kind(), 1L, Long::sum);
    session.book().fault(finding.kind(), finding.row());
    try {
      session
          .book()
          .add(
              finding
                  .withDetail("mode", "references")
                  .withDetail("authorizations", authorizations.toString()));
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk is full
      doubts.add("Not all findings could be written down: " + e);
    }
  }
}
