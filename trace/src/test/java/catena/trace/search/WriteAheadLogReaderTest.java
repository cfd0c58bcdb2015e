package catena.trace.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.accumulo.core.data.TableId;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.tserver.log.DfsLogger;
import org.apache.accumulo.tserver.logger.LogEvents;
import org.apache.accumulo.tserver.logger.LogFileKey;
import org.apache.accumulo.tserver.logger.LogFileValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log as a tserver begins it, and files that are none. What follows in a log needs the servers'
 * own class path, which {@code TraceIT} has.
 */
class WriteAheadLogReaderTest {
  @TempDir private Path directory;

  private interface Content {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private String log(String name, Content content) throws IOException {
    Path file = directory.resolve(name);
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      out.write(DfsLogger.LOG_FILE_HEADER_V4.getBytes(UTF_8));
      out.writeInt(0); // no encryption has no parameters
      content.writeTo(out);
    }
    return file.toUri().toString();
  }

  private static void tablet(DataOutputStream out, int number, String table) throws IOException {
    LogFileKey key = new LogFileKey();
    key.setEvent(LogEvents.DEFINE_TABLET);
    key.setTabletId(number);
    key.setTablet(new KeyExtent(TableId.of(table), null, null));
    key.write(out);
    new LogFileValue().write(out);
  }

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
  void aLogThatCannotBeReadIsSaidAndTheNextOneIsRead() throws IOException {
    String gone = directory.resolve("gone").toUri().toString();
    Files.writeString(directory.resolve("rubbish"), "this is no log of any version of Accumulo");
    String rubbish = directory.resolve("rubbish").toUri().toString();
    String whole = log("whole", out -> tablet(out, 1, "2"));
    assertThat(answer("T 2", "R r1", "L " + gone, "L " + rubbish, "L " + whole))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("X\t" + gone + "\t").contains("gone"),
            line -> assertThat(line).startsWith("X\t" + rubbish + "\t").hasSizeGreaterThan(5),
            line -> assertThat(line).isEqualTo(".\t" + whole));
  }
}
