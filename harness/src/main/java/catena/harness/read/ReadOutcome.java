package catena.harness.read;

import catena.graph.FindingKind;
import catena.graph.Promise;
import catena.harness.client.PartOutcome;
import catena.harness.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the readers of one phase have come to: counts, doubts, and what they could not check. */
final class ReadOutcome {
  private static final int WRITERS_NAMED = 10;

  private final String name;
  private final String operations;
  private final Reading reading;
  private final ReadTally tally;
  private final List<String> doubts;
  private final List<String> facts;
  private final List<String> notes = new ArrayList<>();

  ReadOutcome(
      String name,
      String operations,
      Reading reading,
      ReadTally tally,
      List<String> doubts,
      List<String> facts) {
    this.name = name;
    this.operations = operations;
    this.reading = reading;
    this.tally = tally;
    this.doubts = new ArrayList<>(doubts);
    this.facts = List.copyOf(facts);
  }

  PartOutcome outcome() throws IOException {
    if (reading.promise().isPresent()) {
      doubtLedgers(reading.promise().get().now());
    } else {
      notes.add(
          name
              + ": table "
              + reading.target().table()
              + " has no graph: only checksums, and references to rows that are not there, were"
              + " checked");
    }
    doubtNothing();
    Map<FindingKind, Long> findings = reading.findings().counts();
    boolean failed = findings.keySet().stream().anyMatch(reading.passing()::isFault);
    List<String> reasons = new ArrayList<>(doubts);
    reasons.addAll(notes);
    Verdict verdict = doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    return new PartOutcome(failed ? Verdict.FAIL : verdict, reasons, counts(), findings, facts);
  }

  private void doubtLedgers(Ledgers.Reading now) {
    doubts.addAll(now.doubts());
    Set<Integer> silent = new TreeSet<>(tally.unpromised().keySet());
    silent.removeAll(now.promise().writers().keySet());
    if (now.ledgers() == 0) {
      doubts.add(
          name
              + ": no ledger was given, so that nothing is promised and nothing can be missed"
              + " but what a row refers to: name the runs with "
              + ReadSettings.RUNS.key());
    } else if (!silent.isEmpty()) {
      doubts.add(
          name
              + ": entries are of writers without a ledger ("
              + silent.stream()
                  .limit(WRITERS_NAMED)
                  .map(String::valueOf)
                  .collect(Collectors.joining(", "))
              + (silent.size() > WRITERS_NAMED ? ", …" : "")
              + "): they agree with the graph, and whether any are missing cannot be said;"
              + " give their runs too");
    }
  }

  /**
   * To see nothing is right where nothing was to be seen: every read was checked for that. But a
   * table that is empty, or of which nothing is promised, proves nothing so.
   */
  private void doubtNothing() {
    if (tally.get(ReadCount.ENTRIES) > 0) {
      return;
    }
    if (tally.get(ReadCount.READS) > 0 && reading.promise().isPresent() && hasEntries()) {
      notes.add(
          name + ": no entry was seen, and none was to be seen where these authorizations looked");
    } else {
      doubts.add(
          name + ": nothing was read: no entry of table " + reading.target().table() + " was seen");
    }
  }

  private boolean hasEntries() {
    Promise promise = reading.promise().orElseThrow().last();
    return promise.writers().values().stream()
        .anyMatch(progress -> catena.graph.Position.ORIGIN.isBefore(progress.acknowledged()));
  }

  private Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (ReadCount count : ReadCount.values()) {
      long n = tally.get(count);
      if (n > 0) {
        counts.put(name + ": " + (count == ReadCount.READS ? operations : count.words()), n);
      }
    }
    return counts;
  }
}
