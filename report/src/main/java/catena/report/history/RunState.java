// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

/** How far a run has come when its directory is read. */
public enum RunState {
  /** It has ended and said so. */
  FINISHED,
  /** It wrote its last event a moment ago. */
  RUNNING,
  /** It has written nothing for a while and never said that it ended. */
  BROKEN_OFF
}
