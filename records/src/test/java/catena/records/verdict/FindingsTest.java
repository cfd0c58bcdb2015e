// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingsTest {
  @TempDir private Path temp;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(out, true, UTF_8);

  @Test
  void allAreInTheFileAndCountedAndTheFirstArePrinted() throws IOException {
    List<Finding> written =
        List.of(
            Finding.of(FindingKind.LOST, "a", 1).withOrigin(Origin.of(3, 2, 1, 0)),
            Finding.of(FindingKind.LOST, "b", 2).withSeen("x").withExpected("y"),
            Finding.of(FindingKind.UNDEFINED, "c", 3).withReferrers(List.of("d", "e", "f")),
            Finding.of(FindingKind.CORRUPT, "g", 4).withDetail("why", "checksum"));
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Findings findings =
          new Findings((at, text) -> stream.println(at + " " + text), 3, "the file");
      try (AppendFile file = run.append(run.findings())) {
        for (Finding finding : written) {
          findings.add("", finding);
          file.line(Findings.line(finding));
        }
        assertThat(findings.total()).isEqualTo(4);
        assertThat(findings.counts())
            .isEqualTo(
                Map.of(FindingKind.LOST, 2L, FindingKind.UNDEFINED, 1L, FindingKind.CORRUPT, 1L));
      }
      List<Finding> read = new ArrayList<>();
      Findings.read(run.fileSystem(), run.findings(), read::add);
      assertThat(read).isEqualTo(written);
    }
    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "1 LOST a  writer 3 block 2 layer 1 index 0",
            "2 LOST b  expected y  seen x",
            "3 UNDEFINED c  referred to by d and 2 more",
            "4 ... more findings are in the file and not printed");
  }

  @Test
  void theVerdictIsReadBackAsItWas() throws IOException {
    VerdictFile verdict =
        VerdictFile.of(
            Verdict.FAIL,
            List.of("3 findings"),
            Map.of("entries", 7L),
            Map.of(FindingKind.LOST, 3L));
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      assertThat(VerdictFile.readFrom(run)).isEmpty();
      verdict.writeTo(run);
      assertThat(VerdictFile.readFrom(run)).contains(verdict);
    }
  }

  @Test
  void verdictsCombineToTheWorse() {
    assertThat(Verdict.PASS.and(Verdict.BUDGET)).isEqualTo(Verdict.BUDGET);
    assertThat(Verdict.UNKNOWN.and(Verdict.BUDGET)).isEqualTo(Verdict.UNKNOWN);
    assertThat(Verdict.UNKNOWN.and(Verdict.FAIL)).isEqualTo(Verdict.FAIL);
  }
}
