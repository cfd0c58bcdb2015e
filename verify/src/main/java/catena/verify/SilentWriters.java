package catena.verify;

import catena.graph.Promise;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.WriterNumbers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Writers that were given a number for the table and have no ledger among those that were given.
 *
 * <p>All that such a writer wrote may be lost and nothing in the table would show it, so that they
 * are a doubt.
 */
final class SilentWriters {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MOST_NAMED = 10;

  private SilentWriters() {}

  /** How many writer numbers were given out; asked before the ledgers are read. */
  static int allocated(Connection connection, String tableId) throws IOException {
    try (WriterNumbers numbers =
        WriterNumbers.open(
            connection.zookeepers(), connection.instanceId(), tableId, LIMIT, () -> {})) {
      return numbers.allocated();
    }
  }

  /** The doubt, if there are any such writers. */
  static Optional<String> doubt(int allocated, Promise promise) {
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
