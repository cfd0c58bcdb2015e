// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/** A terminal to which two streams lead, each with a buffer of its own. */
class ScreenTest {
  private static final String ERASED = "\r\u001b[K";

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final PrintStream foot = buffered();
  private final PrintStream out = buffered();
  private final Screen screen = new Screen(foot);

  private PrintStream buffered() {
    return new PrintStream(new BufferedOutputStream(terminal), false, UTF_8);
  }

  private String shown() {
    String shown = terminal.toString(UTF_8);
    terminal.reset();
    return shown;
  }

  @Test
  void theLineIsGoneBeforeAnythingIsPrintedAndBackBehindIt() {
    screen.show(this, "3 of 9");
    assertThat(shown()).isEqualTo("3 of 9");
    screen.print(out, "a finding");
    assertThat(shown()).isEqualTo(ERASED + "a finding" + System.lineSeparator() + "3 of 9");
    screen.end(this);
    assertThat(shown()).isEqualTo(ERASED);
    screen.print(out, "the end");
    assertThat(shown()).isEqualTo("the end" + System.lineSeparator());
  }
}
