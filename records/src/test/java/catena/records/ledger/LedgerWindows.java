// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import catena.graph.Position;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The window of one position, where {@link LedgerReader} finds those of many. */
final class LedgerWindows {
  private LedgerWindows() {}

  static Optional<WindowTimes> windowOf(FileSystem fs, Path path, Position position)
      throws IOException {
    return Optional.ofNullable(
        LedgerReader.windowsOf(fs, path, new TreeSet<>(Set.of(position))).get(position));
  }
}
