// SPDX-License-Identifier: Apache-2.0
package catena.records.journal;

import catena.records.run.Json;
import catena.records.run.Lines;
import catena.records.run.RunDirectory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a journal one event at a time; its writer may be at work, or have died. */
public final class JournalReader {
  /** As {@link Json#LINES}, for events. */
  static final ObjectMapper EVENTS = events();

  private static final ObjectReader READER = EVENTS.readerFor(Event.class);

  private JournalReader() {}

  private static ObjectMapper events() {
    ObjectMapper events = Json.LINES.copy();
    kinds(Event.class)
        .forEach(kind -> events.registerSubtypes(new NamedType(kind, kind.getSimpleName())));
    return events;
  }

  /** The records of all kinds of events, also of those in groups. */
  static Stream<Class<?>> kinds(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .flatMap(each -> each.isSealed() ? kinds(each) : Stream.of(each));
  }

  /**
   * The event of a line, of this version or an older one.
   *
   * @throws JsonProcessingException if it is none, or of a kind that is not known here
   */
  static Event parse(String line) throws JsonProcessingException {
    Event event = Json.present(READER.<Event>readValue(line));
    if (event.client().isEmpty()) {
      throw MismatchedInputException.from(null, Event.class, "the event names no client");
    }
    return event instanceof Event.Measured old && "throughput".equals(old.what())
        ? throughput(old)
        : event;
  }

  /** What readers recorded before there was {@link Event.Throughput}: numbers by name. */
  private static Event throughput(Event.Measured old) {
    Map<String, Double> values = old.values();
    return new Event.Throughput(
        old.at(),
        old.client(),
        false,
        values.getOrDefault("seconds", 0.0),
        Math.round(values.getOrDefault("operations", 0.0)),
        Math.round(values.getOrDefault("rows", 0.0)),
        Math.round(values.getOrDefault("entries", 0.0)),
        Math.round(values.getOrDefault("bytes", 0.0)),
        values.getOrDefault("cpu.ratio", 0.0),
        values.getOrDefault("late.seconds", 0.0),
        List.of());
  }

  /** The event of a line; empty if it is a newer version's, or the line is torn. */
  public static Optional<Event> event(String line) {
    try {
      return Optional.of(parse(line));
    } catch (JsonProcessingException e) {
      return Optional.empty(); // a reader of the whole file counts them
    }
  }

  /**
   * What was read and what could not be.
   *
   * @param unknown events of a type that this version does not know
   * @param unreadable lines that are no event, a torn last one among them
   */
  public record Summary(long unknown, long unreadable) {}

  /** Reads all journals of a name: next to one that another process held is {@code name-2}. */
  public static void readAll(RunDirectory run, String name, Consumer<? super Event> each)
      throws IOException {
    for (Path file : run.journals()) {
      if (file.getName().matches(Pattern.quote(name) + "(-\\d+)?\\.jsonl")) {
        Summary unused = read(run.fileSystem(), file, each);
      }
    }
  }

  /** Hands every event to the consumer in the order of the file. */
  public static Summary read(FileSystem fs, Path path, Consumer<? super Event> each)
      throws IOException {
    long[] unknown = {0};
    long unreadable =
        Lines.read(
            fs,
            path,
            line -> {
              try {
                return Optional.of(parse(line));
              } catch (InvalidTypeIdException e) {
                unknown[0]++;
                return Optional.empty();
              }
            },
            each);
    return new Summary(unknown[0], unreadable);
  }
}
