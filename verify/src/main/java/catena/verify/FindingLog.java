package catena.verify;

import catena.graph.Graph;
import catena.graph.Promise;
import catena.harness.read.Evidence;
import catena.harness.read.Found;
import catena.harness.read.Ledgers;
import java.io.IOException;

/** Puts what was found into the book, with its evidence. */
final class FindingLog implements Found.Sink {
  private final Evidence evidence;
  private final FindingBook book;
  private final String authorizations;

  FindingLog(
      Graph graph, Promise promise, Ledgers ledgers, FindingBook book, String authorizations) {
    this.evidence = new Evidence(graph, () -> promise, ledgers::times);
    this.book = book;
    this.authorizations = authorizations;
  }

  @Override
  public void add(Found found) throws IOException {
    book.add(evidence.finding(found, authorizations));
  }
}
