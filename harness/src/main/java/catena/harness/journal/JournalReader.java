package catena.harness.journal;

import catena.harness.run.Json;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a journal one event at a time; its writer may be at work, or have died. */
public final class JournalReader {
  private static final ObjectReader READER = Json.LINES.readerFor(Event.class);

  private JournalReader() {}

  /**
   * What was read and what could not be.
   *
   * @param unknown events of a type that this version does not know
   * @param unreadable lines that are no event, a torn last one among them
   */
  public record Summary(long events, long unknown, long unreadable) {}

  /** Hands every event to the consumer in the order of the file. */
  public static Summary read(FileSystem fs, Path path, Consumer<? super Event> each)
      throws IOException {
    long events = 0;
    long unknown = 0;
    long unreadable = 0;
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(fs.open(path), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        try {
          Event event = READER.readValue(line);
          each.accept(event);
          events++;
        } catch (InvalidTypeIdException e) {
          unknown++;
        } catch (JsonProcessingException e) {
          unreadable++;
        }
      }
    }
    return new Summary(events, unknown, unreadable);
  }
}
