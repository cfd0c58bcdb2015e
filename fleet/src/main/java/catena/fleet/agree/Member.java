// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

/**
 * What a worker says of itself while it takes part.
 *
 * @param host its host's name
 * @param pid of its process there
 * @param clock of its host, compared with that of ZooKeeper's leader
 * @param generation of the order that it came to {@link #step} with; 0 before the first
 * @param step how far it is with that
 */
public record Member(
    WorkerId worker, String host, long pid, ClockOffset clock, int generation, Step step) {
  /** How far a worker is with a phase. */
  public enum Step {
    /** It is there, and has said nothing of a phase. */
    JOINED,
    /** It can begin, or has. */
    READY,
    /** Its share is over, and what it came to lies in the run directory. */
    DONE
  }

  /** One that joins. */
  public Member(WorkerId worker, String host, long pid, ClockOffset clock) {
    this(worker, host, pid, clock, 0, Step.JOINED);
  }

  /** The same when it is so far with a phase. */
  public Member at(int ofGeneration, Step itsStep) {
    return new Member(worker, host, pid, clock, ofGeneration, itsStep);
  }

  /** Whether it has come so far with a phase. */
  public boolean has(Step come, int inGeneration) {
    return generation == inGeneration && step.compareTo(come) >= 0;
  }

  /** {@code worker 3, process 17 on host-1}. */
  public String inWords() {
    return worker.inWords() + ", process " + pid + " on " + host;
  }
}
