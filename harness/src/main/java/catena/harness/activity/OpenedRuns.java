// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Run directories of earlier processes, open for reading. */
public final class OpenedRuns implements Closeable {
  private final List<RunDirectory> opened = new ArrayList<>();

  /** None. */
  public OpenedRuns() {}

  /**
   * Opens more.
   *
   * @throws UsageException if there is no such directory
   */
  public OpenedRuns open(Collection<String> names) {
    names.forEach(name -> opened.add(RunDirectory.open(name)));
    return this;
  }

  /** Opens the directory of a command, where there is one; what begins a run makes it. */
  public void openIfThere(Optional<String> name) {
    try {
      open(name.stream().toList());
    } catch (UsageException e) {
      // it is made, or refused, when the command begins
    }
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
