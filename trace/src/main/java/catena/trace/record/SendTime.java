// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

/**
 * When a write went to its server, wall clock in milliseconds since 1970.
 *
 * @param earliest not before this: it was handed to the batch writer then
 * @param likeliest from {@code earliest} to {@code latest}
 * @param latest not after this, unless its server did not answer
 */
public record SendTime(long earliest, long likeliest, long latest) {
  /** Whether it may have been sent in a span of time. */
  public boolean isDuring(long from, long to) {
    return from <= latest && to >= earliest;
  }
}
