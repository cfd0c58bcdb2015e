// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import java.io.Closeable;
import java.time.Duration;
import java.util.Set;

/** Somebody who knows figures of the cluster. Asked by one thread at a time. */
public interface Source extends Closeable {
  /** Who it is, one word: {@code monitor}. */
  String name();

  /** The figures of the whole cluster that it has. */
  Set<ClusterMetric> cluster();

  /** The figures of the table that it has. */
  Set<ClusterMetric> table();

  /**
   * Asks. A figure that does not exist right now, the table's before it is made for instance, is
   * left out; that is no failure.
   *
   * @param limit after which the source is to give up; to be handed on to whatever has a limit
   * @throws Exception if the source does not answer or makes no sense
   */
  Reading read(Duration limit) throws Exception;

  @Override
  default void close() {}
}
