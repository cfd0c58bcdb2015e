// SPDX-License-Identifier: Apache-2.0
package catena.harness.watch;

import catena.records.journal.Event;
import org.HdrHistogram.Histogram;

/**
 * Is notified of what happens in a run, by one thread at a time, in the order of each file. If it
 * throws, that is reported, and it is called no more.
 */
public interface RunListener {
  /**
   * Something happened.
   *
   * @param journal the file that says so, {@code ingest} for {@code events/ingest.jsonl}: the event
   *     itself names its client, as several clients may write into one journal
   */
  default void event(String journal, Event event) {
    // not every listener wants events
  }

  /**
   * The latencies of one client's operations in an interval.
   *
   * @param operation the tag: {@code flush}, {@code lookup}, {@code flush.service} …
   * @param from when the interval began, milliseconds since 1970
   * @param to when it ended
   * @param latencies nanoseconds
   */
  default void latencies(String operation, long from, long to, Histogram latencies) {
    // not every listener wants latencies
  }

  /**
   * All that was there to be read has been handed over.
   *
   * @param now milliseconds since 1970
   */
  default void polled(long now) {
    // not every listener wants the time
  }
}
