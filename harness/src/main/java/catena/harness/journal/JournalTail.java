package catena.harness.journal;

import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Follows a journal that is being written: each call hands over what has come since the last one.
 */
public final class JournalTail {
  private static final ObjectReader READER = Json.LINES.readerFor(Event.class);
  private static final int CHUNK = 1 << 16;

  private final FileSystem fs;
  private final Path path;
  private long offset;

  private JournalTail(FileSystem fs, Path path) {
    this.fs = fs;
    this.path = path;
  }

  /** Follows a journal of a run from its beginning, which need not be there yet. */
  public static JournalTail of(RunDirectory run, Path journal) {
    return new JournalTail(run.fileSystem(), journal);
  }

  /** The file. */
  public Path path() {
    return path;
  }

  /** Hands over the events of the whole lines that are new; events of unknown types are skipped. */
  public void read(Consumer<? super Event> each) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      in.seek(offset);
      byte[] line = new byte[CHUNK];
      int length = 0;
      for (int end = in.read(line, length, line.length - length);
          end > 0;
          end = in.read(line, length, line.length - length)) {
        length = deliver(line, length + end, each);
        if (length == line.length) {
          line = java.util.Arrays.copyOf(line, 2 * line.length);
        }
      }
    } catch (FileNotFoundException e) {
      // Nobody has written anything yet.
    }
  }

  /** Hands over the whole lines and moves the rest to the front; how much that is. */
  private int deliver(byte[] bytes, int length, Consumer<? super Event> each) {
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        parse(new String(bytes, start, i - start, StandardCharsets.UTF_8), each);
        start = i + 1;
      }
    }
    offset += start;
    System.arraycopy(bytes, start, bytes, 0, length - start);
    return length - start;
  }

  private static void parse(String line, Consumer<? super Event> each) {
    Event event;
    try {
      event = READER.readValue(line);
    } catch (JsonProcessingException e) {
      return; // A newer version's event, or a torn line; whoever reads all of it counts them.
    }
    each.accept(event);
  }
}
