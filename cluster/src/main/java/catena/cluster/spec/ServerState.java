// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import java.util.Locale;
import java.util.Optional;

/** What has become of a server's process. */
public enum ServerState {
  /** The process lives and runs. */
  RUNNING,
  /** The process lives and is halted by a signal. */
  PAUSED,
  /** The process was started and is gone, and was not stopped in an orderly way. */
  DEAD,
  /** The server was never started or was stopped. */
  STOPPED;

  /**
   * Judges by what was recorded at the start and what the operating system shows under that pid; a
   * process of another birth has only inherited the number, and ours is dead.
   */
  public static ServerState of(Optional<ServerProcess> recorded, Optional<ProcStat> seen) {
    if (recorded.isEmpty()) {
      return STOPPED;
    }
    return seen.filter(sight -> sight.birth().equals(recorded.get().birth()))
        .map(sight -> sight.paused() ? PAUSED : RUNNING)
        .orElse(DEAD);
  }

  /** Whether there is a process. */
  public boolean alive() {
    return this == RUNNING || this == PAUSED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
