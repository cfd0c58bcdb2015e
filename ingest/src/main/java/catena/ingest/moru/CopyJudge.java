package catena.ingest.moru;

import catena.graph.Graph;
import catena.graph.judge.Promise;
import catena.read.check.Ledgers;
import catena.read.check.SeenFindings;
import catena.read.check.SeenRow;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import catena.read.settle.BatchSettler;
import catena.read.settle.Settler;
import catena.records.threads.StopSignal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Settles the rows that a task has read and that were not as promised: what is certain is a finding
 * at once, the rest is read again once. Used by one thread, once the job is over.
 */
final class CopyJudge {
  private final BatchSettler settler;

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
    this.settler =
        new BatchSettler(
            new Settler(Optional.of(graph), ledgers, new TransientDifferences(false), view, clock),
            view,
            before,
            found -> findings.add(name, found, view.authorizations().toString(), clock.millis()),
            new BatchSettler.Follower() {},
            new StopSignal());
  }

  /** Takes a row; {@link #finish} follows the last. */
  void add(SeenRow row) throws Exception {
    settler.add(row);
  }

  /** Settles what was added. */
  void finish() throws Exception {
    settler.finish();
  }

  /** What was in doubt about rows. */
  List<String> doubts() {
    return settler.doubts();
  }
}
