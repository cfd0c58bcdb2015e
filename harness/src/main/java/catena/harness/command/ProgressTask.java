// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a {@link Progress} shows; the suppliers are called often, by another thread.
 *
 * @param phase what is going on, one word or two
 * @param unit what is counted: {@code entries}
 * @param total how many there will be, if known
 * @param limit how long the phase lasts at most, if it ends by time
 * @param done how many are done
 * @param replies answers whose absence is reported, if any are waited for
 * @param operation tag of the latencies that belong to it, once it is known
 * @param waiting for what the phase waits now and does nothing else, in words; {@code waiting for}
 *     stands before them
 */
public record ProgressTask(
    String phase,
    String unit,
    OptionalLong total,
    Optional<Duration> limit,
    LongSupplier done,
    Optional<Replies> replies,
    Supplier<Optional<String>> operation,
    Supplier<Optional<String>> waiting) {

  /**
   * What servers answer with.
   *
   * @param silence what their absence is called: {@code no acknowledgement}
   * @param count grows with each
   * @param sent how many of the units were sent and not answered yet
   */
  public record Replies(String silence, LongSupplier count, LongSupplier sent) {
    /** Answers before which nothing is counted as done. */
    public static Replies of(String silence, LongSupplier count) {
      return new Replies(silence, count, () -> 0);
    }
  }

  /** A task without an end that is known. */
  public static ProgressTask of(String phase, String unit, LongSupplier done) {
    return new ProgressTask(
        phase,
        unit,
        OptionalLong.empty(),
        Optional.empty(),
        done,
        Optional.empty(),
        Optional::empty,
        Optional::empty);
  }

  /** The same with a number that it ends with. */
  public ProgressTask upTo(OptionalLong number) {
    return new ProgressTask(phase, unit, number, limit, done, replies, operation, waiting);
  }

  /** The same with a time that it lasts at most. */
  public ProgressTask within(Optional<Duration> time) {
    return new ProgressTask(phase, unit, total, time, done, replies, operation, waiting);
  }

  /** The same, which reports when no answers come. */
  public ProgressTask answeredBy(Replies by) {
    return new ProgressTask(phase, unit, total, limit, done, Optional.of(by), operation, waiting);
  }

  /** The same with the tag of its latencies. */
  public ProgressTask timedAs(Supplier<Optional<String>> tag) {
    return new ProgressTask(phase, unit, total, limit, done, replies, tag, waiting);
  }

  /** The same where it may wait for something. */
  public ProgressTask waitingFor(Supplier<Optional<String>> what) {
    return new ProgressTask(phase, unit, total, limit, done, replies, operation, what);
  }
}
