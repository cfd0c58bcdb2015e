// SPDX-License-Identifier: Apache-2.0
package catena.architecture.planted;

import catena.records.run.RunDirectory;
import java.io.IOException;

/** Looks by itself how far journals have grown. */
public final class FollowsByItself {
  private FollowsByItself() {}

  /** How many bytes there are. */
  static long grown(RunDirectory run) throws IOException {
    return run.journalLengths().values().stream().mapToLong(each -> each).sum();
  }
}
