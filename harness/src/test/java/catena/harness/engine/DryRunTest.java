// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.accumulo.FakeInstance;
import catena.harness.activity.CallerContext;
import catena.harness.command.Terminal;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.harness.fixture.NoCluster;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.verdict.PartOutcome;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DryRunTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private static Scenario scenario(Part... parts) {
    return new Scenario(
        "x",
        "a test",
        Optional.empty(),
        Optional.empty(),
        Layer.of("the scenario", Map.of()),
        List.of(parts).stream().map(part -> new Phase(List.of(part))).toList());
  }

  private static DryRun dryRun(Scenario scenario) {
    List<Setting<?>> known =
        scenario.parts().stream()
            .<Setting<?>>flatMap(part -> part.activity().settings().stream())
            .distinct()
            .toList();
    PhaseSettings settings = PhaseSettings.of(scenario, known, CallerContext.NOTHING);
    return new DryRun(scenario, settings);
  }

  private List<String> printed(DryRun dry, Map<String, String> before) {
    PrintStream stream = new PrintStream(said, true, UTF_8);
    dry.print(new Terminal(stream, stream), List.of("would do it"), before);
    return said.toString(UTF_8).lines().toList();
  }

  @Test
  void whatWouldBeDoneWhereAndForHowLongIsPrintedBeforeWhatIsSet() {
    DryRun dry =
        dryRun(
            scenario(
                Played.of("walk").part(Map.of("walk.duration", "40s")),
                Played.of("agitate").part(Map.of("agitate.duration", "20s"))));
    dry.at("table t on two servers", 2);
    assertThat(dry.outlook().phases())
        .containsExactly(Optional.of(Duration.ofSeconds(40)), Optional.of(Duration.ofSeconds(20)));
    assertThat(printed(dry, Map.of("table.name", "ci", "walk.size", "2")))
        .as("amounts first, then what is neither a default nor printed before")
        .containsExactly(
            "would do it",
            "table t on two servers",
            "takes about 1m00s, by the rates of a machine of two cores",
            "",
            "agitate.duration=20s",
            "walk.duration=40s",
            "walk.size=1");
  }

  @Test
  void whichTableIsMeantOnWhichInstanceIsSaid() {
    FakeInstance instance = new FakeInstance();
    var unused = instance.table("t");
    DryRun dry = dryRun(scenario(Played.of("walk").part(Map.of())));
    dry.at(instance.connection(), "t");
    assertThat(printed(dry, Map.of()))
        .contains("table t, which exists, on instance fake (instance-1) with 2 tablet servers");
    instance.tservers.remove(0);
    dry.at(instance.connection(), "u");
    assertThat(printed(dry, Map.of()))
        .contains(
            "table u, which does not exist yet, on instance fake (instance-1) with 1 tablet"
                + " server");
  }

  /** What the first phase refuses is refused before anything begins. */
  @Test
  void theFirstPhaseIsAskedAndWhatFollowsDependsOnIt() throws Exception {
    Played first =
        Played.of(
            "ingest",
            (run, own) -> {
              throw new AssertionError("nothing is performed");
            });
    Played unprepared = Played.of("verify", (run, own) -> PartOutcome.NOTHING).refusing();
    dryRun(scenario(first.part(Map.of()), unprepared.part(Map.of())))
        .ask(NoCluster.site(OutputStream.nullOutputStream()));
    assertThatThrownBy(
            () ->
                dryRun(scenario(unprepared.part(Map.of())))
                    .ask(NoCluster.site(OutputStream.nullOutputStream())))
        .hasMessage("there is no such table");
  }
}
