// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are no logs; what is in a log needs the servers' class path, as {@code TraceIT} has.
 */
class WriteAheadLogReaderTest {
  @TempDir private Path directory;

  /** What the program says to a question. */
  private static List<String> answer(String... question) throws IOException {
    InputStream in = System.in;
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(String.join("\n", question).getBytes(UTF_8)));
      System.setOut(new PrintStream(said, true, UTF_8));
      WriteAheadLogReader.main(new String[0]);
    } finally {
      System.setIn(in);
      System.setOut(out);
    }
    return said.toString(UTF_8).lines().toList();
  }

  @Test
  void aLogThatCannotBeReadIsReportedAndTheNextOneIsRead() throws IOException {
    String gone = directory.resolve("gone").toUri().toString();
    Files.writeString(directory.resolve("rubbish"), "this is no log of any version of Accumulo");
    String rubbish = directory.resolve("rubbish").toUri().toString();
    assertThat(answer("T 2", "R r1", "L " + gone, "L " + rubbish))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("X\t" + gone + "\t").contains("gone"),
            line -> assertThat(line).startsWith("X\t" + rubbish + "\t").hasSizeGreaterThan(5));
  }
}
