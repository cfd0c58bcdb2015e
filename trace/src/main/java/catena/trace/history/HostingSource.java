package catena.trace.history;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One place that says where tablets are hosted; asked again and again. */
public interface HostingSource {
  /**
   * Where a tablet is.
   *
   * @param server host and port; empty if nobody hosts it
   * @param logs write-ahead logs that it needs
   */
  record Hosting(Optional<String> server, List<String> logs) {
    /** Sorts the logs, so that the same ones are equal. */
    public Hosting {
      logs = logs.stream().sorted().toList();
    }
  }

  /** What it is, for messages. */
  String name();

  /**
   * All its tablets, by name.
   *
   * @throws Exception if it cannot be asked now
   */
  Map<String, Hosting> look() throws Exception;
}
