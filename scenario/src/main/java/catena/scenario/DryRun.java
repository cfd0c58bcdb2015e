package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TablePlace;
import catena.harness.activity.Given;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.Site;
import catena.harness.command.Terminal;
import catena.harness.forecast.Forecast;
import catena.harness.forecast.Outlook;
import catena.records.server.Role;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.scenario.Scenario.Part;
import catena.scenario.Scenario.Phase;
import catena.scenario.cluster.Clusters;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says what a scenario comes to, and finds out whether it could begin; begins nothing. */
final class DryRun {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  /** For a cluster of its own to start and to stop. */
  private static final Duration OWN_CLUSTER = Duration.ofSeconds(45);

  private final Scenario scenario;
  private final PhaseSettings settings;
  private final Terminal terminal;
  private final Clock clock;
  private final long seed;

  DryRun(Scenario scenario, PhaseSettings settings, Terminal terminal, Clock clock, long seed) {
    this.scenario = scenario;
    this.settings = settings;
    this.terminal = terminal;
    this.clock = clock;
    this.seed = seed;
  }

  /**
   * The same on the cluster with these client properties, or on one of its own.
   *
   * @param printed settings that were printed before, of which only those that differ are
   */
  Verdict on(Optional<Path> clientProperties, Map<String, String> printed) throws Exception {
    String where;
    int tservers;
    if (clientProperties.isPresent()) {
      TablePlace place = look(clientProperties.get());
      where = place.words();
      tservers = place.tservers();
    } else {
      ClusterSpec own = scenario.cluster();
      tservers = own.number(Role.TSERVER);
      where =
          "table %s on a cluster of its own: %s"
              .formatted(settings.whole().get(TableName.SETTING), servers(own));
    }
    settings
        .effective()
        .forEach(
            (key, value) -> {
              if (!value.equals(printed.get(key))) {
                terminal.line(key + "=" + value);
              }
            });
    terminal.line("");
    Outlook outlook = outlook(scenario, settings, tservers);
    for (int i = 0; i < scenario.phases().size(); i++) {
      terminal.line("would do " + phase(scenario.phases().get(i), outlook.phases().get(i)));
    }
    terminal.line(where);
    outlook.lines().forEach(terminal::line);
    if (clientProperties.isEmpty()) {
      terminal.line("and %s for the cluster".formatted(Amounts.span(OWN_CLUSTER)));
    }
    return Verdict.PASS;
  }

  /** What the first phase finds out before it begins; what comes later depends on it. */
  private TablePlace look(Path clientProperties) throws Exception {
    try (Connection connection = Connection.open(clientProperties, CONNECT_LIMIT)) {
      Given given =
          Clusters.at(clientProperties, terminal).map(Clusters::given).orElse(Given.NOTHING);
      Site site = new Site(() -> connection, true, given, List.of(), terminal, clock, seed);
      for (Part part : scenario.phases().get(0).parts()) {
        PreparedPart.of(part.activity(), settings.of(part), site).close();
      }
      return TablePlace.of(connection, settings.whole().get(TableName.SETTING));
    }
  }

  static Outlook outlook(Scenario scenario, PhaseSettings settings, int tservers) {
    List<List<Forecast>> phases =
        scenario.phases().stream()
            .map(
                phase ->
                    phase.parts().stream()
                        .map(part -> part.activity().forecast(settings.of(part)))
                        .toList())
            .toList();
    return Outlook.of(phases, tservers);
  }

  /** About how long the scenario takes on a cluster of its own; empty if until it is stopped. */
  static Optional<Duration> time(Scenario scenario, PhaseSettings settings) {
    return outlook(scenario, settings, scenario.cluster().number(Role.TSERVER))
        .time()
        .map(time -> time.plus(OWN_CLUSTER));
  }

  private String phase(Phase phase, Optional<Duration> time) {
    String parts = phase.parts().stream().map(this::part).collect(Collectors.joining(" + "));
    return parts
        + ", "
        + Outlook.inWords(time)
        + phase.when().stream().map(each -> ", if " + each.inWords()).collect(Collectors.joining())
        + phase.row().map(row -> ", which is row " + row).orElse("");
  }

  private String part(Part part) {
    String words = part.activity().forecast(settings.of(part)).words();
    return part.activity().name() + (words.isEmpty() ? "" : " (" + words + ")");
  }

  private static String servers(ClusterSpec cluster) {
    return cluster.servers().entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> each.getValue() + " " + each.getKey().word())
        .collect(Collectors.joining(", "));
  }
}
