// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.settings.Setting;
import catena.records.words.Problems;
import java.io.IOException;
import java.util.List;

/**
 * An engine that starts workers, each of them the command line of {@link LaunchRequest#arguments}.
 *
 * <p>It holds nothing of any run: one object serves all of them.
 */
public interface Launcher {
  /** The word of {@code --launch}, lower case. */
  String name();

  /** The settings that it reads, in addition to those of all engines. */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /**
   * Finds what can be known to be wrong before anything is started: a run directory that this
   * engine's workers cannot reach, for one.
   */
  default void check(LaunchRequest request, Problems problems) {
    // not every engine has conditions
  }

  /**
   * Starts all workers, the first attempt of each. Returns when they are asked for, which need not
   * mean that they run: who has begun says so itself, to the coordinator.
   *
   * @throws catena.records.words.UsageException if the engine cannot do it as asked, with what to
   *     change; nothing runs then
   * @throws IOException if the engine fails; nothing runs then
   */
  Workers launch(LaunchRequest request) throws IOException, InterruptedException;

  /**
   * Takes over workers that another process has launched, so that they are watched and ended.
   *
   * @param handle what {@link Workers#handle} said, as the run directory holds it
   * @throws IOException if the engine cannot be asked
   */
  Workers attach(LaunchRequest request, String handle) throws IOException, InterruptedException;
}
