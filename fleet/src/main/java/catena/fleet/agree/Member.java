// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

/**
 * What a worker writes about itself in ZooKeeper while it takes part.
 *
 * @param host its host's name
 * @param pid of its process there
 * @param clock of its host, compared with that of ZooKeeper's leader
 * @param generation of the order to which {@link #step} refers; 0 before the first
 * @param step how far it is with that order's phase
 */
public record Member(
    WorkerId worker, String host, long pid, ClockOffset clock, int generation, Step step) {
  /** How far a worker is with a phase. */
  public enum Step {
    /** It has joined, and has reported nothing about a phase. */
    JOINED,
    /** It can begin, or has begun. */
    READY,
    /** Its share is over, and the outcome is in the run directory. */
    DONE
  }

  /** A worker that joins. */
  public Member(WorkerId worker, String host, long pid, ClockOffset clock) {
    this(worker, host, pid, clock, 0, Step.JOINED);
  }

  /** The same worker at a step of a phase. */
  public Member at(int ofGeneration, Step itsStep) {
    return new Member(worker, host, pid, clock, ofGeneration, itsStep);
  }

  /** Whether it has reached a step of a phase. */
  public boolean has(Step come, int inGeneration) {
    return generation == inGeneration && step.compareTo(come) >= 0;
  }

  /** {@code worker 3, process 17 on host-1}. */
  public String inWords() {
    return worker.inWords() + ", process " + pid + " on " + host;
  }
}
