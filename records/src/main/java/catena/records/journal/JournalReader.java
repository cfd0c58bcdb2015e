// SPDX-License-Identifier: Apache-2.0
package catena.records.journal;

import catena.records.run.Lines;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a journal one event at a time; its writer may be at work, or have died. */
public final class JournalReader {
  private JournalReader() {}

  /** The event of a line; empty if it is a newer version's, or the line is torn. */
  public static Optional<Event> event(String line) {
    try {
      return Optional.of(JournalLine.parse(line));
    } catch (JsonProcessingException e) {
      return Optional.empty(); // whoever reads all of it counts them
    }
  }

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
    long[] events = {0, 0};
    long unreadable =
        Lines.read(
            fs,
            path,
            line -> {
              try {
                return Optional.of(JournalLine.parse(line));
              } catch (InvalidTypeIdException e) {
                events[1]++;
                return Optional.empty();
              }
            },
            event -> {
              events[0]++;
              each.accept(event);
            });
    return new Summary(events[0], events[1], unreadable);
  }
}
