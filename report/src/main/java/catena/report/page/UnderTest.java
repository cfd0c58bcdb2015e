// SPDX-License-Identifier: Apache-2.0
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The servers that a run was on, and how they were configured. */
final class UnderTest {
  /** A commit as people write it. */
  private static final int COMMIT_DIGITS = 10;

  private UnderTest() {}

  /** The table of servers, and those of what differs from the defaults and of what is unknown. */
  static List<Table> of(RunHistory run) {
    return run.tested().stream()
        .flatMap(tested -> Stream.of(servers(tested), differences(tested), gaps(tested)))
        .toList();
  }

  private static Table servers(Snapshot tested) {
    return Table.<ServerGroup>of(
            "servers",
            "Servers",
            "Instance %s, as it was at %s.".formatted(tested.instance(), tested.at()))
        .words("Role", ServerGroup::role)
        .cells("Servers", Unit.COUNT, UnderTest::number)
        .numbers("Hosts", Unit.COUNT, ServerGroup::hosts)
        .words("Version", group -> ServerGroup.inWords(group.versions()))
        .words("Build", group -> ServerGroup.inWords(shortened(group.builds())))
        .words("JVM", group -> ServerGroup.inWords(group.jvms()))
        .rows(ServerGroup.of(tested.servers()));
  }

  private static Cell number(ServerGroup group) {
    return group.standby() > 0
        ? Cell.more(
            group.number(), Unit.COUNT, group.number() + " (" + group.standby() + " on standby)")
        : Cell.of(group.number(), Unit.COUNT);
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
    return Table.<Difference>of(
            "configuration",
            "Configuration that differs from Accumulo's defaults",
            "Secrets are masked; the whole configuration is in the run directory.")
        .words("Property", Difference::key)
        .words("Of", Difference::scope)
        .known("Default", Difference::byDefault)
        .words("Value", Difference::value)
        .folded(true)
        .rows(tested.differences());
  }

  private static Table gaps(Snapshot tested) {
    List<String> unknown = tested.unknown();
    return Table.<Integer>of("untold", "Not available", "")
        .numbers("No", Unit.COUNT, number -> number)
        .words("What", number -> unknown.get(number - 1))
        .folded(true)
        .rows(IntStream.rangeClosed(1, unknown.size()).boxed().toList());
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
