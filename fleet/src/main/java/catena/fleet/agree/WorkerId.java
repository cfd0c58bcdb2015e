// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * One process of a fleet.
 *
 * @param slot its slot, from 0
 * @param attempt which process of that slot it is, from 1
 */
public record WorkerId(int slot, int attempt) implements Comparable<WorkerId> {
  private static final Pattern NODE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

  /** Refuses a negative slot, and an attempt below 1. */
  public WorkerId {
    if (slot < 0 || attempt < 1) {
      throw new IllegalArgumentException("slot " + slot + ", attempt " + attempt);
    }
  }

  /** The name of its nodes: {@code 3-1}. */
  public String node() {
    return slot + "-" + attempt;
  }

  /** The worker to which a node belongs; empty if it is no worker's. */
  public static Optional<WorkerId> of(String node) {
    Matcher matcher = NODE.matcher(node);
    return matcher.matches()
        ? Optional.of(
            new WorkerId(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  /**
   * All workers that have ever been ready for a phase, alive or not: each has created its journal
   * before that.
   */
  public static NavigableSet<WorkerId> known(RunDirectory directory) throws IOException {
    NavigableSet<WorkerId> known = new TreeSet<>();
    for (Path journal : directory.journals()) {
      of(journal.getName().replaceAll("^worker-(.*)\\.jsonl$", "$1")).ifPresent(known::add);
    }
    return known;
  }

  /** {@code worker 3}, or {@code worker 3 (attempt 2)} if it is not the first. */
  public String inWords() {
    return "worker " + slot + (attempt == 1 ? "" : " (attempt " + attempt + ")");
  }

  @Override
  public int compareTo(WorkerId other) {
    int bySlot = Integer.compare(slot, other.slot);
    return bySlot != 0 ? bySlot : Integer.compare(attempt, other.attempt);
  }
}
