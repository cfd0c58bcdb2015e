// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import java.nio.file.Path;
import java.util.List;

/**
 * What a launcher is to start.
 *
 * @param run the run directory, as every worker can open it: a path, or a URI of a Hadoop file
 *     system
 * @param workers how many workers; their slots are numbered from 0
 * @param clientProperties Accumulo's, a file on this machine; it may hold a password, so that the
 *     launcher brings it to the workers in a way that only their user can read
 * @param settings those of {@link Launcher#settings} among them
 */
public record LaunchRequest(String run, int workers, Path clientProperties, Settings settings) {
  /** The class whose {@code main} takes {@link #arguments}. */
  public static final String MAIN = "catena.scenario.Main";

  /** The command of a worker. */
  public static final String COMMAND = "worker";

  /** The option for a worker's slot; without it, a worker takes the first that is free. */
  public static final String SLOT = "--slot";

  /** Refuses a request for no workers. */
  public LaunchRequest {
    if (workers < 1) {
      throw new IllegalArgumentException(workers + " workers");
    }
  }

  /** Whether the run directory is a path on this machine, and not a URI. */
  public boolean isLocal() {
    return !RunDirectory.isUri(run);
  }

  /**
   * The arguments of one worker's process, the command first.
   *
   * @param slot from 0
   * @param attempt from 1; a successor's is higher than its predecessor's
   * @param properties the path of the client properties for the worker's process
   */
  public static List<String> arguments(String run, int slot, int attempt, String properties) {
    return List.of(
        COMMAND, run, "-c", properties, SLOT, "" + slot, "--attempt", Integer.toString(attempt));
  }
}
