// SPDX-License-Identifier: Apache-2.0
package catena.harness.watch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineTailTest {
  @TempDir private Path temp;
  private RunDirectory run;
  private final List<String> read = new ArrayList<>();

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private LineTail tail(long offset) {
    return new LineTail(run.fileSystem(), run.path("x"), offset);
  }

  private void write(byte[] bytes) throws IOException {
    Files.write(temp.resolve("x"), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void everyLineComesOnceAndWholeHoweverItIsWritten() throws IOException {
    LineTail tail = tail(0);
    tail.read(read::add);
    byte[] text = "eins\n\nzwölf\nlast".getBytes(StandardCharsets.UTF_8);
    for (byte each : text) {
      write(new byte[] {each});
      tail.read(read::add);
    }
    assertThat(read).containsExactly("eins", "", "zwölf");
    write(new byte[] {'\n'});
    tail.read(read::add);
    assertThat(read).containsExactly("eins", "", "zwölf", "last");
  }

  @Test
  void aLineLongerThanTheBufferIsALine() throws IOException {
    String line = "x".repeat(300_000);
    write((line + "\ny\n").getBytes(StandardCharsets.UTF_8));
    tail(0).read(read::add);
    assertThat(read).containsExactly(line, "y");
  }

  @Test
  void aFileThatIsNotYetVisibleAsFarAsItWasHasNothingNew() throws IOException {
    write("a\n".getBytes(StandardCharsets.UTF_8));
    tail(100).read(read::add);
    assertThat(read).isEmpty();
  }
}
