// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.records.journal.Event;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes what readers find into the journal, each at once. The same kind of finding in the same row
 * is no new one.
 */
public final class SeenFindings {
  /** Rows that are remembered; beyond them a row that is found again counts again. */
  private static final int MOST_REMEMBERED = 100_000;

  private final Optional<FindingEvidence> evidence;
  private final Consumer<Event> journal;
  private final Findings findings;
  private final Set<String> known = new HashSet<>();
  private Optional<String> first = Optional.empty();

  /**
   * Findings of one phase.
   *
   * @param evidence who wrote what; empty for a table without a graph
   * @param printLimit how many are printed at most
   */
  public SeenFindings(
      Optional<FindingEvidence> evidence,
      Consumer<Event> journal,
      Terminal terminal,
      long printLimit) {
    this.evidence = evidence;
    this.journal = journal;
    this.findings = new Findings(terminal::line, printLimit, "the journal");
  }

  /**
   * Adds one.
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
    if (first.isEmpty()) {
      first = Optional.of(found.difference().row());
    }
    Finding finding =
        evidence
            .map(with -> with.finding(found, authorizations))
            .orElseGet(() -> FindingEvidence.plain(found, authorizations));
    findings.add(client + ": ", finding);
    journal.accept(new Event.FindingSeen(nowMillis, client, finding));
  }

  /** How many there were of each kind, and the row of the first, in words. */
  public synchronized String inWords() {
    return Findings.inWords(counts()) + first.map(row -> "; first in row " + row).orElse("");
  }

  /** How many there were of each kind; kinds without any are left out. */
  public Map<FindingKind, Long> counts() {
    return findings.counts();
  }
}
