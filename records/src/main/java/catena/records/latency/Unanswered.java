// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.journal.Event;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What had become of the operations that were due when a phase ended.
 *
 * @param answered those that were answered, in the whole phase
 * @param underWay those that were begun and never answered
 * @param neverBegun those that were due by then and never began
 * @param oldestNanos how long before the end the oldest of both was to begin; 0 without any
 */
public record Unanswered(long answered, long underWay, long neverBegun, long oldestNanos) {
  /** Nothing was due. */
  public static final Unanswered NONE = new Unanswered(0, 0, 0, 0);

  /** The age from which on what never began counts: less is the wait for a thread or an answer. */
  private static final long NOTABLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_SECONDS = 100;

  /** What a client has reported about one kind of operation. */
  public static Unanswered of(Event.Unanswered event) {
    return new Unanswered(
        event.answered(),
        event.underWay(),
        event.neverBegun(),
        Math.round(event.oldestSeconds() * SECOND));
  }

  /** Those of another client, too. */
  public Unanswered and(Unanswered other) {
    return new Unanswered(
        answered + other.answered,
        underWay + other.underWay,
        neverBegun + other.neverBegun,
        Math.max(oldestNanos, other.oldestNanos));
  }

  /**
   * Whether the user is to be notified. What became due in the last moment and would have begun in
   * the next one is no news.
   */
  public boolean isNotable() {
    return underWay > 0 || (neverBegun > 0 && oldestNanos >= NOTABLE_NANOS);
  }

  /**
   * In words; empty if it is not notable.
   *
   * @param operations what they are, for people: {@code lookups}
   */
  public Optional<String> inWords(String operations) {
    return isNotable()
        ? Optional.of(
            "%s %s were due and never begun, %s under way, the oldest for %s"
                .formatted(
                    Amounts.grouped(neverBegun), operations, Amounts.grouped(underWay), oldest()))
        : Optional.empty();
  }

  private String oldest() {
    double seconds = oldestNanos / SECOND;
    return seconds < MOST_SECONDS
        ? String.format(Locale.ROOT, "%.1f s", seconds)
        : Amounts.span(Duration.ofNanos(oldestNanos));
  }

  /**
   * The event that records it.
   *
   * @param at when the phase ended, wall clock in milliseconds
   * @param operation its tag in latency logs
   */
  public Event event(long at, String client, String operation) {
    return new Event.Unanswered(
        at, client, operation, answered, underWay, neverBegun, oldestNanos / SECOND);
  }
}
