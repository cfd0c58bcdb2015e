// SPDX-License-Identifier: Apache-2.0
package catena.records.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.judge.FindingKind;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
    return RunDirectory.at(temp.toString());
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
              5,
              "drawn",
              "secret");
      file.writeTo(directory);
      assertThat(FleetFile.read(directory)).contains(file);
      assertThat(file.at("elsewhere", false, 9).tservers()).isEqualTo(9);
    }
  }

  @Test
  void theOutcomeOfAShareIsReadAsItWasWritten() throws IOException {
    try (RunDirectory directory = directory()) {
      assertThat(ShareOutcome.read(directory, 4, "3-1")).isEmpty();
      ShareOutcome share =
          new ShareOutcome(
              "3-1",
              4,
              OptionalDouble.of(2.5),
              false,
              Optional.of(new ShareOutcome.ClockSeen(1.5, 0.5)),
              Map.of("walk", FOUND, "scan", PartOutcome.NOTHING));
      share.writeTo(directory);
      assertThat(ShareOutcome.read(directory, 4, "3-1")).contains(share);
      ShareOutcome late =
          new ShareOutcome("3-2", 4, OptionalDouble.empty(), true, Optional.empty(), Map.of());
      late.writeTo(directory);
      assertThat(ShareOutcome.read(directory, 4, "3-2")).contains(late);
    }
  }

  @Test
  void howFarTheCoordinatorHasComeIsReadAsItWasWritten() throws IOException {
    try (RunDirectory directory = directory()) {
      assertThat(FleetProgress.read(directory, List.of(), 1))
          .isEqualTo(new FleetProgress("", List.of(), List.of()));
      assertThat(FleetProgress.lastTerms(directory)).isEmpty();
      FleetProgress.Done found = new FleetProgress.Done(List.of(FOUND), "", 1234);
      FleetProgress.Done leftOut = new FleetProgress.Done(List.of(), "not today", 0);
      found.writeTo(directory, 0, 1);
      leftOut.writeTo(directory, 1, 3);
      found.writeTo(directory, 1, 2);
      new FleetProgress.Left("[1,2]", List.of("why")).writeTo(directory, 1);
      new FleetProgress.Left("", List.of("why", "and why")).writeTo(directory, 2);
      new FleetProgress.Left("[3]", List.of("later")).writeTo(directory, 3);
      assertThat(FleetProgress.read(directory, List.of(1, 3), 3))
          .as("what the term itself has left is not of those before it")
          .isEqualTo(
              new FleetProgress("[1,2]", List.of(found, leftOut), List.of("why", "and why")));
      assertThat(FleetProgress.read(directory, List.of(1, 2), 2).phases().get(1)).isEqualTo(found);
      assertThat(FleetProgress.lastTerms(directory)).containsExactly(1, 3);
      assertThat(directory.lastTerm()).isEqualTo(3);
      assertThatThrownBy(() -> FleetProgress.read(directory, List.of(2), 3))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("0-2.json is not there");
    }
  }

  @Test
  void aFileOfAnEarlierVersionHasNoId() throws IOException {
    try (RunDirectory directory = directory()) {
      byte[] earlier = "{\"workers\": 3, \"launch\": \"local\"}".getBytes(StandardCharsets.UTF_8);
      directory.writeAtomically(directory.fleet(), earlier, "x");
      assertThat(FleetFile.read(directory).orElseThrow().id()).isEmpty();
    }
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    try (RunDirectory directory = directory()) {
      byte[] silent =
          "{\"worker\":\"0-1\",\"parts\":{\"walk\":{}}}".getBytes(StandardCharsets.UTF_8);
      directory.writeAtomically(directory.share(1, "0-1"), silent, "x");
      PartOutcome walk = ShareOutcome.read(directory, 1, "0-1").orElseThrow().parts().get("walk");
      assertThat(PartOutcome.NOTHING.and(walk).verdict()).isEqualTo(Verdict.UNKNOWN);
      byte[] cut = "{\"workers\": 3, ".getBytes(StandardCharsets.UTF_8);
      directory.writeAtomically(directory.fleet(), cut, "x");
      directory.writeAtomically(directory.phase(0, 1), cut, "x");
      directory.writeAtomically(directory.share(1, "0-1"), cut, "x");
      assertThatThrownBy(() -> FleetFile.read(directory))
          .hasMessageContaining("fleet.json is damaged");
      assertThatThrownBy(() -> FleetProgress.read(directory, List.of(1), 1))
          .hasMessageContaining("phases/0-1.json is damaged");
      assertThatThrownBy(() -> ShareOutcome.read(directory, 1, "0-1"))
          .hasMessageContaining("shares/1-0-1.json is damaged");
    }
  }
}
