// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.Holder;
import catena.harness.accumulo.WriterNumbers;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableIntFunction;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What ZooKeeper knows of a table's writers, wherever their ledgers are.
 *
 * <p>All that a writer without a ledger wrote may be lost and nothing in the table would show it;
 * and a ledger that was cut at the end of a line seems complete. Both are doubts. A writer whose
 * ledger was never begun has sent nothing and owes nothing.
 *
 * @param allocated how many writer numbers were given out
 * @param ends how far each writer that ended in order had come
 * @param takers who took each number, as far as that is known
 * @param holds takes the exclusive right to write as a writer, until closed: then the writer is
 *     known to be gone; throws a {@link catena.records.words.UsageException} if another process has
 *     it, naming that process
 */
public record KnownWriters(
    int allocated,
    Map<Integer, Position> ends,
    Map<Integer, WriterNumbers.Taker> takers,
    FailableIntFunction<Closeable, IOException> holds) {
  /** Nothing is known, not even who is gone. */
  public static final KnownWriters NONE =
      new KnownWriters(
          0,
          Map.of(),
          Map.of(),
          writer -> {
            throw new IOException("it is not known whether writer " + writer + " is at work");
          });

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MOST_NAMED = 10;

  /** Copies the maps. */
  public KnownWriters {
    ends = Map.copyOf(ends);
    takers = Map.copyOf(takers);
  }

  /**
   * Queries ZooKeeper; before the ledgers are read, since both only grow.
   *
   * @throws catena.records.words.UsageException if ZooKeeper does not answer
   */
  public static KnownWriters of(Connection connection, String tableId) throws IOException {
    WriterNumbers numbers = numbers(connection, tableId);
    try {
      return new KnownWriters(
          numbers.allocated(), numbers.ends(), numbers.takers(), holds(connection, tableId));
    } finally {
      // It holds nothing there, and ZooKeeper's client sleeps for 100 ms when it is closed.
      Threads.daemons("zookeeper-close").newThread(numbers::close).start();
    }
  }

  private static WriterNumbers numbers(Connection connection, String tableId) {
    return WriterNumbers.open(
        connection.zookeepers(), connection.instanceId(), tableId, LIMIT, () -> {});
  }

  private static FailableIntFunction<Closeable, IOException> holds(
      Connection connection, String tableId) {
    return writer -> {
      WriterNumbers numbers = numbers(connection, tableId);
      try {
        Holder me = Holder.here("the reading of its ledger", Clock.systemUTC());
        Closeable hold = numbers.hold(writer, me, Duration.ZERO);
        return () -> {
          try (numbers) {
            hold.close();
          }
        };
      } catch (IOException | RuntimeException e) {
        numbers.close();
        throw e;
      }
    };
  }

  /** The right to write as a writer, and nothing of what the writers wrote. */
  public KnownWriters holdsOnly() {
    return new KnownWriters(0, Map.of(), Map.of(), holds);
  }

  /**
   * Frees the ledger of a writer that died and left it open on HDFS.
   *
   * @throws catena.records.words.UsageException if the writer may be alive
   * @throws IOException if HDFS does not free it in time, or it is not known who is alive
   */
  void free(int writer, FileSystem fs, Path ledger) throws IOException {
    Closeable hold = holds.apply(writer);
    try (hold) {
      AppendFile.recoverLease(fs, ledger, RunDirectory.LEASE_LIMIT);
    }
  }

  /** The doubt about writers that have a number and no ledger, if there are any. */
  public Optional<String> withoutLedger(Promise promise) {
    return said(
        promise,
        true,
        "No ledger was given of the writers %s, which have numbers for this table: name their runs"
            + " too%s");
  }

  /** The note about writers that have a number and never began, if there are any. */
  public Optional<String> neverBegun(Promise promise) {
    return said(
        promise,
        false,
        "The writers %s have numbers for this table and never began a ledger, so that they wrote"
            + " nothing%s");
  }

  private Optional<String> said(Promise promise, boolean begun, String sentence) {
    List<Integer> silent =
        IntStream.range(0, allocated)
            .filter(writer -> promise.of(writer).isEmpty() && mayHaveBegun(writer) == begun)
            .boxed()
            .toList();
    if (silent.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(sentence.formatted(firstOf(silent), takenBy(silent)));
  }

  private boolean mayHaveBegun(int writer) {
    WriterNumbers.Taker taker = takers.get(writer);
    return taker == null || taker.begun() || ends.containsKey(writer);
  }

  private static String firstOf(List<?> all) {
    return all.size() <= MOST_NAMED
        ? all.toString()
        : all.subList(0, MOST_NAMED) + " and " + (all.size() - MOST_NAMED) + " more";
  }

  /** Each process once, with the time at which it took the first of these numbers. */
  private String takenBy(List<Integer> numbers) {
    Map<String, Long> since = new LinkedHashMap<>();
    for (int number : numbers) {
      if (takers.containsKey(number)) {
        Holder holder = takers.get(number).holder();
        since.merge(holder.inWords(), holder.sinceMillis(), Math::min);
      }
    }
    List<String> each =
        since.entrySet().stream()
            .map(by -> by.getKey() + " at " + Instant.ofEpochMilli(by.getValue()))
            .toList();
    return each.isEmpty() ? "" : "; the numbers were taken by " + firstOf(each);
  }
}
