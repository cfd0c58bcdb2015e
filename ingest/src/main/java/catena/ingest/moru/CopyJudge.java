// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.judge.ExpectedEntries;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.Frontier;
import catena.read.check.Ledgers;
import catena.read.check.SeenFindings;
import catena.read.check.SeenRow;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import catena.read.settle.BatchSettler;
import catena.read.settle.Settler;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Judges a copy: settles the rows that a task has read and that were not as promised, and compares
 * what was read with what the ledgers promise. What is certain is a finding at once, the rest is
 * read again once. Used by one thread, once the job is over.
 */
public final class CopyJudge {
  private final String name;
  private final String source;
  private final String target;
  private final Ledgers ledgers;
  private final Graph graph;
  private final Promise before;
  private final BatchSettler settler;
  private final SeenFindings findings;
  private final Set<String> doubts = new LinkedHashSet<>();
  private long entries;
  private long exact;

  /** Whether the job has copied all that it read. */
  private boolean whole;

  private boolean complete;

  /**
   * A judge of one copy.
   *
   * @param name of the part
   * @param source the table that is read
   * @param target the table that is written
   * @param ledgers read again before the first row is judged, and once all were
   * @param before what they said before the job began
   * @param view the table as the job read it
   * @param findings receives the findings
   */
  public CopyJudge(
      String name,
      String source,
      String target,
      Ledgers ledgers,
      Graph graph,
      Ledgers.LedgerSnapshot before,
      View view,
      Clock clock,
      SeenFindings findings) {
    this.name = name;
    this.source = source;
    this.target = target;
    this.ledgers = ledgers;
    this.graph = graph;
    this.before = before.promise();
    this.findings = findings;
    String authorizations = view.authorizations().toString();
    this.settler =
        new BatchSettler(
            new Settler(Optional.of(graph), ledgers, new TransientDifferences(false), view, clock),
            view,
            this.before,
            all -> all.forEach(found -> findings.add(name, found, authorizations, clock.millis())),
            new StopSignal());
    this.doubts.addAll(before.doubts());
  }

  /** How many entries the job reads, about. */
  long expected() {
    return ExpectedEntries.of(graph, before);
  }

  /** The job has copied all that it read; else only what it says of its tasks is known. */
  public void copied() {
    whole = true;
  }

  /** Records what is not certain. */
  public void doubt(String why) {
    doubts.add(why);
  }

  /**
   * Adds what a task did.
   *
   * @param read entries that it has read; all were acknowledged when they were written again
   * @param right rows that held exactly what was promised
   */
  public void task(long read, long right) {
    entries += read;
    exact += right;
  }

  /** Adds a row that differed; {@link #finish} follows the last. */
  public void add(SeenRow row) throws Exception {
    settler.add(row);
  }

  /** No row comes any more. */
  public void finish() throws Exception {
    settler.finish();
  }

  /** Compares the copy with what the ledgers say now. */
  public void compare() throws IOException {
    Ledgers.LedgerSnapshot after = ledgers.read();
    boolean doubted = doubts.addAll(after.doubts());
    Promise now = after.promise();
    boolean unchanged = Frontier.fingerprint(before).equals(Frontier.fingerprint(now));
    if (!unchanged && !doubted) {
      long grown =
          now.writers().entrySet().stream()
              .filter(each -> !before.of(each.getKey()).equals(Optional.of(each.getValue())))
              .count();
      doubt(
          "Table %s was written to while it was copied, by %s writer%s: what was acknowledged meanwhile is not owed by the copy, and cannot be told from the rest of it. Let ingest end before, and copy again into a new table"
              .formatted(source, Amounts.grouped(grown), grown == 1 ? "" : "s"));
    } else if (whole) {
      checkNumber();
    }
    complete = whole && unchanged;
  }

  /** Whether the copy is complete: all was copied, and nothing was written meanwhile. */
  public boolean isComplete() {
    return complete;
  }

  /** Checks that enough entries were read: the job cannot judge rows that it did not read. */
  private void checkNumber() {
    long least = ExpectedEntries.least(graph, before);
    if (entries < least) {
      doubt(
          "%s entries were read of table %s, whose ledgers promise %s or more: verify it, and the copy"
              .formatted(Amounts.grouped(entries), source, Amounts.grouped(least)));
    } else if (before.writers().values().stream()
        .allMatch(writer -> writer.acknowledged().equals(Position.ORIGIN))) {
      doubt("Nothing was promised of table " + source + ": no ledger acknowledges a write");
    }
  }

  /**
   * The outcome of the copy.
   *
   * @param took how long
   */
  public PartOutcome outcome(Duration took) {
    doubts.addAll(settler.doubts());
    Map<FindingKind, Long> found = findings.counts();
    List<String> reasons = new ArrayList<>();
    if (!found.isEmpty()) {
      reasons.add(name + ": " + findings.inWords());
    }
    reasons.addAll(doubts);
    Verdict verdict = doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    return new PartOutcome(
        found.isEmpty() ? verdict : Verdict.FAIL, reasons, tally(), found, facts(took));
  }

  private Map<String, Long> tally() {
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put(name + ": entries read and written again", entries);
    tally.put(name + ": " + Count.EXACT.words(), exact);
    return tally;
  }

  private List<String> facts(Duration took) {
    double seconds = Math.max(1, took.toMillis()) / (double) TimeUnit.SECONDS.toMillis(1);
    return List.of(
        "%s: %s entries read and written again in %s, %s"
            .formatted(
                name,
                Amounts.grouped(entries),
                Amounts.span(took),
                Amounts.rate(entries / seconds)),
        "%s: of table %s into table %s".formatted(name, source, target));
  }
}
