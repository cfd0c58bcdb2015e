// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.command.Terminal;
import catena.records.run.RunDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingProgressTest {
  @TempDir Path root;

  private String said(long soon) throws IOException {
    RunFiles files = new RunFiles(root.resolve("soak"));
    files.text(
        "events/run.jsonl", "{\"type\":\"RunStarted\",\"at\":1795000020000,\"client\":\"run\"}\n");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    try (RunDirectory run = files.open()) {
      Terminal terminal = new Terminal(stream, stream);
      Reports reports = new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.of(terminal), soon);
      assertThat(reports.read(run).span().from()).isEqualTo(RunFiles.BEGIN);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void howTheReadingOfALargeRunGoesOnIsShown() throws Exception {
    assertThat(said(1)).contains("reading soak: 1 lines");
  }

  @Test
  void ofASmallOneNothingIsSaid() throws Exception {
    assertThat(said(1_000_000)).isEmpty();
  }
}
