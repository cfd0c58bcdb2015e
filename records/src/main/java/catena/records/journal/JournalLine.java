// SPDX-License-Identifier: Apache-2.0
package catena.records.journal;

import catena.records.run.Json;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A line of a journal, of this version or an older one. */
public final class JournalLine {
  /** As {@link Json#LINES}, for events. */
  private static final ObjectMapper EVENTS = events();

  private static final ObjectReader READER = EVENTS.readerFor(Event.class);
  private static final ObjectWriter WRITER = EVENTS.writerFor(Event.class);

  private JournalLine() {}

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
   * The line of an event, without its end.
   *
   * @throws JsonProcessingException if it cannot be written as JSON
   */
  public static String of(Event event) throws JsonProcessingException {
    return WRITER.writeValueAsString(event);
  }

  /**
   * The event of a line.
   *
   * @throws JsonProcessingException if it is none, or of a kind that is not known here
   */
  static Event parse(String line) throws JsonProcessingException {
    Event event = READER.readValue(line);
    if (event == null || event.client().isEmpty()) {
      throw MismatchedInputException.from(null, Event.class, "nobody says so");
    }
    return event instanceof Event.Measured old && "throughput".equals(old.what())
        ? throughput(old)
        : event;
  }

  /** What readers told before there was {@link Event.Throughput}: numbers by name. */
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
}
