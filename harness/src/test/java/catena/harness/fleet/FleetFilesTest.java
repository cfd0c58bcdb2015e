package catena.harness.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.judge.FindingKind;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Layer;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.Proof;
import catena.harness.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one process of a fleet writes another one reads. */
class FleetFilesTest {
  private static final PartOutcome FOUND =
      new PartOutcome(
          Verdict.FAIL,
          List.of("a reason"),
          Map.of("rows compared", 7L),
          Map.of(FindingKind.STALE, 2L),
          List.of("a fact"),
          new Proof(List.of("7 of 7"), Optional.empty()),
          Optional.of("a reason"));

  @TempDir private Path temp;

  private RunDirectory directory() {
    return RunDirectory.at(temp.toString(), new Configuration());
  }

  @Test
  void whatTheWorkersWorkByIsReadAsItWasWritten() throws IOException {
    try (RunDirectory directory = directory()) {
      assertThat(FleetFile.read(directory)).isEmpty();
      FleetFile file =
          new FleetFile(
              3,
              "local",
              "abc",
              Map.of("scale", "0.5"),
              List.of(Layer.of("-o", Map.of("a.b", "c=d")), Layer.of("x", Map.of()).lenient()),
              1,
              77,
              "/etc/client.properties",
              true,
              5);
      file.writeTo(directory);
      assertThat(FleetFile.read(directory)).contains(file);
      assertThat(file.at("elsewhere", false, 9).tservers()).isEqualTo(9);
    }
  }

  @Test
  void whatAShareCameToIsReadAsItWasWritten() throws IOException {
    try (RunDirectory directory = directory()) {
      assertThat(ShareOutcome.read(directory, 4, "3-1")).isEmpty();
      ShareOutcome share =
          new ShareOutcome(
              "3-1", 4, OptionalDouble.of(2.5), Map.of("walk", FOUND, "scan", PartOutcome.NOTHING));
      share.writeTo(directory);
      assertThat(ShareOutcome.read(directory, 4, "3-1")).contains(share);
      ShareOutcome late = new ShareOutcome("3-2", 4, OptionalDouble.empty(), Map.of());
      late.writeTo(directory);
      assertThat(ShareOutcome.read(directory, 4, "3-2")).contains(late);
    }
  }

  @Test
  void howFarTheCoordinatorHasComeIsReadAsItWasWritten() throws IOException {
    try (RunDirectory directory = directory()) {
      assertThat(FleetProgress.read(directory)).isEqualTo(FleetProgress.NONE);
      FleetProgress progress =
          FleetProgress.NONE
              .at("[1,2]")
              .and(new FleetProgress.Done(List.of(FOUND), "", 1234))
              .and(new FleetProgress.Done(List.of(), "not today", 0));
      progress.writeTo(directory);
      assertThat(FleetProgress.read(directory)).isEqualTo(progress);
    }
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    try (RunDirectory directory = directory()) {
      byte[] cut = "{\"workers\": 3, ".getBytes(StandardCharsets.UTF_8);
      directory.writeAtomically(directory.fleet(), cut, "x");
      directory.writeAtomically(directory.fleetProgress(), cut, "x");
      directory.writeAtomically(directory.share(1, "0-1"), cut, "x");
      assertThatThrownBy(() -> FleetFile.read(directory))
          .hasMessageContaining("fleet.json is damaged");
      assertThatThrownBy(() -> FleetProgress.read(directory))
          .hasMessageContaining("fleet-progress.json is damaged");
      assertThatThrownBy(() -> ShareOutcome.read(directory, 1, "0-1"))
          .hasMessageContaining("shares/1-0-1.json is damaged");
    }
  }
}
