// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** The processes that a launcher started; one thread asks, another may start. */
public interface Workers extends AutoCloseable {
  /**
   * What another process needs to {@link Launcher#attach} to them: the id of a job, the processes
   * of a machine. It changes when a worker is started anew, and goes into the run directory.
   */
  String handle();

  /**
   * The processes that ended since this was asked last, each once, in the order of their slots.
   *
   * @throws IOException if the engine cannot be asked now, which says nothing about the workers
   */
  List<WorkerEnd> ended() throws IOException;

  /** How long to wait until it is asked again: what answers grows with the fleet. */
  default Duration askEach() {
    return Duration.ofSeconds(2);
  }

  /**
   * Why fewer may run than were asked for, as the middle of a sentence; empty if the engine has
   * nothing to say.
   */
  default String shortage() {
    return "";
  }

  /**
   * Starts a process for a slot whose last one has ended, unless the engine does so by itself.
   *
   * @param attempt from 2
   * @return whether one was started by this
   */
  default boolean start(int slot, int attempt) throws IOException {
    return false;
  }

  /**
   * Asks all of them to end, as a SIGTERM does, and ends those that have not within a limit, as a
   * SIGKILL does.
   *
   * @return how many had to be killed
   */
  int stop(Duration limit) throws IOException, InterruptedException;

  /** Kills what still runs; nothing does afterwards. */
  @Override
  void close() throws IOException;

  /**
   * The end of a worker's process, as the engine saw it.
   *
   * @param slot whose process
   * @param attempt which process of the slot it is, from 1
   * @param status the exit status, if the engine knows one
   * @param words what the engine says about it, without a full stop: {@code status 137 (killed)}
   */
  public record WorkerEnd(int slot, int attempt, OptionalInt status, String words) {
    /** Whether its command line or its welcome was refused, so that a successor would be, too. */
    public boolean refused() {
      return status.isPresent() && status.getAsInt() == Verdict.USAGE;
    }
  }
}
