// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

import catena.trace.record.Loss;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Findings that share their cause and the server that had acknowledged them.
 *
 * @param cause what they have in common
 * @param suspect what hit a server, where that is the cause
 * @param server host and port of the tserver that acknowledged them, if that is known
 * @param losses in the order of their writing, at least one
 * @param others what else touched them, the most suspect first
 */
public record LossGroup(
    Cause cause,
    Optional<SuspectedFault> suspect,
    Optional<String> server,
    List<Loss> losses,
    List<Touching> others) {

  /**
   * What touched some of the losses of a group.
   *
   * @param losses how many it touched
   * @param ties how many of these it is as close to as the suspect of the group
   */
  public record Touching(SuspectedFault suspect, long losses, long ties) {
    /** Both together: the same fault, as it is the more suspect. */
    Touching and(Touching other) {
      return new Touching(
          suspect.weight() >= other.suspect.weight() ? suspect : other.suspect,
          losses + other.losses,
          ties + other.ties);
    }
  }

  /** Why the writes are gone, as far as is known. */
  public enum Cause {
    /** Something hit a server. */
    BY_FAULT,
    /** Another client deleted the rows: their delete markers are there. */
    DELETED,
    /** No fault hit what held the writes, and records cover the time until they were missed. */
    UNEXPLAINED,
    /** No fault is known, but for some of that time there is no record. */
    UNRECORDED
  }

  /** Greater for the more suspect: above all faults is a deletion. */
  int weight() {
    return suspect.map(SuspectedFault::weight).orElse(cause == Cause.DELETED ? 200 : 0);
  }

  /** Whether it is known that no fault is to blame. */
  public boolean isUnexplained() {
    return cause == Cause.UNEXPLAINED || cause == Cause.DELETED;
  }

  /** Whether it cannot be known. */
  public boolean isUnrecorded() {
    return cause == Cause.UNRECORDED;
  }

  /** How many of each kind. */
  public SortedMap<String, Long> kinds() {
    SortedMap<String, Long> kinds = new TreeMap<>();
    losses.forEach(loss -> kinds.merge(loss.kind().name(), 1L, Long::sum));
    return kinds;
  }

  /** The tablets that their rows were in when they were sent, as far as that is known. */
  public NavigableSet<String> tablets() {
    NavigableSet<String> tablets = new TreeSet<>();
    losses.forEach(loss -> loss.tablet().ifPresent(tablets::add));
    return tablets;
  }

  /** The numbers of their writers. */
  public NavigableSet<Integer> writers() {
    NavigableSet<Integer> writers = new TreeSet<>();
    losses.forEach(loss -> loss.writer().ifPresent(writers::add));
    return writers;
  }

  /** When the first of them was acknowledged, milliseconds since 1970. */
  public long firstWritten() {
    return losses.get(0).written();
  }

  /** When the last of them was. */
  public long lastWritten() {
    return losses.get(losses.size() - 1).written();
  }

  /** None of them was sent before this. */
  long firstSent() {
    return losses.stream().mapToLong(Loss::sentFrom).min().orElseThrow();
  }

  long firstFound() {
    return losses.stream().mapToLong(Loss::found).min().orElseThrow();
  }
}
