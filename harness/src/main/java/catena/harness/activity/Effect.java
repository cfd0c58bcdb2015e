// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

/** What an activity means for what is proven of the table. */
public enum Effect {
  /** It compares all that was promised. */
  VERIFIES,
  /** It compares a part of it. */
  READS,
  /** It makes or writes the table. */
  WRITES,
  /** It acts on the servers, or on the tablets and files of the table. */
  HITS,
  /** It tests Catena's own checks, and checks nothing of the run's table. */
  TRIES,
  /** It only observes. */
  WATCHES;

  /** Whether the table must be verified again after it. */
  public boolean changes() {
    return this == WRITES || this == HITS;
  }
}
