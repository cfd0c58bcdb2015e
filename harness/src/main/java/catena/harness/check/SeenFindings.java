package catena.harness.check;

import catena.graph.Entry;
import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.verdict.Finding;
import catena.harness.words.Reasons;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSError;

/**
 * Takes what readers find: each at once into the journal, the first few to the terminal, all
 * counted. What is found again in the same row is no new finding.
 */
public final class SeenFindings {
  /** Rows that are remembered; beyond them a row that is found again counts again. */
  private static final int MOST_REMEMBERED = 100_000;

  private final Optional<Evidence> evidence;
  private final Consumer<Event> journal;
  private final Terminal terminal;
  private final long printLimit;
  private final Set<String> known = new HashSet<>();
  private final Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
  private long total;

  /**
   * Findings of one phase.
   *
   * @param evidence who wrote what; empty for a table without a graph
   * @param printLimit how many are printed at most
   */
  public SeenFindings(
      Optional<Evidence> evidence, Consumer<Event> journal, Terminal terminal, long printLimit) {
    this.evidence = evidence;
    this.journal = journal;
    this.terminal = terminal;
    this.printLimit = printLimit;
  }

  /**
   * Takes one.
   *
   * @param client that found it
   * @param nowMillis wall clock
   */
  public synchronized void add(String client, Found found, String authorizations, long nowMillis) {
    String name = found.kind() + " " + found.difference().row();
    if (known.contains(name)) {
      return;
    }
    if (known.size() < MOST_REMEMBERED) {
      known.add(name);
    }
    // Counted first: whatever goes wrong with the evidence, it was found.
    counts.merge(found.kind(), 1L, Long::sum);
    total++;
    Finding finding = finding(found, authorizations);
    journal.accept(new Event.FindingSeen(nowMillis, client, finding));
    if (total <= printLimit) {
      terminal.line(client + ": " + finding.inWords());
    } else if (total == printLimit + 1) {
      terminal.line("... more findings are in the journal and not printed");
    }
  }

  /** With who wrote it, unless the ledger that tells so cannot be read. */
  private Finding finding(Found found, String authorizations) {
    try {
      return evidence.isPresent()
          ? evidence.get().finding(found, authorizations)
          : plain(found, authorizations);
    } catch (Exception | FSError e) {
      return plain(found, authorizations)
          .withDetail("origin", "the ledger cannot be read: " + Reasons.of(e));
    }
  }

  private static Finding plain(Found found, String authorizations) {
    Difference difference = found.difference();
    Finding finding =
        Finding.of(found.kind(), difference.row(), found.foundMillis())
            .withExpected(found.expected())
            .withSeen(difference.seen().map(Entry::toString).orElse("nothing"))
            .withDetail("why", difference.why())
            .withDetail("authorizations", authorizations);
    for (var detail : found.detail().entrySet()) {
      finding = finding.withDetail(detail.getKey(), detail.getValue());
    }
    return finding;
  }

  /** How many there were of each kind; kinds without any are left out. */
  public synchronized Map<FindingKind, Long> counts() {
    return Collections.unmodifiableMap(new EnumMap<>(counts));
  }
}
