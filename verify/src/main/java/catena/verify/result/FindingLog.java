// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.graph.Graph;
import catena.graph.judge.Promise;
import catena.read.check.FindingEvidence;
import catena.read.check.Found;
import catena.read.check.Ledgers;
import catena.read.check.TransientDifferences;
import java.io.IOException;
import java.util.List;

/** Puts what was found into the book, with its evidence. */
public final class FindingLog implements Found.Sink {
  private final FindingEvidence evidence;
  private final FindingBook book;
  private final TransientDifferences passing;
  private final String authorizations;

  /**
   * A log into a book.
   *
   * @param promise what was promised before the scan began
   * @param ledgers say when a row's window was written
   * @param passing which differences may pass by themselves, and are no faults
   * @param authorizations with which the table is scanned, as text
   */
  public FindingLog(
      Graph graph,
      Promise promise,
      Ledgers ledgers,
      FindingBook book,
      TransientDifferences passing,
      String authorizations) {
    this.evidence = new FindingEvidence(graph, () -> promise, ledgers::times);
    this.book = book;
    this.passing = passing;
    this.authorizations = authorizations;
  }

  @Override
  public void prepare(List<Found> next) {
    evidence.prepare(next);
  }

  @Override
  public void add(Found found) throws IOException {
    if (passing.isFault(found.kind())) {
      book.fault(found.kind(), found.difference().row());
    }
    book.add(evidence.finding(found, authorizations));
  }
}
