// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonsTest {
  @Test
  void theMessageCountsAndOnlyItsFirstLine() {
    assertThat(Reasons.of(new IOException("the disk is full"))).isEqualTo("the disk is full");
    assertThat(Reasons.of(new IOException("first\nsecond\r\nthird"))).isEqualTo("first");
  }

  @Test
  void exceptionsWhoseMessageIsAPathSayWhatIsWrong() {
    assertThat(Reasons.of(new NoSuchFileException("/x"))).isEqualTo("no such file");
    assertThat(Reasons.of(new AccessDeniedException("/x"))).isEqualTo("permission denied");
    assertThat(Reasons.of(new MalformedInputException(1))).isEqualTo("it is no UTF-8 text");
  }

  @Test
  void oneWithoutAMessageIsNamed() {
    assertThat(Reasons.of(new StackOverflowError())).isEqualTo("java.lang.StackOverflowError");
    assertThat(Reasons.of(new IOException(""))).isEmpty();
  }
}
