// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.GraphSpec;
import catena.graph.judge.FindingKind;
import catena.records.journal.Event;
import catena.records.run.GraphFile;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.report.page.EvidenceMaker;
import catena.report.page.Page.Evidence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Findings as tables: where their rows were, by what the recorder of tablets wrote down. */
class FindingTablesTest {
  private static final long T0 = RunFiles.BEGIN;

  @TempDir private Path directory;
  private RunFiles files;

  /** Two tablets, of which the second moves to another server after 100 s. */
  @BeforeEach
  void write() throws Exception {
    files = new RunFiles(directory);
    files.events(
        "tablets",
        hosted(0, "7;8", "h1:9997"),
        hosted(0, "7<", "h1:9997"),
        hosted(100, "7<", "h2:9997"),
        hosted(0, "1<", "h3:9997"));
    try (RunDirectory run = files.open()) {
      new GraphFile("ci", "7", "instance", GraphSpec.ofSeed(5)).writeTo(run);
    }
  }

  private static Event hosted(long at, String tablet, String server) {
    return new Event.TabletHosted(
        T0 + at * 1000, "tablets", tablet, Optional.of(server), List.of());
  }

  private static Finding lost(String row, int writer, long acknowledged) {
    return Finding.of(FindingKind.LOST, row, T0 + 900_000)
        .withOrigin(
            Origin.of(writer, 3, 2, 17)
                .withTimes(
                    OptionalLong.of(T0 + acknowledged * 1000 - 500),
                    OptionalLong.of(T0 + acknowledged * 1000)))
        .withExpected("a=1")
        .withSeen("nothing");
  }

  private void found(Finding... findings) throws Exception {
    for (Finding finding : findings) {
      files.text("findings.jsonl", Json.LINES.writeValueAsString(finding) + "\n");
    }
  }

  private List<Evidence> evidence() throws Exception {
    return EvidenceMaker.of(files.read(), ZoneOffset.UTC);
  }

  @Test
  void findingsAreGroupedByTabletAndServer() throws Exception {
    found(lost("9a", 1, 50), lost("11", 0, 150), lost("9b", 1, 60), lost("9c", 2, 150));

    List<Evidence> pages = evidence();

    assertThat(pages)
        .extracting(Evidence::title)
        .containsExactly("Findings by tablet and server", "4 LOST");
    assertThat(pages.get(0).tables().get(0).texts())
        .containsExactlyInAnyOrder(
            List.of("7<", "h1:9997", "2 LOST", "1", time(50), time(60)),
            List.of("7;8", "h1:9997", "1 LOST", "0", time(150), time(150)),
            List.of("7<", "h2:9997", "1 LOST", "2", time(150), time(150)))
        .first()
        .isEqualTo(List.of("7<", "h1:9997", "2 LOST", "1", time(50), time(60)));
    assertThat(pages.get(1).tables().get(0).titles())
        .containsExactly(
            "Row", "Tablet", "Server", "Writer", "Window", "Acknowledged", "Expected", "Seen");
    assertThat(pages.get(1).tables().get(0).texts())
        .extracting(row -> row.get(0))
        .as("those of one place together")
        .containsExactly("11", "9a", "9b", "9c");
    assertThat(pages.get(1).tables().get(0).texts().get(1))
        .containsExactly(
            "9a", "7<", "h1:9997", "1", "block 3 layer 2 index 17", time(50), "a=1", "nothing");
  }

  /** The page says what happened; the file has the rest. */
  @Test
  void ofEachKindFiveAreShownAndTheNumberOfAllIsSaid() throws Exception {
    found(IntStream.range(0, 5).mapToObj(n -> lost("9" + n, 1, 50)).toArray(Finding[]::new));
    assertThat(evidence().get(1).tables().get(0).texts()).hasSize(5);
    assertThat(evidence().get(1).suspicion()).startsWith("All of them follow.");

    found(lost("95", 1, 50), lost("96", 1, 50));
    assertThat(evidence().get(1).title()).isEqualTo("7 LOST");
    assertThat(evidence().get(1).tables().get(0).texts()).hasSize(5);
    assertThat(evidence().get(1).suspicion()).startsWith("The first 5 of 7 follow.");
  }

  private static String time(long second) {
    return "2026-11-18 11:0" + (7 + second / 60) + ":" + "%02d".formatted(second % 60);
  }

  @Test
  void whatReadersSawIsPlacedTooAndStandsInTheText() throws Exception {
    files.events("walk", new Event.FindingSeen(T0, "walk-0", lost("9a", 1, 50)));

    assertThat(evidence().get(0).tables().get(0).texts()).hasSize(1);
    assertThat(files.report()).contains("<h3 id=\"t-places\">Findings by tablet and server</h3>");
    assertThat(Files.readString(directory.resolve("report.txt")))
        .contains("7<: server h1:9997; findings 1 LOST; writers 1;", "9a: tablet 7<;");
  }

  @Test
  void withoutARecorderThereAreNoPlaces() throws Exception {
    Files.delete(directory.resolve("events/tablets.jsonl"));
    found(lost("9a", 1, 50));

    List<Evidence> pages = evidence();

    assertThat(pages).extracting(Evidence::title).containsExactly("1 LOST");
    assertThat(pages.get(0).tables().get(0).titles()).doesNotContain("Tablet", "Server");
  }
}
