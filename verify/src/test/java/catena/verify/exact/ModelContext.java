// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Settled;
import catena.read.check.CurrentLedgers;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.read.check.View;
import catena.records.threads.StopSignal;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import org.apache.accumulo.core.security.Authorizations;

/** What rows are settled with where nobody writes, waits or stops; a test changes its part. */
public final class ModelContext {
  final Graph graph;
  Ledgers.LedgerSnapshot before;
  public CurrentLedgers now;
  public View reader;
  public View user;
  public boolean eventual;
  Duration lateLimit = Duration.ZERO;
  ObjIntConsumer<Duration> waits = (left, rows) -> {};
  StopSignal stop = new StopSignal();
  Clock clock = Clock.systemUTC();
  LongSupplier nanoClock = () -> 0;

  /** One user without authorizations, whose rows are read with a lookup. */
  public ModelContext(Graph graph, Promise before, Lookup lookup) {
    this.graph = graph;
    this.before = reading(before);
    this.now = () -> this.before;
    this.reader = View.of(Optional.of(graph), Authorizations.EMPTY, lookup, lookup);
    this.user = reader;
  }

  /** What the ledgers of the first writers promise if all that was begun was acknowledged. */
  public static Promise settled(Position... ends) {
    Map<Integer, Progress> writers = new HashMap<>();
    for (int i = 0; i < ends.length; i++) {
      writers.put(i, Settled.at(ends[i]));
    }
    return new Promise(writers);
  }

  /** One sound ledger for each writer of a promise. */
  public static Ledgers.LedgerSnapshot reading(Promise promise) {
    return new Ledgers.LedgerSnapshot(promise, List.of(), promise.writers().size());
  }

  public ExactConclusion.Context context() {
    return new ExactConclusion.Context(
        Optional.of(graph),
        before,
        now,
        reader,
        user,
        eventual,
        lateLimit,
        stop,
        waits,
        clock,
        nanoClock);
  }
}
