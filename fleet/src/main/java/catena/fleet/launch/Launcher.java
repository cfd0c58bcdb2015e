// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.settings.Setting;
import catena.records.words.Problems;
import java.io.IOException;
import java.util.List;

/**
 * An engine that starts workers, each by the command line of {@link LaunchRequest#arguments}.
 *
 * <p>It has no state of any run: one object serves all runs.
 */
public interface Launcher {
  /** The value of {@code --launch}, in lower case. */
  String name();

  /** The settings that this engine reads, in addition to those of all engines. */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /**
   * Reports what is known to be wrong before anything is started, such as a run directory that this
   * engine's workers cannot reach.
   */
  default void check(LaunchRequest request, Problems problems) {
    // not every engine has conditions
  }

  /**
   * Starts all workers, the first attempt of each. Returns when they are requested, which need not
   * mean that they run: a worker that has begun reports that to the coordinator itself.
   *
   * @throws catena.records.words.UsageException if the engine cannot do what was requested, with
   *     what to change; nothing runs then
   * @throws IOException if the engine fails; nothing runs then
   */
  Workers launch(LaunchRequest request) throws IOException, InterruptedException;

  /**
   * Takes over workers that another process has launched, in order to watch and end them.
   *
   * @param handle the {@link Workers#handle} of that process, from the run directory
   * @throws IOException if the engine cannot be reached
   */
  Workers attach(LaunchRequest request, String handle) throws IOException, InterruptedException;
}
