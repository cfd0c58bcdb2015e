// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import java.io.Closeable;
import java.time.Duration;
import java.util.Set;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * A source of figures of the cluster. Queried by one thread at a time.
 *
 * @param name its name, one word: {@code monitor}
 * @param cluster the figures of the whole cluster that it has
 * @param table the figures of the table that it has
 * @param question queries it, given the limit after which it is to give up; a figure that does not
 *     exist at that time, such as the table's before it is created, is left out; whatever it throws
 *     is the failure of a sample
 * @param end releases what it holds
 */
public record Source(
    String name,
    Set<Metric> cluster,
    Set<Metric> table,
    FailableFunction<Duration, Reading, Exception> question,
    Runnable end)
    implements Closeable {
  /** A source that has nothing to close. */
  Source(
      String name,
      Set<Metric> cluster,
      Set<Metric> table,
      FailableFunction<Duration, Reading, Exception> question) {
    this(name, cluster, table, question, () -> {});
  }

  /** Queries it, within a limit. */
  public Reading read(Duration limit) throws Exception {
    return question.apply(limit);
  }

  @Override
  public void close() {
    end.run();
  }
}
