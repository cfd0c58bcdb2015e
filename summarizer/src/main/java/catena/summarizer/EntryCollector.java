// SPDX-License-Identifier: Apache-2.0
package catena.summarizer;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.judge.EntryCounts;
import catena.graph.judge.EntryJudge;
import java.util.Map;
import org.apache.accumulo.core.client.summary.Summarizer.Collector;
import org.apache.accumulo.core.client.summary.Summarizer.StatisticConsumer;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;

/** Judges and counts the entries of a file; all of this module that needs the graph's classes. */
final class EntryCollector implements Collector {
  private final EntryJudge judge;
  private final EntryCounts counts = new EntryCounts();

  EntryCollector(GraphSpec spec) {
    this(new EntryJudge(new Graph(spec)));
  }

  private EntryCollector(EntryJudge judge) {
    this.judge = judge;
  }

  /** One that has counted nothing, with the same judge. */
  EntryCollector next() {
    return new EntryCollector(judge);
  }

  @Override
  public void accept(Key key, Value value) {
    if (key.isDeleted()) {
      counts.delete();
      return;
    }
    try {
      counts.judge(judge, TableEntries.of(key, value));
    } catch (RuntimeException | LinkageError e) {
      counts.failed();
    }
  }

  @Override
  public void summarize(StatisticConsumer consumer) {
    counts.report(consumer::accept);
  }

  static void merge(Map<String, Long> into, Map<String, Long> others) {
    EntryCounts.merge(into, others);
  }
}
