// SPDX-License-Identifier: Apache-2.0
package catena.records.fleet;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The outcome of a worker's share of a phase; {@code shares/<generation>-<worker>.json}.
 *
 * @param worker its slot, a dash and its attempt
 * @param generation of the order
 * @param lateMillis how long after the named time it began; empty if it did not, or came late
 * @param idle whether it was ready and never began
 * @param clock of its host; empty if it could not be asked, or in a file of an earlier version
 * @param parts by the name of the part within the scenario
 */
public record ShareOutcome(
    String worker,
    int generation,
    OptionalDouble lateMillis,
    boolean idle,
    Optional<ClockSeen> clock,
    Map<String, PartOutcome> parts) {
  /** In place of a part's name: for the outcome of the share as a whole. */
  public static final String WHOLE = "";

  /**
   * The clock of a worker's host in a phase, milliseconds, without a sign.
   *
   * @param off how far from that of ZooKeeper's leader, at most
   * @param moved by how much that has changed since it joined; 0 where leaders changed
   */
  public record ClockSeen(double off, double moved) {
    /** The worse of two observations. */
    public ClockSeen worst(ClockSeen other) {
      return new ClockSeen(Math.max(off, other.off), Math.max(moved, other.moved));
    }
  }

  /** Copies the parts. */
  public ShareOutcome {
    parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  /** Writes it. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.share(generation, worker),
        Json.LINES.writeValueAsBytes(this),
        "what a share came to");
  }

  /**
   * That of a worker; empty if it has not come so far.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public static Optional<ShareOutcome> read(RunDirectory directory, int generation, String worker)
      throws IOException {
    return Json.read(directory, directory.share(generation, worker), ShareOutcome.class);
  }
}
