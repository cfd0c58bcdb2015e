// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeenFindingsTest {
  @Test
  void whatCannotBeWrittenDownIsCountedAndPrintedAllTheSame() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, UTF_8);
    SeenFindings findings =
        new SeenFindings(
            Optional.empty(),
            event -> {
              throw new UncheckedIOException(new IOException("the disk is full"));
            },
            new Terminal(stream, stream),
            3);
    Difference lost =
        new Difference(FindingKind.LOST, "a", Optional.empty(), Optional.empty(), "no entry");
    Found found = new Found(FindingKind.LOST, lost, "an entry", 1, Map.of());

    assertThatThrownBy(() -> findings.add("scan-0", found, "", 1))
        .hasMessageContaining("the disk is full");
    assertThat(findings.counts()).containsExactly(Map.entry(FindingKind.LOST, 1L));
    assertThat(out.toString(UTF_8)).contains("scan-0: LOST a");
  }
}
