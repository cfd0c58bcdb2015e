// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.run.RunDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Run directories of earlier processes, open for reading. */
public final class OpenedRuns implements Closeable {
  private final List<RunDirectory> opened = new ArrayList<>();

  /** None. */
  public OpenedRuns() {}

  /**
   * Opens more.
   *
   * @throws catena.records.words.UsageException if there is no such directory
   */
  public OpenedRuns open(Collection<String> names) {
    names.forEach(name -> opened.add(RunDirectory.open(name)));
    return this;
  }

  /** All that are open, in the order in which they were named. */
  public List<RunDirectory> all() {
    return List.copyOf(opened);
  }

  @Override
  public void close() throws IOException {
    for (RunDirectory directory : opened) {
      directory.close();
    }
  }
}
