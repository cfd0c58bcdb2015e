// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineFileTest {
  @TempDir private Path temp;

  private String file(String content) throws IOException {
    return Files.writeString(temp.resolve("lines.txt"), content).toString();
  }

  @Test
  void linesKeepTheirNumbersAndCommentsSayNothing() throws IOException {
    String file = file("# first\n\n  A&B \n\"\"\n \t\n#\nC # no comment\n");

    assertThat(LineFile.read("auths", file))
        .containsExactly(
            new LineFile.SourceLine(file + " line 3", "A&B"),
            new LineFile.SourceLine(file + " line 4", ""),
            new LineFile.SourceLine(file + " line 7", "C # no comment"));
  }

  @Test
  void theLastLineNeedsNoEndAndWindowsEndsAreNone() throws IOException {
    assertThat(LineFile.read("auths", file("A\r\nB")))
        .extracting(LineFile.SourceLine::text)
        .containsExactly("A", "B");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# nothing\n  \n"})
  void aFileThatSaysNothingIsRefused(String content) throws IOException {
    String file = file(content);
    assertThatThrownBy(() -> LineFile.read("auths", file))
        .isInstanceOf(UsageException.class)
        .hasMessage("auths=" + file + " says nothing: all its lines are blank");
  }

  @Test
  void whatCannotBeReadIsNamedWithItsSettingAndTheReason() throws IOException {
    String missing = temp.resolve("none").toString();
    assertThatThrownBy(() -> LineFile.read("auths", missing))
        .isInstanceOf(UsageException.class)
        .hasMessage("auths=" + missing + " cannot be read (no such file); name a text file");

    Path binary = Files.write(temp.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> LineFile.read("auths", binary.toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("it is no UTF-8 text");
    assertThatThrownBy(() -> LineFile.read("auths", temp.toString()))
        .isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> LineFile.read("auths", "a\0b")).isInstanceOf(UsageException.class);
  }

  @Test
  void theEmptyThingIsQuotedAndNothingElseIs() {
    assertThat(LineFile.unquoteEmpty(" \"\" ")).isEmpty();
    assertThat(LineFile.unquoteEmpty("\"A\"")).isEqualTo("\"A\"");
    assertThat(LineFile.unquoteEmpty("\"")).isEqualTo("\"");
  }

  @Test
  void aRelativePathOfTheDistributionIsFound() throws IOException {
    Path shipped = Files.createDirectories(temp.resolve("home/only/there"));
    Files.write(shipped.resolve("x.txt"), "A\n".getBytes(StandardCharsets.UTF_8));
    String before = System.getProperty("catena.home");
    System.setProperty("catena.home", temp.resolve("home").toString());
    try {
      assertThat(LineFile.read("auths", "only/there/x.txt"))
          .containsExactly(new LineFile.SourceLine("only/there/x.txt line 1", "A"));
    } finally {
      if (before == null) {
        System.clearProperty("catena.home");
      } else {
        System.setProperty("catena.home", before);
      }
    }
  }
}
