// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.command.Terminal;
import catena.verify.exact.ExactPass.SettledRows;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SettledRowsTest {
  private final CountDownLatch waits = new CountDownLatch(1);
  private String text = "waiting for 79 missing or old rows, 20s left";

  /** Opens the latch when the line is drawn. */
  private final ByteArrayOutputStream out =
      new ByteArrayOutputStream() {
        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
          super.write(bytes, from, length);
          if (toString(UTF_8).contains(text)) {
            waits.countDown();
          }
        }
      };

  private final PrintStream stream = new PrintStream(out, true, UTF_8);

  private Terminal terminal() {
    return new Terminal(stream, stream, true, false, ZoneId.systemDefault());
  }

  @Test
  void whileItWaitsItSaysForHowManyAndHowLong() throws InterruptedException {
    try (SettledRows rows = new SettledRows(terminal())) {
      for (int i = 0; i < 80; i++) {
        rows.one();
      }
      rows.waiting(Duration.ofSeconds(20), 79);
      assertThat(waits.await(30, TimeUnit.SECONDS)).as(out.toString(UTF_8)).isTrue();
      rows.waiting(Duration.ZERO, 0);
    }
    assertThat(out.toString(UTF_8)).contains("verify differences: 80 rows in ");
  }

  @Test
  void oneRowIsNotSeveral() throws InterruptedException {
    text = "waiting for 1 missing or old row, 20s left";
    try (SettledRows rows = new SettledRows(terminal())) {
      rows.waiting(Duration.ofSeconds(20), 1);
      rows.one();
      assertThat(waits.await(30, TimeUnit.SECONDS)).as(out.toString(UTF_8)).isTrue();
    }
  }

  @Test
  void withoutADifferenceNothingIsShown() {
    new SettledRows(terminal()).close();
    assertThat(out.toString(UTF_8)).isEmpty();
  }
}
