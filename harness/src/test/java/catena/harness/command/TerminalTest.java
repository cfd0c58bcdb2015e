// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.records.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Terminal terminal(boolean coloured) {
    PrintStream stream = new PrintStream(out, true, UTF_8);
    return new Terminal(stream, stream, coloured, coloured, ZoneOffset.UTC);
  }

  @Test
  void aVerdictHasItsColourWhereAPersonWatches() {
    terminal(true).verdict("verify: ", Verdict.FAIL);
    assertThat(out.toString(UTF_8)).isEqualToIgnoringNewLines("verify: \u001b[1;31mFAIL\u001b[0m");
  }

  @Test
  void itHasNoneElsewhere() {
    terminal(false).verdict("", Verdict.PASS);
    assertThat(out.toString(UTF_8)).isEqualToIgnoringNewLines("PASS");
    new Terminal(new PrintStream(out, true, UTF_8), System.err, true, false, ZoneId.systemDefault())
        .verdict("", Verdict.PASS);
    assertThat(out.toString(UTF_8)).doesNotContain("\u001b");
  }

  @Test
  void noColorIsHonoured() {
    assertThat(Terminal.coloursWanted(Map.of())).isTrue();
    assertThat(Terminal.coloursWanted(Map.of("NO_COLOR", ""))).isTrue();
    assertThat(Terminal.coloursWanted(Map.of("NO_COLOR", "1"))).isFalse();
  }
}
