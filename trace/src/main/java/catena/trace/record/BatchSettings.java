package catena.trace.record;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.records.settings.Texts;
import java.util.Optional;
import org.apache.accumulo.core.data.Mutation;

/** How the batch writers of a run were set up, as its settings say. */
final class BatchSettings {
  /** Some nodes of a window, whose sizes stand for all: payloads may differ. */
  private static final int SAMPLED = 100;

  private BatchSettings() {}

  /**
   * The times at which writers that are set up so send.
   *
   * @param usualMillis the median time from one write to the next
   */
  static SendTimes times(RunRecord record, Optional<Graph> graph, double usualMillis) {
    String buffer = record.setting("ingest.buffer");
    String latency = record.setting("ingest.latency");
    try {
      long writes =
          buffer.isEmpty() || graph.isEmpty() ? 1 : batch(Texts.parseSize(buffer), graph.get());
      double millis =
          latency.isEmpty() ? Double.POSITIVE_INFINITY : Texts.parseDuration(latency).toMillis();
      return new SendTimes(usualMillis, writes, millis);
    } catch (IllegalArgumentException e) {
      return new SendTimes(usualMillis, 1, Double.POSITIVE_INFINITY); // damaged settings
    }
  }

  /** A batch writer sends once half of its memory is in use; deletes are a little smaller. */
  private static long batch(long bufferBytes, Graph graph) {
    EntryEncoder encoder = new EntryEncoder(graph);
    int sampled = Math.min(SAMPLED, graph.spec().flushInterval());
    long bytes = 0;
    for (int i = 0; i < sampled; i++) {
      // Of window 1, whose nodes point to others, as nearly all do.
      encoder.encodeFirst(0, 1, i);
      Mutation mutation = new Mutation(encoder.row());
      mutation
          .at()
          .family(encoder.family())
          .qualifier(encoder.qualifier())
          .visibility(encoder.visibilityBytes())
          .put(encoder.value());
      bytes += mutation.estimatedMemoryUsed();
    }
    return (bufferBytes / 2 * sampled + bytes - 1) / bytes;
  }
}
