package catena.verify;

import catena.graph.FindingKind;
import catena.graph.NodeCodec;
import catena.harness.verdict.Finding;
import catena.harness.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;

/** References mode with one set of authorizations. */
final class ReferencesPass {
  private static final int REDUCERS_ON_YARN = 8;

  private final Session session;
  private final Authorizations authorizations;
  private Tally tally = new Tally();
  private final Map<FindingKind, Long> findings = new EnumMap<>(FindingKind.class);
  private final List<String> doubts = new ArrayList<>();

  ReferencesPass(Session session, Authorizations authorizations) {
    this.session = session;
    this.authorizations = authorizations;
  }

  /** Scans, joins and concludes. */
  PassResult run() throws Exception {
    long begin = session.clock().millis();
    long shuffled;
    try (JobRun run = new JobRun(job(), session.runner().nextOutput())) {
      Optional<String> failure =
          run.run("verify references", session.terminal(), session.stop(), session.patience());
      failure.ifPresent(doubts::add);
      tally = run.counted();
      shuffled = run.shuffledBytes();
      if (failure.isEmpty()) {
        run.read(new LongWritable(), new Text(), (row, line) -> found(row.get(), line.toString()));
      }
    }
    if (doubts.isEmpty() && tally.get(Count.ENTRIES) == 0 && session.before().ledgers() == 0) {
      doubts.add(
          "The table shows no entry and no ledger says that it must not: nothing was verified");
    }
    boolean moved = !session.ledgers().read().promise().equals(session.before().promise());
    if (moved) {
      doubts.add(
          "Entries were written during the scan, which references mode takes for undefined rows:"
              + " run it when nothing writes");
    }
    boolean failed =
        findings.keySet().stream().anyMatch(kind -> kind == FindingKind.CORRUPT || !moved);
    Verdict verdict = failed ? Verdict.FAIL : doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    long millis = session.clock().millis() - begin;
    return new PassResult(tally, verdict, doubts, findings, shuffled, millis);
  }

  private Job job() throws Exception {
    Job job = session.newJob("catena verify references", authorizations, session.ranges());
    job.getConfiguration().setLong(ReferencesMapper.FROM, session.within().firstNumber());
    job.getConfiguration().setLong(ReferencesMapper.TO, session.within().endNumber());
    job.setJarByClass(ReferencesMapper.class);
    job.setMapperClass(ReferencesMapper.class);
    job.setReducerClass(ReferencesReducer.class);
    int reducers = session.settings().get(VerifySettings.REDUCERS);
    boolean local = session.settings().get(VerifySettings.ON) == VerifySettings.On.LOCAL;
    int automatic = local ? session.runner().threads() : REDUCERS_ON_YARN;
    job.setNumReduceTasks(reducers > 0 ? reducers : automatic);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(Mention.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    return job;
  }

  private void found(long row, String line) throws IOException {
    String rest = line.substring(ReferencesReducer.UNDEFINED.length());
    String rowText = row == ReferencesMapper.NO_ROW ? "" : NodeCodec.rowText(row);
    Finding finding;
    if (line.startsWith(ReferencesReducer.UNDEFINED)) {
      finding =
          Finding.of(FindingKind.UNDEFINED, rowText, session.clock().millis())
              .withExpected("an entry")
              .withSeen("nothing")
              .withReferrers(Arrays.asList(rest.split(" ", -1)));
    } else {
      String[] parts = rest.split("\n", 2);
      finding =
          Finding.of(FindingKind.CORRUPT, rowText, session.clock().millis())
              .withSeen(parts[1])
              .withDetail("why", parts[0]);
    }
    findings.merge(finding.kind(), 1L, Long::sum);
    session
        .book()
        .add(
            finding
                .withDetail("mode", "references")
                .withDetail("authorizations", authorizations.toString()));
  }
}
