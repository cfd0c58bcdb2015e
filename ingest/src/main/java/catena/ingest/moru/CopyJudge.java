package catena.ingest.moru;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement;
import catena.graph.judge.Promise;
import catena.read.check.Found;
import catena.read.check.Ledgers;
import catena.read.check.SeenFindings;
import catena.read.check.SeenRow;
import catena.read.check.Settlement;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settles the rows that a task has read and that were not as promised: what is certain is a finding
 * at once, the rest is read again once. Used by one thread, once the job is over.
 */
final class CopyJudge {
  private static final int BATCH = 1_000;

  private final String name;
  private final Ledgers ledgers;
  private final Graph graph;
  private final Promise before;
  private final View view;
  private final Clock clock;
  private final Settlement settlement;
  private final SeenFindings findings;
  private final List<SeenRow> batch = new ArrayList<>();
  private Optional<Expectation> expectation = Optional.empty();

  /**
   * A judge of the rows of one job.
   *
   * @param name of the part
   * @param ledgers read again before the first row is judged
   * @param before what was promised before the job began
   * @param view the table as the job read it
   * @param findings takes what is found
   */
  CopyJudge(
      String name,
      Ledgers ledgers,
      Graph graph,
      Promise before,
      View view,
      Clock clock,
      SeenFindings findings) {
    this.name = name;
    this.ledgers = ledgers;
    this.graph = graph;
    this.before = before;
    this.view = view;
    this.clock = clock;
    this.settlement = new Settlement(new TransientDifferences(false), view, clock);
    this.findings = findings;
  }

  /** Takes a row; {@link #finish} follows the last. */
  void add(SeenRow row) throws Exception {
    batch.add(row);
    if (batch.size() == BATCH) {
      finish();
    }
  }

  /** Settles what was added. */
  void finish() throws Exception {
    List<SeenRow> open = new ArrayList<>();
    for (SeenRow row : batch) {
      Settlement.Look look = settlement.look(row, now());
      look.certain().forEach(this::tell);
      if (look.open()) {
        open.add(row);
      }
    }
    batch.clear();
    if (!open.isEmpty()) {
      readAgain(open);
    }
  }

  private void readAgain(List<SeenRow> open) throws Exception {
    Map<String, List<Entry>> again;
    try {
      again = view.firm().rows(open.stream().map(SeenRow::name).toList());
    } catch (Exception e) {
      for (SeenRow row : open) {
        settlement.unsettled(row, now(), e.toString()).forEach(this::tell);
      }
      throw e;
    }
    for (SeenRow row : open) {
      List<Entry> seen = again.getOrDefault(row.name(), List.of());
      Judgement last = now().judge(row.row(), seen);
      List<Found> found =
          settlement.isOpen(last)
              ? settlement.stayed(row, now(), last, new Settlement.UserLook(view, seen, now()))
              : settlement.passed(row, now(), last);
      found.forEach(this::tell);
    }
  }

  /** By what was promised before, and by what has been written since. */
  private Expectation now() throws Exception {
    if (expectation.isEmpty()) {
      Promise after = settlement.noted(ledgers.read()).promise();
      expectation = Optional.of(new Expectation(graph, before.until(after), view.visible()));
    }
    return expectation.get();
  }

  private void tell(Found found) {
    findings.add(name, found, view.authorizations().toString(), clock.millis());
  }

  /** What was in doubt about rows. */
  List<String> doubts() {
    return settlement.doubts();
  }
}
