// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Sizes of write-ahead logs, as the file system tells them.
 *
 * <p>They are asked for while tablets still need the logs, since Accumulo removes a log soon after
 * that; of a file that nobody has closed yet the size is told too small, so the largest counts. To
 * ask may take long, and nobody who wants the sum waits for it.
 */
public final class LogSizes {
  private final Configuration hadoop = new Configuration();
  private final Map<String, Long> sizes = new HashMap<>();

  /** Asks for the sizes of logs that are needed now. */
  void see(Collection<String> logs) {
    for (String log : logs) {
      try {
        Path path = new Path(log);
        long size = path.getFileSystem(hadoop).getFileStatus(path).getLen();
        merge(log, size);
      } catch (IOException | IllegalArgumentException e) {
        // Collected meanwhile, or out of this client's reach: the others count.
      }
    }
  }

  private synchronized void merge(String log, long size) {
    sizes.merge(log, size, Math::max);
  }

  /** The bytes of those that were seen; empty if none was. */
  public synchronized OptionalLong sum(Collection<String> logs) {
    return logs.stream().noneMatch(sizes::containsKey)
        ? OptionalLong.empty()
        : OptionalLong.of(logs.stream().mapToLong(log -> sizes.getOrDefault(log, 0L)).sum());
  }
}
