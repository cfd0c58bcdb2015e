// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** The processes that a launcher started; one thread queries them, another may start some. */
public interface Workers extends AutoCloseable {
  /**
   * What another process needs to {@link Launcher#attach} to them: a job's id, or the processes of
   * a machine. It changes when a worker is started again, and is in the run directory.
   */
  String handle();

  /**
   * The processes that have ended since the last call, each once, in the order of their slots.
   *
   * @throws IOException if the engine cannot be reached now, which says nothing about the workers
   */
  List<WorkerEnd> ended() throws IOException;

  /** How long to wait between two queries: an answer's size grows with the fleet. */
  default Duration askEach() {
    return Duration.ofSeconds(2);
  }

  /**
   * Why fewer may run than were requested, as the middle of a sentence; empty if the engine has no
   * reason.
   */
  default String shortage() {
    return "";
  }

  /**
   * Starts a process for a slot whose last process has ended, unless the engine does so itself.
   *
   * @param attempt from 2
   * @return whether this call started one
   */
  default boolean start(int slot, int attempt) throws IOException {
    return false;
  }

  /**
   * Asks all of them to end, as with SIGTERM, and kills those that have not ended within a limit,
   * as with SIGKILL.
   *
   * @return how many had to be killed
   */
  int stop(Duration limit) throws IOException, InterruptedException;

  /** Kills those that still run. */
  @Override
  void close() throws IOException;

  /**
   * The end of a worker's process, as the engine reports it.
   *
   * @param slot the slot of the process
   * @param attempt which process of the slot it is, from 1
   * @param status the exit status, if the engine knows one
   * @param words what the engine reports about it, without a full stop: {@code status 137 (killed)}
   */
  public record WorkerEnd(int slot, int attempt, OptionalInt status, String words) {
    /** Whether its command line was wrong or it may not join, as would hold for a successor. */
    public boolean refused() {
      return status.isPresent() && status.getAsInt() == Verdict.USAGE;
    }
  }
}
