// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.records.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What was seen from outside, each list in the order of time; times are wall clock in milliseconds.
 *
 * <p>A change happened after {@code before}, the last look that did not see it, and not after
 * {@code at}, the first that did.
 *
 * @param rows where the clients write and read, one for each tablet of the table
 */
record Sightings(
    String tableId,
    List<String> rows,
    List<ProcessChange> processes,
    List<LockChange> locks,
    List<Hosting> hostings,
    List<Operation> operations) {

  /** How an operation may end. */
  enum Answer {
    YES,
    FAILED
  }

  /**
   * The state of a server's process changed.
   *
   * @param server such as {@code tserver-1}
   * @param port where its clients find it; 0 if its pid file names none
   * @param state as in {@code /proc/PID/stat}; {@code X} when it is not there any more
   */
  record ProcessChange(long before, long at, String server, long pid, int port, char state) {
    /** Whether it ended: what is left of it serves no client. */
    boolean ended() {
      return state == 'X' || state == 'Z';
    }

    boolean halted() {
      return state == 'T';
    }
  }

  /**
   * A server came to hold a lock, or holds it no more.
   *
   * @param role {@code tserver} or {@code manager}
   * @param address host and port
   * @param session of ZooKeeper
   */
  record LockChange(
      long before, long at, String role, String address, long session, boolean held) {}

  /**
   * What a manager logged of a tablet.
   *
   * @param tablet as Accumulo prints its extent
   * @param address of the server
   * @param loaded whether it was loaded there, else unloaded
   */
  record Hosting(long at, String tablet, String address, boolean loaded) {
    /**
     * Whether the tablet is not at a server any more then. That it was unloaded may be logged after
     * the next server has loaded it.
     */
    boolean ends(String host) {
      return loaded || address.equals(host);
    }
  }

  /** One write or read of a row, from its begin to its answer. */
  record Operation(String row, boolean write, long begin, long end, Answer answer) {
    boolean succeeded() {
      return answer == Answer.YES;
    }
  }

  /** Writes all of it, so that it can be compared again. */
  void writeTo(Path file) throws IOException {
    Files.writeString(file, Json.LINES.writeValueAsString(this));
  }

  /** What {@link #writeTo} has written. */
  static Sightings read(Path file) throws IOException {
    return Json.LINES.readValue(file.toFile(), Sightings.class);
  }
}
