package catena.records.journal;

import catena.records.run.Json;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.Map;

/** A line of a journal, of this version or an older one. */
final class JournalLine {
  private static final ObjectReader READER = Json.LINES.readerFor(Event.class);

  private JournalLine() {}

  /**
   * The event of a line.
   *
   * @throws JsonProcessingException if it is none, or of a kind that is not known here
   */
  static Event parse(String line) throws JsonProcessingException {
    Event event = READER.readValue(line);
    if (event == null || event.client() == null) {
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
        values.getOrDefault("late.seconds", 0.0));
  }
}
