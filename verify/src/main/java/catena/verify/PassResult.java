package catena.verify;

import catena.graph.FindingKind;
import catena.harness.verdict.Verdict;
import java.util.List;
import java.util.Map;

/**
 * What one pass over the table found.
 *
 * @param doubts why it is not sure that all is well
 * @param shuffledBytes from mappers to reducers
 * @param millis how long it took
 */
record PassResult(
    Tally tally,
    Verdict verdict,
    List<String> doubts,
    Map<FindingKind, Long> findings,
    long shuffledBytes,
    long millis) {
  /** The same with what it cost. */
  PassResult with(long bytes, long took) {
    return new PassResult(tally, verdict, doubts, findings, bytes, took);
  }
}
