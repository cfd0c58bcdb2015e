// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.tested.Tested;
import catena.records.tested.Tested.Difference;
import catena.records.tested.Tested.Server;
import catena.records.tested.Tested.Snapshot;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report says of the servers, from the file that the recorder writes. */
class UnderTestTest {
  private static final Optional<String> NO = Optional.empty();

  @TempDir private Path directory;
  private RunFiles files;

  @BeforeEach
  void write() {
    files = new SyntheticRun(new RunFiles(directory), 5, 90, 30, 1).write();
  }

  private void tested() throws Exception {
    Optional<String> build = Optional.of("e557fd95fedbce9988ea95b685f13a2d469ca34c");
    Optional<String> jvm = Optional.of("17.0.15+6 of Debian");
    Snapshot snapshot =
        new Snapshot(
            "2026-11-22T09:00:00Z",
            "quick",
            "catena",
            "1-2-3",
            List.of(
                new Server("tserver", "h1:9997", false, Optional.of("2.1.4"), build, jvm),
                new Server("tserver", "h2:9997", false, Optional.of("2.1.5"), NO, NO),
                new Server("manager", "h1:9999", false, NO, NO, NO),
                new Server("zookeeper", "h1:2181", false, Optional.of("3.9.3"), NO, NO)),
            List.of(
                new Difference("system", "tserver.walog.max.size", Optional.of("1G"), "512M"),
                new Difference("ci", "table.custom.catena.seed", NO, "<b>7</b>")),
            List.of("Nobody tells the gc's version"));
    try (RunDirectory run = files.open()) {
      new Tested(List.of(snapshot)).writeTo(run);
    }
  }

  @Test
  void whatWasTestedStandsBehindTheVerdict() throws Exception {
    tested();
    String page = files.report();
    int at = page.indexOf("<h2>What was tested</h2>");
    assertThat(at)
        .isGreaterThan(page.indexOf("class=\"verdict\""))
        .isLessThan(page.indexOf("id=\"plots\""));
    assertThat(page)
        .contains("Accumulo 2.1.4 and 2.1.5", "with 2 tservers, ZooKeeper 3.9.3")
        .contains("Instance catena, as it was at 2026-11-22 09:00:00.")
        .contains("2.1.4 (1), 2.1.5 (1)", "e557fd95fe (1), unknown (1)", "17.0.15+6 of Debian (1)")
        .contains("tserver.walog.max.size", "512M", "Nobody tells the gc&#39;s version")
        .contains("&lt;b&gt;7&lt;/b&gt;")
        .doesNotContain("<b>7</b>");
    String text = Files.readString(directory.resolve("report.txt"));
    assertThat(text).contains("Tested: Accumulo 2.1.4 and 2.1.5", "\nServers\n=======\n");
    assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  /** Who has a FAIL is told what to do, then what was found, and only then about the servers. */
  @Test
  void onThePageOfAFailTheFindingsStandBeforeWhatWasTested() throws Exception {
    tested();
    Finding lost = Finding.of(FindingKind.LOST, "9a", RunFiles.BEGIN + 60_000);
    files
        .verdict(Verdict.FAIL, List.of("LOST: 1"), Map.of())
        .text("findings.jsonl", Json.LINES.writeValueAsString(lost) + "\n");
    assertThat(files.report())
        .containsSubsequence(
            "<b>What to do next:</b> read the findings",
            "<section id=\"evidence\">",
            ">1 LOST</h3>",
            "<section id=\"tested\">",
            "<section id=\"plots\">");
  }

  /** Who reads figures must know that the nodes had less than the machine. */
  @Test
  void whatNodesWereLimitedToStandsInTheHead() throws Exception {
    String remark = "nodes: 0.15 cores each; held back by it, of its 20 ms: 2 25%";
    files.verdict(Verdict.PASS, List.of(remark), Map.of());
    String page = files.report();
    assertThat(page.indexOf("<li>" + remark + "</li>"))
        .isGreaterThan(page.indexOf("class=\"verdict\""))
        .isLessThan(page.indexOf("id=\"plots\""));
    assertThat(Files.readString(directory.resolve("report.txt")).replaceAll("\\s+", " "))
        .contains(remark);
  }

  @Test
  void aRunOfWhichNothingIsKnownHasNoSuchSection() throws Exception {
    assertThat(files.report()).doesNotContain("What was tested");
    files.text("tested.json", "{\"snapshots\":[{\"servers\":[{}],\"differences\":[{}]}]}");
    assertThat(files.report()).contains("Accumulo of unknown version");
    Files.writeString(directory.resolve("tested.json"), "{\"snapshots\":[{\"ser");
    assertThat(files.report()).doesNotContain("What was tested");
  }
}
