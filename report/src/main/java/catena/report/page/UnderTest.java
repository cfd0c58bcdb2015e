package catena.report.page;

import catena.records.tested.ServerGroup;
import catena.records.tested.Tested.Difference;
import catena.records.tested.Tested.Snapshot;
import catena.records.tested.TestedSummary;
import catena.report.history.RunHistory;
import catena.report.page.Page.Tile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The servers that a run was on, and how they were configured. */
final class UnderTest {
  /** A commit as people write it. */
  private static final int COMMIT_DIGITS = 10;

  private UnderTest() {}

  /** The table of servers, and those of what differs from the defaults and of what is unknown. */
  static List<Table> of(RunHistory run) {
    return run.tested().isEmpty()
        ? List.of()
        : List.of(
                servers(run.tested().get()),
                differences(run.tested().get()),
                gaps(run.tested().get()))
            .stream()
            .filter(table -> !table.rows().isEmpty())
            .toList();
  }

  private static Table servers(Snapshot tested) {
    Table.Draft table =
        Table.of(
                "servers",
                "Servers",
                "Instance %s, as it was at %s.".formatted(tested.instance(), tested.at()))
            .columns("Role", "Servers", "Hosts", "Version", "Build", "JVM");
    for (ServerGroup group : ServerGroup.of(tested.servers())) {
      table.row(
          group.role(),
          group.number() + (group.standby() > 0 ? " (" + group.standby() + " on standby)" : ""),
          Long.toString(group.hosts()),
          ServerGroup.inWords(group.versions()),
          ServerGroup.inWords(shortened(group.builds())),
          ServerGroup.inWords(group.jvms()));
    }
    return table.done();
  }

  private static Map<String, Integer> shortened(Map<String, Integer> builds) {
    Map<String, Integer> commits = new LinkedHashMap<>();
    builds.forEach(
        (build, n) ->
            commits.merge(
                build.substring(0, Math.min(COMMIT_DIGITS, build.length())), n, Integer::sum));
    return commits;
  }

  private static Table differences(Snapshot tested) {
    Table.Draft table =
        Table.of(
                "configuration",
                "Configuration that differs from Accumulo's defaults",
                "Secrets are masked; the whole configuration is in the run directory.")
            .columns("Property", "Of", "Default", "Value");
    for (Difference each : tested.differences()) {
      table.row(each.key(), each.scope(), each.byDefault().orElse(Formats.NONE), each.value());
    }
    return table.folded();
  }

  private static Table gaps(Snapshot tested) {
    Table.Draft table = Table.of("untold", "What is not known of it", "").columns("No", "What");
    for (int i = 0; i < tested.unknown().size(); i++) {
      table.row(Integer.toString(i + 1), tested.unknown().get(i));
    }
    return table.folded();
  }

  /** One line of the first screen. */
  static Optional<Tile> tile(RunHistory run) {
    return run.tested()
        .map(
            tested ->
                new Tile(
                    "Tested", TestedSummary.accumulo(tested), TestedSummary.surroundings(tested)));
  }
}
