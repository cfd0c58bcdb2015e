package catena.fleet.launch;

import catena.harness.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a launcher is asked to start.
 *
 * @param run the run directory, as every worker reaches it: a path, or a URI of a Hadoop file
 *     system
 * @param workers how many, numbered from 0; the numbers are their slots
 * @param clientProperties Accumulo's, a file of this machine; they may hold a password, so that the
 *     launcher brings them to the workers by a way that only their user can read
 * @param options what follows the run directory on each worker's command line, the same for all
 * @param environment added to what the engine gives a worker's process
 * @param settings those of {@link Launcher#settings} among them
 */
public record LaunchRequest(
    String run,
    int workers,
    Path clientProperties,
    List<String> options,
    Map<String, String> environment,
    Settings settings) {
  /** The class whose {@code main} takes {@link #arguments}. */
  public static final String MAIN = "catena.scenario.Main";

  /** The command of a worker. */
  public static final String COMMAND = "worker";

  /** Says which slot a worker takes; without it, it takes the first that is free. */
  public static final String SLOT = "--slot";

  /** Says the how manieth process of its slot a worker is, from 1. */
  public static final String ATTEMPT = "--attempt";

  /** Copies the lists. */
  public LaunchRequest {
    options = List.copyOf(options);
    environment = Map.copyOf(environment);
    if (workers < 1) {
      throw new IllegalArgumentException(workers + " workers");
    }
  }

  /**
   * The arguments of one worker's process, the command first.
   *
   * @param slot from 0
   * @param attempt from 1; a successor's is higher than its predecessor's
   * @param properties the client properties as the worker's process finds them
   */
  public List<String> arguments(int slot, int attempt, String properties) {
    List<String> words = new ArrayList<>(List.of(COMMAND, run, "-c", properties));
    words.addAll(List.of(SLOT, Integer.toString(slot), ATTEMPT, Integer.toString(attempt)));
    words.addAll(options);
    return List.copyOf(words);
  }
}
