// SPDX-License-Identifier: Apache-2.0
package catena.verify.references;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.WriteOrder;
import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.harness.accumulo.VisibleTo;
import catena.read.check.Count;
import catena.read.check.Ledgers;
import catena.read.check.RowDoubts;
import catena.read.check.View;
import catena.records.threads.Threads;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.verify.exact.ExactConclusion;
import catena.verify.result.PassResult;
import catena.verify.row.CoverageAccount;
import catena.verify.row.RangeReport;
import catena.verify.row.ReferenceRecord;
import catena.verify.row.RowRange;
import catena.verify.row.Tally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * What a pass in references mode concludes from the records of its join: all that the driver does,
 * without MapReduce.
 *
 * <p>A row that is referred to and not there is a fault by itself only if no ledger says more of
 * it. If its writer has a ledger it is judged by the promise, as in exact mode: it may be absent if
 * its write is indeterminate, as a row that refers to it may be there; and that one may be a doubt.
 */
public final class ReferencesConclusion {
  private static final Logger LOG = LogManager.getLogger(ReferencesConclusion.class);
  private static final int BATCH = 10_000;

  private final Optional<Promised> promised;
  private final ExactConclusion.Context context;
  private final Predicate<String> known;
  private final FailableConsumer<Finding, Exception> sink;
  private final CoverageAccount account;
  private final Tally tally = new Tally();
  private final Map<FindingKind, Long> findings = new EnumMap<>(FindingKind.class);
  private final Set<String> doubts = new LinkedHashSet<>();
  private final RowDoubts rowDoubts = new RowDoubts();

  /** By the row that is referred to and has no entry, those that refer to it. */
  private final Map<Long, List<String>> batch = new LinkedHashMap<>();

  private Optional<Boolean> telling = Optional.empty();
  private boolean joined = true;

  /**
   * A conclusion from records that are still to come.
   *
   * @param asked the rows that are to be checked, in order and apart from one another
   * @param handedOut the ranges that tasks were given
   * @param known whether a row is known to be lost or damaged: that is no second finding
   * @param sink receives what is found
   */
  ReferencesConclusion(
      ExactConclusion.Context context,
      List<RowRange> asked,
      List<RowRange> handedOut,
      Predicate<String> known,
      FailableConsumer<Finding, Exception> sink) {
    this.context = context;
    this.promised =
        context.graph().map(of -> new Promised(of, context.before().promise(), context.reader()));
    this.known = known;
    this.sink = sink;
    Graph any = // its nodes are not counted
        context.graph().orElseGet(() -> new Graph(GraphSpec.ofSeed(0)));
    this.account = new CoverageAccount(any, Map.of(), asked, handedOut);
    doubts.addAll(context.before().doubts());
  }

  /**
   * Handles a record of the join if it is about a range; all of these come before the first row.
   */
  void range(ReferenceRecord record) throws IOException {
    if (record.isRange()) {
      account.report(RangeReport.read(record.evidence()));
    }
  }

  /** Handles a record of the join if it is about a row. */
  void row(long row, ReferenceRecord record) throws Exception {
    if (record.isUndefined()) {
      batch.put(row, List.of(record.evidence().split(" ", -1)));
      if (batch.size() == BATCH) {
        settle();
      }
    } else if (record.isCorrupt()) {
      String[] parts = record.evidence().split("\n", 2);
      String rowText = row == ReferencesMapper.NO_ROW ? "" : NodeCodec.rowText(row);
      if (!known.test(rowText)) {
        add(
            Finding.of(FindingKind.CORRUPT, rowText, context.clock().millis())
                .withSeen(parts[1])
                .withDetail("why", parts[0]));
      }
    }
  }

  /** Notes that the job was not completed, so that there are no records. */
  void broken(String why) {
    doubts.add(why);
    joined = false;
  }

  /** Notes that not all records came. */
  void broken(Throwable why) {
    LOG.error("a pass by references was not completed", why);
    broken("The references were not all checked: " + why);
  }

  /**
   * Concludes, now that all records have come that will.
   *
   * @param counted what the tasks counted
   * @param known how many corrupt entries exact mode has found, which count once
   */
  PassResult conclude(Tally counted, long known) throws InterruptedException {
    counted.all().forEach(tally::add);
    if (joined) {
      // An Error, too, breaks it: Hadoop throws one where a disk fails.
      Threads.attempt(
              () -> {
                settle();
                account.counts().forEach(tally::add);
              })
          .ifPresent(this::broken);
    }
    if (!joined && tally.get(Count.CORRUPT) > known) { // what no second read explains
      findings.putIfAbsent(FindingKind.CORRUPT, tally.get(Count.CORRUPT) - known);
    }
    doubts.addAll(rowDoubts.sentences());
    if (doubts.isEmpty() && tally.get(Count.ENTRIES) == 0 && context.before().ledgers() == 0) {
      doubts.add(
          "The table shows no entry and no ledger says that it must not: nothing was verified");
    }
    Verdict verdict =
        !findings.isEmpty() ? Verdict.FAIL : doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    List<String> compared = joined ? List.of(compared()) : List.of();
    return new PassResult(tally, verdict, List.copyOf(doubts), compared, findings, 0, 0);
  }

  private String compared() {
    long open = tally.get(Count.INDETERMINATE);
    long hidden = tally.get(Count.HIDDEN);
    return "By references: %s of %s rows that are referred to are there, of %s entries%s%s"
        .formatted(
            Amounts.grouped(tally.get(Count.REFERENCED)),
            Amounts.grouped(tally.get(Count.REFERENCED) + tally.get(Count.UNDEFINED)),
            Amounts.grouped(tally.get(Count.ENTRIES)),
            open == 0 ? "" : "; " + Amounts.grouped(open) + " of the others need not be",
            hidden == 0 ? "" : "; " + Amounts.grouped(hidden) + " of the others are hidden");
  }

  /** Reports the undefined rows that nothing explains. */
  private void settle() throws Exception {
    if (isTelling()) {
      Set<Long> hidden = hidden();
      tally.add(Count.HIDDEN, hidden.size());
      for (Map.Entry<Long, List<String>> undefined : batch.entrySet()) {
        long row = undefined.getKey();
        List<String> referrers = undefined.getValue();
        if (!hidden.contains(row)
            && !known.test(NodeCodec.rowText(row))
            && !isExplained(row, referrers)
            && !(context.eventual() && hasPassed(row, referrers))) {
          add(
              Finding.of(FindingKind.UNDEFINED, NodeCodec.rowText(row), context.clock().millis())
                  .withExpected("an entry")
                  .withSeen("nothing")
                  .withReferrers(referrers));
        }
      }
    }
    batch.clear();
  }

  /** Whether undefined rows are certain: all was scanned, and nothing was written meanwhile. */
  private boolean isTelling() throws Exception {
    if (telling.isEmpty()) {
      Ledgers.LedgerSnapshot after = context.now().read();
      doubts.addAll(after.doubts());
      boolean moved = !after.promise().equals(context.before().promise());
      if (moved) {
        doubts.add(
            "Entries were written during the scan, which references mode takes for undefined"
                + " rows: run it when nothing writes");
      }
      doubts.addAll(account.doubts());
      telling = Optional.of(!moved && account.doubts().isEmpty());
    }
    return telling.get();
  }

  /** Whether the promise explains a row; if doubts about what refers to it do, notes them. */
  private boolean isExplained(long row, List<String> referrers) {
    Optional<List<Difference>> why = promised.flatMap(of -> of.explained(row, referrers));
    why.ifPresent(inDoubt -> inDoubt.forEach(rowDoubts::add));
    tally.add(Count.INDETERMINATE, why.map(List::isEmpty).orElse(false) ? 1 : 0);
    return why.isPresent();
  }

  /**
   * Whether the scan showed an older state of the table: now the row is there, or none of the rows
   * that referred to it does.
   */
  private boolean hasPassed(long row, List<String> referrers) throws Exception {
    String own = NodeCodec.rowText(row);
    List<String> rows = new ArrayList<>(referrers);
    rows.add(own);
    Map<String, List<Entry>> now = context.reader().firm().rows(rows);
    boolean here =
        now.getOrDefault(own, List.of()).stream()
            .anyMatch(entry -> NodeCodec.decode(entry) instanceof Decoded.Sound);
    boolean referred =
        referrers.size() == ReferencesReducer.MOST_REFERRERS
            || now.values().stream().flatMap(List::stream).anyMatch(entry -> refersTo(row, entry));
    return here || !referred;
  }

  private static boolean refersTo(long row, Entry entry) {
    return NodeCodec.decode(entry) instanceof Decoded.Sound sound && sound.previous() == row;
  }

  /**
   * The rows that the authorizations in use do not show: by the graph, or without one by what the
   * user sees with all its authorizations.
   */
  private Set<Long> hidden() throws Exception {
    Set<Long> hidden = new LinkedHashSet<>();
    if (promised.isPresent()) {
      batch.keySet().stream().filter(promised.get()::isHidden).forEach(hidden::add);
    } else if (!context.reader().authorizations().equals(context.user().authorizations())) {
      VisibleTo visible = new VisibleTo(context.reader().authorizations());
      context
          .user()
          .firm()
          .rows(batch.keySet().stream().map(NodeCodec::rowText).toList())
          .forEach(
              (row, entries) -> {
                if (entries.stream()
                    .map(entry -> new String(entry.visibility(), StandardCharsets.UTF_8))
                    .noneMatch(visible)) {
                  hidden.add(NodeCodec.row(NodeCodec.rowBytes(row)));
                }
              });
    }
    return hidden;
  }

  /** Counts a finding; if it cannot be written down it stays found. */
  private void add(Finding finding) throws InterruptedException {
    findings.merge(finding.kind(), 1L, Long::sum);
    // An Error, too: Hadoop throws one where a disk is full.
    Threads.attempt(() -> sink.accept(finding))
        .ifPresent(e -> doubts.add("Not all findings could be written down: " + e));
  }

  /** What graph and ledgers say of rows that are referred to and not there. */
  private static final class Promised {
    private final Graph graph;
    private final Promise promise;
    private final View reader;
    private final Expectation expectation;
    private final WriteOrder order;
    private final EntryEncoder encoder;

    Promised(Graph graph, Promise promise, View reader) {
      this.graph = graph;
      this.promise = promise;
      this.reader = reader;
      // Exact mode counts whether each version is there that a table keeps.
      this.expectation = new Expectation(graph, new Promise(promise.writers()), reader.visible());
      this.order = new WriteOrder(graph);
      this.encoder = new EntryEncoder(graph);
    }

    private boolean hasLedger(Node node) {
      return promise.of(node.writer()).isPresent();
    }

    /** Whether a row's node is hidden by its visibility; in a taken table, only a promised node. */
    boolean isHidden(long row) {
      return graph
          .node(row)
          .filter(
              node ->
                  hasLedger(node)
                      ? expectation.standing(node) == Standing.HIDDEN
                      : !graph.spec().takenOver() && !isVisible(node))
          .isPresent();
    }

    private boolean isVisible(Node node) {
      int choice = graph.visibility(node.writer(), node.window(), node.index());
      return reader.visible().test(graph.spec().visibilities().get(choice));
    }

    /**
     * The doubts about the rows that refer to one that need not be there, if each of them may be
     * there; empty if the row must be there, or a row refers to it that must not.
     */
    Optional<List<Difference>> explained(long row, List<String> referrers) {
      Optional<Node> node = graph.node(row).filter(this::hasLedger);
      if (node.isEmpty() || expectation.mustBeSeen(node.get())) {
        return Optional.empty();
      }
      Set<String> left = new HashSet<>(referrers);
      boolean cut = left.size() == ReferencesReducer.MOST_REFERRERS;
      List<Difference> inDoubt = new ArrayList<>();
      for (Node by : order.referrers(node.get())) {
        if (left.remove(NodeCodec.rowText(graph.row(by))) || cut) {
          Judgement judgement = judge(by);
          if (!judgement.differences().isEmpty()) {
            return Optional.empty();
          }
          inDoubt.addAll(judgement.doubts());
        }
      }
      return left.isEmpty() ? Optional.of(inDoubt) : Optional.empty();
    }

    /** Judges a node that holds what its writer wrote with its reference. */
    private Judgement judge(Node node) {
      encoder.encode(node, graph.layer(node.window()) == 0);
      Entry entry = encoder.entry();
      return expectation.judge(entry.row(), List.of(entry));
    }
  }
}
