package catena.fleet.yarn;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is asked of a job while it runs. */
interface WatchedJob extends Closeable {
  /** As YARN names it. */
  String id();

  /** Why it is over; empty while it is not. */
  Optional<String> end() throws IOException;

  /** Whether it has an ApplicationMaster that could be asked now. */
  boolean isAnswering() throws IOException;

  /** The attempts that failed or were killed, with what Hadoop calls that. */
  Map<Attempt, String> dead() throws IOException, InterruptedException;

  /** The attempts that run now. */
  List<Attempt> running() throws IOException, InterruptedException;

  /** Ends it with all its tasks. */
  void kill() throws IOException;

  /** Asks nothing any more. */
  @Override
  void close() throws IOException;
}
