package catena.recompute.raw;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A line of a journal.
 *
 * @param at wall clock, milliseconds since 1970
 * @param node the whole line
 */
public record Event(long at, String client, String type, JsonNode node) {
  private static final String THROUGHPUT = "Throughput";

  /**
   * The event of a line, of this version or an older one.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Event of(JsonNode node) {
    if (!node.path("type").isTextual() || !node.path("client").isTextual()) {
      throw new IllegalArgumentException("no event");
    }
    boolean old =
        node.path("type").asText().equals("Measured")
            && node.path("what").asText().equals("throughput");
    JsonNode line = old ? throughput(node) : node;
    return new Event(
        line.path("at").asLong(), line.path("client").asText(), line.path("type").asText(), line);
  }

  /** What readers of older versions told: numbers by name. */
  private static JsonNode throughput(JsonNode old) {
    ObjectNode line = old.deepCopy();
    line.put("type", THROUGHPUT);
    line.put("seconds", old.path("values").path("seconds").asDouble());
    for (String name : new String[] {"operations", "rows", "entries", "bytes"}) {
      line.put(name, Math.round(old.path("values").path(name).asDouble()));
    }
    return line;
  }

  /** Whether it is of a kind, by the name in the journal. */
  public boolean is(String kind) {
    return type.equals(kind);
  }

  /** A whole number; 0 where it is absent. */
  public long whole(String name) {
    return node.path(name).asLong();
  }

  /** A number that it holds; 0 if it holds none of that name. */
  public double number(String name) {
    return node.path(name).asDouble();
  }

  /** A text; empty where it is absent. */
  public String text(String name) {
    return node.path(name).asText("");
  }

  /** Whether a reader tells of an interval. */
  public boolean isRead() {
    return is(THROUGHPUT) && !node.path("writes").asBoolean();
  }

  /** When what it tells of began: of a window or an interval before the event itself. */
  public long beganAt() {
    if (is("Flush")) {
      return at - Math.max(whole("durationNanos"), whole("sinceLastNanos")) / 1_000_000;
    }
    return is(THROUGHPUT) ? at - Math.round(1000 * number("seconds")) : at;
  }
}
