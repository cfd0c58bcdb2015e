// SPDX-License-Identifier: Apache-2.0
package catena.summarizer;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.judge.EntryCounts;
import catena.graph.judge.EntryJudge;
import java.util.HashMap;
import java.util.Map;
import org.apache.accumulo.core.client.summary.Summarizer;
import org.apache.accumulo.core.client.summary.Summarizer.Collector;
import org.apache.accumulo.core.client.summary.Summarizer.StatisticConsumer;
import org.apache.accumulo.core.client.summary.SummarizerConfiguration;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;

/**
 * Judges each entry that is written into a file of a table by the table's graph, and has the counts
 * kept with the file.
 *
 * <p>Accumulo makes one for each file, in whatever process writes it: a tablet server or compactor,
 * or a client that writes files for an import. It throws nothing, since that would stop the
 * compaction: what it cannot judge it counts, even where the jar of the graph is missing. The names
 * of the counts are those of {@link catena.graph.judge.EntryCounts}.
 */
public final class GraphSummarizer implements Summarizer {
  /** What is left to count where nothing can be judged; as the graph's own counts have it. */
  static final String UNJUDGED = "unjudged";

  /** The names of options have no dots. */
  private static final char DOT = '_';

  /** A file is summarized stretch by stretch; all have one judge. */
  private EntryCollector judging;

  /** Made by Accumulo, by name. */
  public GraphSummarizer() {}

  /** How a table of a graph is to be summarized. */
  public static SummarizerConfiguration configuration(GraphSpec spec) {
    Map<String, String> options = new HashMap<>();
    spec.toProperties().forEach((key, value) -> options.put(key.replace('.', DOT), value));
    return SummarizerConfiguration.builder(GraphSummarizer.class)
        .setPropertyId("catena")
        .addOptions(options)
        .build();
  }

  /**
   * The graph that a configuration is of.
   *
   * @throws IllegalArgumentException if this version cannot read it
   */
  static GraphSpec graph(SummarizerConfiguration configuration) {
    Map<String, String> properties = new HashMap<>();
    configuration
        .getOptions()
        .forEach((key, value) -> properties.put(key.replace(DOT, '.'), value));
    return GraphSpec.fromProperties(properties);
  }

  @Override
  public Collector collector(SummarizerConfiguration configuration) {
    try {
      judging = judging == null ? new EntryCollector(graph(configuration)) : judging.next();
      return judging;
    } catch (RuntimeException | LinkageError e) {
      return new Unjudged();
    }
  }

  @Override
  public Combiner combiner(SummarizerConfiguration configuration) {
    return (into, others) -> {
      try {
        EntryCollector.merge(into, others);
      } catch (RuntimeException | LinkageError e) {
        others.forEach((name, n) -> into.merge(UNJUDGED, n, Long::sum));
      }
    };
  }

  /** Counts entries, since nothing can be said of them. */
  private static final class Unjudged implements Collector {
    private long entries;

    @Override
    public void accept(Key key, Value value) {
      entries++;
    }

    @Override
    public void summarize(StatisticConsumer consumer) {
      consumer.accept(UNJUDGED, entries);
    }
  }

  /** Judges and counts the entries of a file; all of this module that needs the graph's classes. */
  static final class EntryCollector implements Collector {
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
}
