// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.read.check.CurrentLedgers;
import catena.read.check.FindingEvidence;
import catena.read.check.Found;
import catena.read.check.Frontier;
import catena.read.check.Ledgers;
import catena.read.check.TransientDifferences;
import catena.read.check.UnledgeredWriters;
import catena.read.check.View;
import catena.read.settle.BatchSettler;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.verify.result.PassResult;
import catena.verify.row.CoverageAccount;
import catena.verify.row.RowRange;
import catena.verify.row.Shuffled;
import catena.verify.row.Tally;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * What a pass in exact mode concludes from the records of its tasks: all that the driver does,
 * without MapReduce.
 *
 * <p>Whatever goes wrong is a doubt in addition to what was found until then.
 */
public final class ExactConclusion {
  /**
   * What a verification compares with, and how it settles rows that differ.
   *
   * @param graph the table's, if it has one, as it has in exact mode
   * @param before what the ledgers said before the scan began
   * @param now reads the ledgers as they are now, all or those of some writers
   * @param reader the view of the scan
   * @param user the same user with all of its authorizations
   * @param eventual whether scans may show an older state of the table
   * @param lateLimit how long, in all, what may pass by itself is waited for
   * @param stop ends it early, as a doubt; how to wait
   * @param waits takes for how many rows that may still pass it waits, and for how long at most
   * @param clock the time of what is found
   * @param nanoClock measures the limit
   */
  public record Context(
      Optional<Graph> graph,
      Ledgers.LedgerSnapshot before,
      CurrentLedgers now,
      View reader,
      View user,
      boolean eventual,
      Duration lateLimit,
      StopSignal stop,
      ObjIntConsumer<Duration> waits,
      Clock clock,
      LongSupplier nanoClock) {}

  private static final Logger LOG = LogManager.getLogger(ExactConclusion.class);

  /** Nodes for which the promise says what must be there, or must not. */
  private static final List<Count> COMPARED =
      List.of(Count.PROMISED, Count.GONE, Count.HIDDEN_CERTAIN);

  private final Context context;
  private final Graph graph;
  private final Tally tally = new Tally();
  private final Map<FindingKind, Long> findings = new EnumMap<>(FindingKind.class);
  private final Map<FindingKind, Long> counted = new EnumMap<>(FindingKind.class);
  private final Map<Integer, Long> unpromised = new TreeMap<>();
  private final Set<String> doubts = new LinkedHashSet<>();
  private final CoverageAccount account;
  private final boolean whole;
  private final BatchSettler settlement;
  private final FindingEvidence evidence;
  private final String authorizations;
  private final FailableConsumer<Finding, Exception> sink;
  private boolean scanned = true;
  private boolean settling = true;

  /**
   * A conclusion from records that are still to come.
   *
   * @param asked the rows that are to be checked, in order and apart from one another
   * @param handedOut the ranges that tasks were given
   * @param sink receives what is found
   */
  public ExactConclusion(
      Context context,
      List<RowRange> asked,
      List<RowRange> handedOut,
      FailableConsumer<Finding, Exception> sink) {
    this.context = context;
    this.graph = context.graph().orElseThrow();
    this.whole = asked.equals(List.of(RowRange.ALL));
    this.account =
        new CoverageAccount(
            graph, Frontier.population(graph, context.before().promise()), asked, handedOut);
    this.evidence = new FindingEvidence(graph, context.before()::promise, context.now());
    this.authorizations = context.reader().authorizations().toString();
    this.sink = sink;
    this.settlement = new BatchSettlement(context, tally, this::found);
    doubts.addAll(context.before().doubts());
  }

  /** Counts what was found; what cannot be written down stays found. */
  private void found(List<Found> all) throws InterruptedException {
    all.forEach(found -> findings.merge(found.kind(), 1L, Long::sum));
    evidence.prepare(all);
    for (Found found : all) {
      // An Error, too: Hadoop throws one where a disk is full.
      Threads.attempt(() -> sink.accept(evidence.finding(found, authorizations)))
          .ifPresent(e -> doubts.add("Not all findings could be written down: " + e));
    }
  }

  /** Processes a record of a task. */
  public void record(BytesWritable key, BytesWritable value) throws InterruptedException {
    switch (Shuffled.kind(key)) {
      case RANGE ->
          attempt("reading a task's account", () -> account.report(Shuffled.report(value)));
      case UNPROMISED -> {
        long entries = Shuffled.number(value);
        account.unpromised(entries);
        unpromised.merge(Shuffled.writer(key), entries, Long::sum);
      }
      case ROW -> {
        account.row();
        settle(() -> settlement.add(Shuffled.row(key, value)));
      }
    }
  }

  /** After a failure nothing is settled any more, since the next would wait as long. */
  private void settle(FailableRunnable<Exception> step) throws InterruptedException {
    if (settling) {
      settling = attempt("settling rows that differed at first", step);
    }
  }

  private boolean attempt(String what, FailableRunnable<Exception> step)
      throws InterruptedException {
    // An Error, too: Hadoop throws one where a disk fails.
    Optional<Throwable> failure = Threads.attempt(step::run);
    failure.ifPresent(
        e -> {
          LOG.error("{} failed", what, e);
          doubts.add("The verification broke off while " + what + ": " + e);
        });
    return failure.isEmpty();
  }

  /**
   * Notes that the records of the tasks are not complete, or cannot be read.
   *
   * @param counted what the tasks counted until then
   */
  void broken(String why, Tally counted) {
    doubts.add(why);
    scanned = false;
    counted.all().forEach(tally::add);
    counted.wrong().forEach(this::seenAtFirst);
    long differing = counted.get(Count.DIFFERING);
    if (differing > 0) {
      doubts.add(
          Amounts.grouped(differing)
              + " rows that differed at first had been seen by then, and are not in"
              + " findings.jsonl");
    }
  }

  /** Takes what tasks counted at first: it counts if not all rows can be judged again. */
  void counted(Tally seen) {
    counted.putAll(seen.wrong());
  }

  /** What no later write and no second read explains is a fault at first sight. */
  private void seenAtFirst(FindingKind kind, long n) {
    boolean explained =
        kind == FindingKind.LOST
            || kind == FindingKind.MISCOUNTED // of an import that was begun again meanwhile
            || (context.eventual() && new TransientDifferences(true).test(kind));
    if (!explained) {
      findings.merge(kind, n, Long::sum);
    }
  }

  /** Concludes, now that all records have come that will. */
  public PassResult conclude() throws InterruptedException {
    settle(settlement::finish);
    if (!settling || !scanned || context.stop().asked()) {
      counted.keySet().removeAll(findings.keySet());
      counted.forEach(this::seenAtFirst);
    }
    doubts.addAll(settlement.doubts());
    if (scanned) {
      account.counts().forEach(tally::add);
      doubts.addAll(account.doubts());
    }
    if (context.stop().asked()) {
      doubts.add("Stopped before all was settled: " + context.stop().reason().orElse(""));
    }
    attempt("reading the ledgers once more", this::doubtUnpromised);
    doubtNothing();
    List<String> compared = new ArrayList<>();
    if (scanned) {
      compared.add(compared());
    }
    if (scanned && whole && context.before().ledgers() > 0) {
      compared.add(written());
    }
    return new PassResult(tally, verdict(), List.copyOf(doubts), compared, findings, 0, 0);
  }

  /** A writer that has a ledger by now began during the scan; the others are a doubt. */
  private void doubtUnpromised() throws Exception {
    UnledgeredWriters all = new UnledgeredWriters(unpromised);
    Ledgers.LedgerSnapshot now = context.now().read();
    if (settlement.hasTaken()) {
      doubts.addAll(now.doubts()); // rows were judged by what these ledgers say, as far as they do
    }
    UnledgeredWriters left = all.without(now.promise());
    if (scanned) {
      tally.add(Count.CHANGED, all.total() - left.total());
      tally.add(Count.UNPROMISED, left.total() - all.total());
    }
    if (context.before().ledgers() > 0) {
      left.doubt().ifPresent(doubts::add);
    }
  }

  /** Nothing compared is no pass. */
  private void doubtNothing() {
    boolean acknowledged =
        context.before().promise().writers().values().stream()
            .anyMatch(progress -> Position.ORIGIN.isBefore(progress.acknowledged()));
    if (context.before().ledgers() == 0) {
      doubts.add("No ledger was given, so that nothing is promised: name the runs");
    } else if (!acknowledged) {
      doubts.add(
          "Nothing was promised: no ledger held an acknowledged window when the verification began;"
              + " verify again once ingest has had a flush acknowledged");
    } else if (scanned && COMPARED.stream().allMatch(count -> tally.get(count) == 0)) {
      doubts.add(
          "Nothing of what was promised lies in the rows that were asked for: ask for more rows");
    }
  }

  /** What a pass compared, in one sentence. */
  private String compared() {
    WriteOrder order = new WriteOrder(graph);
    LongSummaryStatistics windows =
        context.before().promise().writers().values().stream()
            .mapToLong(progress -> order.windowsBegun(progress.acknowledged()))
            .summaryStatistics();
    StringBuilder sentence = new StringBuilder("Exactly: ");
    sentence.append(
        "%s of %s promised %s, of %s writer%s"
            .formatted(
                Amounts.grouped(tally.get(Count.EXACT)),
                Amounts.grouped(tally.get(Count.PROMISED)),
                graph.spec().cells().columns() > 1 ? "rows" : "entries",
                Amounts.grouped(windows.getCount()),
                windows.getCount() == 1 ? "" : "s"));
    if (windows.getCount() > 0) {
      sentence.append(
          windows.getMin() == windows.getMax()
              ? ", nodes of %s windows each".formatted(Amounts.grouped(windows.getMax()))
              : ", nodes of %s to %s windows each"
                  .formatted(Amounts.grouped(windows.getMin()), Amounts.grouped(windows.getMax())));
    }
    more(sentence, Count.GONE, "deleted entries that are gone");
    more(sentence, Count.CHANGED, "rows written during the scan");
    more(sentence, Count.INDETERMINATE, "entries that may be there or not");
    more(sentence, Count.HIDDEN, "entries hidden by visibility");
    more(sentence, Count.FORMER, "rows from before the takeover");
    return sentence.toString();
  }

  /**
   * What writers have done by their ledgers, so that the numbers of a run add up: puts are current
   * entries, rewritten ones and deleted ones. What was attempted and not acknowledged is not known
   * if a ledger is damaged.
   */
  private String written() {
    Map<Step, Long> done = new EnumMap<>(Step.class);
    Map<Step, Long> begun = new EnumMap<>(Step.class);
    boolean known = true;
    for (var each : context.before().promise().writers().entrySet()) {
      add(done, each.getKey(), each.getValue().acknowledged());
      known = known && !Frontier.isOpenEnded(graph, each.getValue());
      if (known) {
        add(begun, each.getKey(), each.getValue().attempted());
      }
    }
    long deletes = done.getOrDefault(Step.DELETE, 0L);
    long rewrites = done.getOrDefault(Step.CLOSE, 0L) + done.getOrDefault(Step.UPDATE, 0L);
    long puts = done.getOrDefault(Step.LAYER, 0L) + rewrites;
    return "By the ledgers: %s puts = %s entries to be there + %s rewritten + %s deleted; in doubt %s"
        .formatted(
            Amounts.grouped(puts),
            Amounts.grouped(puts - rewrites - deletes),
            Amounts.grouped(rewrites),
            Amounts.grouped(deletes),
            known ? Amounts.grouped(sum(begun) - sum(done)) : "not known");
  }

  /** Adds the writes of a writer before a point, by what they do. */
  private void add(Map<Step, Long> writes, int writer, Position end) {
    WriteOrder order = new WriteOrder(graph);
    for (long block = 0; block <= end.block(); block++) {
      int steps = block < end.block() ? order.steps(writer, block) : end.step();
      for (int step = 0; step < steps; step++) {
        long entries = order.entries(writer, block, step);
        writes.merge(order.step(writer, block, step), entries, Long::sum);
      }
    }
    writes.merge(order.step(writer, end.block(), end.step()), end.index(), Long::sum);
  }

  private static long sum(Map<Step, Long> writes) {
    return writes.values().stream().mapToLong(n -> n).sum();
  }

  private void more(StringBuilder sentence, Count count, String what) {
    if (tally.get(count) > 0) {
      sentence.append("; ").append(Amounts.grouped(tally.get(count))).append(' ').append(what);
    }
  }

  private Verdict verdict() {
    if (findings.keySet().stream()
        .anyMatch(new TransientDifferences(context.eventual())::isFault)) {
      return Verdict.FAIL;
    }
    return doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
  }
}
