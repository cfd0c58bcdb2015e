package catena.verify;

import catena.graph.Graph;
import catena.graph.judge.Promise;
import catena.harness.read.Evidence;
import catena.harness.read.Found;
import catena.harness.read.Ledgers;
import catena.harness.read.Passing;
import java.io.IOException;

/** Puts what was found into the book, with its evidence. */
final class FindingLog implements Found.Sink {
  private final Evidence evidence;
  private final FindingBook book;
  private final Passing passing;
  private final String authorizations;

  FindingLog(
      Graph graph,
      Promise promise,
      Ledgers ledgers,
      FindingBook book,
      Passing passing,
      String authorizations) {
    this.evidence = new Evidence(graph, () -> promise, ledgers::times);
    this.book = book;
    this.passing = passing;
    this.authorizations = authorizations;
  }

  @Override
  public void add(Found found) throws IOException {
    if (passing.isFault(found.kind())) {
      book.fault(found.kind(), found.difference().row());
    }
    book.add(evidence.finding(found, authorizations));
  }
}
