// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.history.Causes;
import catena.records.journal.Event;
import catena.records.run.Json;
import catena.records.verdict.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster, a setting or a scenario says is text, whatever it says. */
class InjectionTest {
  static final String EVIL =
      "</script><script>window.evil=1</script><img src=x onerror=evil()>\"'`${7*7}";

  @TempDir private Path directory;

  /** A run in which everything that has a free text has an evil one. */
  static RunFiles evil(RunFiles files) throws Exception {
    long at = RunFiles.BEGIN;
    String quoted = Json.LINES.writeValueAsString(EVIL);
    return files
        .text("scenario.yaml", "name: " + quoted + "\nabout: " + quoted + "\n")
        .text("settings.properties", "table.name=" + EVIL + "\n")
        .text(
            "verdict.json",
            "{\"verdict\":\"FAIL\",\"reasons\":[%s],\"tally\":{%s:1},\"findings\":{}}"
                .formatted(quoted, quoted))
        .text(
            "findings.jsonl",
            Json.LINES.writeValueAsString(Finding.of(FindingKind.LOST, EVIL, at)) + "\n")
        .causes(new Causes(List.of(evilGroup()), 0, 0, 0, List.of(), List.of(EVIL)))
        .text(
            "stats/cluster.jsonl",
            "{\"at\":%d,\"scope\":%s,\"values\":{\"cpu.ratio\":1,%s:2}}%n"
                .formatted(at, Json.LINES.writeValueAsString("group:" + EVIL), quoted))
        .text(
            "stats/metrics.json",
            "{\"cpu.ratio\":{\"unit\":%s,\"about\":%s}}".formatted(quoted, quoted))
        .events(
            "run",
            new Event.RunStarted(at, EVIL, EVIL),
            new Event.PhaseStarted(at, EVIL, EVIL),
            new Event.PhaseEnded(at + 9_000, EVIL, EVIL, EVIL),
            new Event.Flush(at + 1_000, EVIL, 1, 1, 1, 10, 0, 1_000_000, 1_000_000),
            new Event.Throughput(at + 2_000, EVIL + "x", false, 1, 5, 5, 0, 0, 0, 0, List.of()),
            new Event.ServerLost(at, EVIL, EVIL, EVIL),
            new Event.Note(at, EVIL, EVIL),
            new Event.FaultStarted(at, EVIL, 1, EVIL, List.of(EVIL), at, List.of()),
            new Event.FaultProven(at, EVIL, 1, EVIL),
            new Event.FaultDoubted(at, EVIL, 1, EVIL, EVIL));
  }

  private static Causes.Group evilGroup() {
    return new Causes.Group(
        1,
        new TreeMap<>(Map.of(EVIL, 1L)),
        1,
        List.of(EVIL),
        Optional.of(EVIL),
        Optional.empty(),
        EVIL,
        List.of(1),
        0,
        0,
        EVIL,
        List.of(EVIL));
  }

  @Test
  void textStaysText() throws Exception {
    String page = evil(new RunFiles(directory)).report();

    String own = page.replaceFirst("(?s)<script>.*?echarts.*?</script>", "");
    assertThat(own).doesNotContain("<script>window.evil", "<img", "onerror=evil()>\"'");
    assertThat(own).as("no template in a text is carried out").contains("`${7*7}");
    assertThat(page.split("<script", -1)).as("the data, ECharts and the page's own").hasSize(4);
    assertThat(page.split("</script", -1)).hasSize(4);
    assertThat(page).contains("&lt;/script&gt;&lt;script&gt;window.evil");
  }

  @Test
  void thePolicyLetsNothingOutAndNothingInline() throws Exception {
    String page = evil(new RunFiles(directory)).report();
    String policy =
        page.replaceAll("(?s).*Content-Security-Policy\" content=\"(.*?)\".*", "$1")
            .replace("&#39;", "'");

    assertThat(policy).startsWith("default-src 'none'; script-src 'sha256-");
    assertThat(policy.replaceAll("style-src [^;]*", "")).doesNotContain("unsafe", "http", "*");
  }

  @Test
  void textForTerminalsHasNoControls() throws Exception {
    new RunFiles(directory)
        .events("run", new Event.Note(RunFiles.BEGIN, "run", "\u001b[31mred\u0007"))
        .report();

    assertThat(Files.readString(directory.resolve("report.txt")))
        .doesNotContain("\u001b", "\u0007");
  }
}
