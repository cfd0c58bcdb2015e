package catena.agitator;

import java.io.IOException;
import java.util.Collection;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Asks the file system for the sizes of write-ahead logs, where it can be had. */
final class LogSizes {
  private LogSizes() {}

  /** The bytes of those that are still there; empty if there is none. */
  static OptionalLong sum(Collection<String> logs, Configuration hadoop) {
    long sum = 0;
    int found = 0;
    for (String log : logs) {
      try {
        Path path = new Path(log);
        sum += path.getFileSystem(hadoop).getFileStatus(path).getLen();
        found++;
      } catch (IOException | IllegalArgumentException e) {
        // Collected meanwhile, or out of this client's reach: the others count.
      }
    }
    return found == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
  }
}
