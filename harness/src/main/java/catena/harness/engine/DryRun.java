// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.accumulo.Connection;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.RunForecast;
import catena.harness.command.Terminal;
import catena.harness.engine.Scenario.Part;
import catena.records.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints the forecast of a run, and finds out whether it could begin; begins nothing. */
public final class DryRun {
  private final Scenario scenario;
  private final PhaseSettings settings;
  private List<String> where = List.of();
  private List<String> costs = List.of();
  private int tservers = 1;
  private List<Map<String, Double>> earlier = List.of();

  /** A dry run of a run whose place is not known. */
  public DryRun(Scenario scenario, PhaseSettings settings) {
    this.scenario = scenario;
    this.settings = settings;
  }

  /** Finds out what the first phase does before it begins; what comes later depends on it. */
  public void ask(PartEnvironment site) throws Exception {
    for (Part part : scenario.phases().get(0).parts()) {
      PreparedPart.of(part.activity(), settings.of(part), site).close();
    }
  }

  /** The run will be on a cluster that is there, and work on a table of it, or make one. */
  public void at(Connection connection, String table) {
    boolean exists = connection.client().tableOperations().exists(table);
    int servers = connection.client().instanceOperations().getTabletServers().size();
    String where =
        "table %s, which %s, on instance %s (%s) with %s tablet server%s"
            .formatted(
                table,
                exists ? "exists" : "does not exist yet",
                connection.properties().getProperty("instance.name"),
                connection.instanceId(),
                Amounts.grouped(servers),
                servers == 1 ? "" : "s");
    DryRun unused = at(where, servers);
  }

  /**
   * The run will be somewhere, in words, with so many tablet servers.
   *
   * @param itsCosts what the place itself costs, a line each
   * @return this
   */
  public DryRun at(String place, int servers, String... itsCosts) {
    where = List.of(place);
    costs = List.of(itsCosts);
    tservers = servers;
    return this;
  }

  /** Earlier runs measured these rates there, as in {@link RunForecast#of}. */
  public void measured(List<Map<String, Double>> rates) {
    earlier = List.copyOf(rates);
  }

  /** The forecast of the phases. */
  public RunForecast outlook() {
    return RunForecast.of(
        scenario.phases().stream()
            .map(phase -> phase.parts().stream().map(settings::forecast).toList())
            .toList(),
        tservers,
        earlier);
  }

  /**
   * Prints all of it, then the settings that are not the defaults.
   *
   * @param wouldDo a line for each thing that would be done
   * @param printed settings of the run that was printed before; only those that differ are printed
   */
  public void print(Terminal terminal, List<String> wouldDo, Map<String, String> printed) {
    List<String> lines = new ArrayList<>(wouldDo);
    lines.addAll(where);
    if (scenario.parts().stream().anyMatch(this::givesTime)) {
      lines.addAll(outlook().lines());
    }
    lines.addAll(costs);
    lines.forEach(terminal::line);
    var changed = settings.changed(printed);
    if (!changed.isEmpty()) {
      terminal.line("");
      changed.forEach((key, value) -> terminal.line(key + "=" + value));
    }
  }

  /** Whether the forecast of a part gives its time; with several parts, time is always printed. */
  private boolean givesTime(Part part) {
    Forecast forecast = settings.forecast(part);
    return scenario.parts().size() > 1
        || forecast.kind() == Forecast.ForecastKind.WRITES
        || forecast.limit().isPresent();
  }
}
