// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.client.ClientRunner;
import catena.ingest.write.WriterOutcome;
import catena.read.check.Count;
import catena.records.latency.Unanswered;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What an ingest phase did.
 *
 * @param verdict PASS unless a writer could not go on, which is UNKNOWN
 * @param reason why it is not PASS
 * @param stopped why the writers were stopped before they were done, if they were
 * @param unanswered windows that were due or under way then, and not acknowledged
 * @param took from when the first writer began to when the last one had ended
 */
public record IngestOutcome(
    Verdict verdict,
    Optional<String> reason,
    Optional<String> stopped,
    List<WriterOutcome> writers,
    Unanswered unanswered,
    Duration took) {

  private static final int MOST_ROWS = 20;

  /** Copies the writers. */
  public IngestOutcome {
    writers = List.copyOf(writers);
  }

  /** Why these writers have proven nothing, if none of their writes was acknowledged. */
  static Optional<String> nothing(List<WriterOutcome> writers) {
    boolean any = writers.stream().anyMatch(writer -> writer.entries() + writer.deletes() > 0);
    return any
        ? Optional.empty()
        : Optional.of("no write was acknowledged, so that nothing is promised");
  }

  /** The same with more doubts, if there are any. */
  IngestOutcome doubted(List<String> doubts) {
    if (doubts.isEmpty()) {
      return this;
    }
    List<String> all = new ArrayList<>(reason.stream().toList());
    all.addAll(doubts);
    Optional<String> both = Optional.of(String.join("; ", all));
    return new IngestOutcome(
        verdict.and(Verdict.UNKNOWN), both, stopped, writers, unanswered, took);
  }

  /** Puts that were acknowledged. */
  public long entries() {
    return writers.stream().mapToLong(WriterOutcome::entries).sum();
  }

  /** Deletes that were acknowledged. */
  public long deletes() {
    return writers.stream().mapToLong(WriterOutcome::deletes).sum();
  }

  /** Attempts at a window that were not acknowledged. */
  public long rejections() {
    return writers.stream().mapToLong(WriterOutcome::rejections).sum();
  }

  /** A line per writer, and what the user should know of how they ended. */
  List<String> writerLines() {
    TextTable table = new TextTable("writer", "entries", "deletes", "flushes", "again", "uuid");
    writers.stream()
        .limit(MOST_ROWS)
        .forEach(
            w ->
                table.row(
                    Integer.toString(w.writer()),
                    w.entries(),
                    w.deletes(),
                    w.windows(),
                    w.rejections(),
                    w.uuid()));
    List<String> lines = new ArrayList<>(table.lines());
    if (writers.size() > MOST_ROWS) {
      lines.add("and " + (writers.size() - MOST_ROWS) + " more writers");
    }
    lines.add(
        "in %s, %s windows sent again"
            .formatted(Amounts.span(took), Amounts.grouped(rejections())));
    List<Integer> doubts =
        writers.stream().filter(WriterOutcome::inDoubt).map(WriterOutcome::writer).toList();
    if (!doubts.isEmpty()) {
      lines.add("In doubt is the last window of writers " + doubts + "; --resume sends it again");
    }
    stopped
        .filter(why -> !why.equals(ClientRunner.TIME_IS_UP))
        .ifPresent(why -> lines.add("Stopped early: " + why));
    return lines;
  }

  /** The share of a run. */
  public PartOutcome part() {
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put("entries acknowledged", entries());
    tally.put("deletes acknowledged", deletes());
    if (unanswered.isNotable()) {
      tally.put("windows " + Count.NEVER_BEGUN.words(), unanswered.neverBegun());
      tally.put("windows " + Count.UNDER_WAY.words(), unanswered.underWay());
    }
    List<String> facts = new ArrayList<>(List.of(sum()));
    unanswered.inWords("windows").ifPresent(facts::add);
    return new PartOutcome(verdict, reason.stream().toList(), tally, Map.of(), facts);
  }

  /** Its rate is that of the entries, which are puts; deletes are counted apart. */
  private String sum() {
    double seconds = Math.max(1, took.toMillis()) / (double) TimeUnit.SECONDS.toMillis(1);
    return "%s entries written and %s deleted by %d writers, %s"
        .formatted(
            Amounts.grouped(entries()),
            Amounts.grouped(deletes()),
            writers.size(),
            Amounts.rate(entries() / seconds));
  }
}
