// SPDX-License-Identifier: Apache-2.0
package catena.fleet;

import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario.Part;
import catena.records.latency.Measuring;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Divides the clients of a part among workers, so that their numbers differ by at most one.
 *
 * @param workers the number of workers of the run
 * @param tservers the number of live tablet servers when the run begins
 */
public record ClientAssignment(int workers, int tservers) {
  /**
   * How many clients of a part one worker has; 0 if it does not do the part.
   *
   * @param clients their number by the settings
   * @param per what that number counts: the clients of a worker, of a tserver, or all
   */
  public int share(int clients, FleetSettings.Per per, WorkerRanges places, int slot) {
    List<Integer> those = places.of(workers);
    int index = those.indexOf(slot);
    if (index < 0) {
      return 0;
    }
    long all =
        switch (per) {
          case WORKER -> (long) clients * those.size();
          case TOTAL -> clients;
          case TSERVER -> (long) clients * tservers;
        };
    long rest = all % those.size();
    return Math.toIntExact(all / those.size() + (index < rest ? 1 : 0));
  }

  /**
   * The settings of a worker's share of a part; empty if it has no share.
   *
   * @param slot the worker's slot
   */
  public Optional<Settings> share(PhaseSettings settings, Part part, int slot) {
    Optional<Setting<Integer>> clients = part.activity().description().clients();
    if (clients.isEmpty()) {
      return Optional.empty();
    }
    Settings given = settings.resolve(part, List.of(), new Problems());
    Settings all = part.activity().filled(given);
    int share =
        share(
            all.get(clients.get()),
            all.get(FleetSettings.PER),
            all.get(FleetSettings.WORKERS),
            slot);
    if (share == 0) {
      return Optional.empty();
    }
    Map<String, String> own = new TreeMap<>(all.effective());
    // What a file sets for all clients together is divided by all of them, not a worker's clients.
    own.keySet().removeIf(key -> given.origin(key).isPresent() || all.origin(key).isEmpty());
    own.put(clients.get().key(), Integer.toString(share));
    if (part.activity().settings().containsAll(Measuring.SETTINGS)) {
      own.putAll(Measuring.ofWorker(all, FleetLimits.MEASURE_EACH.multipliedBy(workers)));
    }
    return Optional.of(
        settings.resolve(part, List.of(Layer.of(PhaseSettings.SHARE, own)), new Problems()));
  }
}
