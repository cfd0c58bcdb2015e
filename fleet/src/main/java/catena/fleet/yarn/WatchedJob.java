package catena.fleet.yarn;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What is asked of a job while it runs. */
interface WatchedJob extends Closeable {
  /**
   * A task.
   *
   * @param running its attempts that run now, from 1
   * @param done the attempt whose worker ended by itself, if one has
   * @param status with which
   * @param failure why there will be no further attempt, if there will be none
   */
  record Task(
      int slot,
      List<Integer> running,
      OptionalInt done,
      OptionalInt status,
      Optional<String> failure) {}

  /** As YARN names it. */
  String id();

  /** Why it is over; empty while it is not. */
  Optional<String> end() throws IOException;

  /** Whether it has an ApplicationMaster, which could be asked now. */
  boolean isAnswering() throws IOException;

  /** What its ApplicationMaster says of the tasks. */
  List<Task> tasks() throws IOException, InterruptedException;

  /** Ends it with all its tasks. */
  void kill() throws IOException;

  /** Asks nothing any more. */
  @Override
  void close() throws IOException;
}
