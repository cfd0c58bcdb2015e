package catena.harness.check;

import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.WriterNumbers;
import catena.harness.client.Threads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What ZooKeeper knows of a table's writers, wherever their ledgers are.
 *
 * <p>All that a writer without a ledger wrote may be lost and nothing in the table would show it;
 * and a ledger that was cut at the end of a line looks whole. Both are doubts.
 *
 * @param allocated how many writer numbers were given out
 * @param ends how far each writer that ended in order had come
 */
public record KnownWriters(int allocated, Map<Integer, Position> ends) {
  /** Nothing is known. */
  public static final KnownWriters NONE = new KnownWriters(0, Map.of());

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MOST_NAMED = 10;

  /** Copies the ends. */
  public KnownWriters {
    ends = Map.copyOf(new TreeMap<>(ends));
  }

  /**
   * Asks ZooKeeper; before the ledgers are read, since both only grow.
   *
   * @throws catena.harness.words.UsageException if ZooKeeper does not answer
   */
  public static KnownWriters of(Connection connection, String tableId) throws IOException {
    WriterNumbers numbers =
        WriterNumbers.open(
            connection.zookeepers(), connection.instanceId(), tableId, LIMIT, () -> {});
    try {
      return new KnownWriters(numbers.allocated(), numbers.ends());
    } finally {
      // It holds nothing there, and ZooKeeper's client sleeps for 100 ms when it is closed.
      Threads.daemons("zookeeper-close").newThread(numbers::close).start();
    }
  }

  /** The doubt about writers that have a number and no ledger, if there are any. */
  public Optional<String> withoutLedger(Promise promise) {
    List<Integer> silent =
        IntStream.range(0, allocated)
            .filter(writer -> promise.of(writer).isEmpty())
            .boxed()
            .toList();
    if (silent.isEmpty()) {
      return Optional.empty();
    }
    String named =
        silent.size() <= MOST_NAMED
            ? silent.toString()
            : silent.subList(0, MOST_NAMED) + " and " + (silent.size() - MOST_NAMED) + " more";
    return Optional.of(
        "No ledger was given of the writers "
            + named
            + ", which have numbers for this table: name their runs too");
  }
}
