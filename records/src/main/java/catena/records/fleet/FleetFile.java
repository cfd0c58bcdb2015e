// SPDX-License-Identifier: Apache-2.0
package catena.records.fleet;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What every process of a fleet works by; {@code fleet.json}. Together with {@code scenario.yaml}
 * it gives each of them the same phases with the same settings.
 *
 * @param workers how many there are
 * @param launch what starts them
 * @param scenario SHA-256 of {@code scenario.yaml}, in hexadecimal digits
 * @param parameters of the scenario, by name
 * @param layers of settings, the weaker first; those of the scenario have their place among them,
 *     see {@code scenarioAt}
 * @param scenarioAt how many of the layers stand below the scenario's own
 * @param seed of the run
 * @param clientProperties of the coordinator, a path of its machine
 * @param ownCluster whether the run started the cluster, and is to stop it
 * @param tservers that lived when the run began
 * @param id drawn for the run: its name in ZooKeeper, whatever path leads to its directory; empty
 *     in a file of an earlier version
 * @param secret drawn for the run: a process that knows it may read and write the run's nodes in
 *     ZooKeeper; empty in a file of an earlier version, whose nodes are open to all
 */
public record FleetFile(
    int workers,
    String launch,
    String scenario,
    Map<String, String> parameters,
    List<Layer> layers,
    int scenarioAt,
    long seed,
    String clientProperties,
    boolean ownCluster,
    int tservers,
    String id,
    String secret) {
  /** Copies the collections. */
  public FleetFile {
    parameters = Map.copyOf(parameters);
    layers = List.copyOf(layers);
  }

  /** The same for a cluster that is known now. */
  public FleetFile at(String properties, boolean own, int living) {
    return new FleetFile(
        workers,
        launch,
        scenario,
        parameters,
        layers,
        scenarioAt,
        seed,
        properties,
        own,
        living,
        id,
        secret);
  }

  /** Writes it, for the owner's eyes only: settings may hold a secret. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writePrivately(
        directory.fleet(), Json.PRETTY.writeValueAsBytes(this), "what the workers work by");
  }

  /**
   * That of a run directory; empty if it is no run of a fleet.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public static Optional<FleetFile> read(RunDirectory directory) throws IOException {
    return Json.read(directory, directory.fleet(), FleetFile.class);
  }
}
