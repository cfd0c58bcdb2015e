package catena.report.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the collector sampled: a series for each number of each scope. */
public final class Samples {
  /**
   * What a number means.
   *
   * @param unit empty where nothing is known
   */
  public record Meaning(String unit, String about) {
    static final Meaning UNKNOWN = new Meaning("", "");

    public Meaning {
      unit = unit == null ? "" : unit;
      about = about == null ? "" : about;
    }
  }

  private final SortedMap<String, SortedMap<String, Series>> scopes = new TreeMap<>();
  private final Map<String, Meaning> meanings = new TreeMap<>();
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /**
   * Adds a number.
   *
   * @param value NaN where the source was gone
   */
  void add(String scope, String name, long at, double value) {
    scopes
        .computeIfAbsent(scope, s -> new TreeMap<>())
        .computeIfAbsent(name, n -> new Series())
        .add(at, value);
    first = Math.min(first, at);
    last = Math.max(last, at);
  }

  void mean(String name, Meaning meaning) {
    meanings.put(name, meaning);
  }

  public Meaning meaning(String name) {
    return meanings.getOrDefault(name, Meaning.UNKNOWN);
  }

  boolean isEmpty() {
    return scopes.isEmpty();
  }

  /** From the first sample to the last. */
  Span span() {
    return new Span(first, last);
  }

  /** The scopes that begin with a prefix, in the order of their names. */
  public List<String> scopes(String prefix) {
    List<String> found = new ArrayList<>();
    scopes.keySet().stream().filter(scope -> scope.startsWith(prefix)).forEach(found::add);
    return found;
  }

  /** The names of the numbers of a scope. */
  public List<String> names(String scope) {
    return List.copyOf(scopes.getOrDefault(scope, new TreeMap<>()).keySet());
  }

  /** One series; empty if there is none. */
  public Series of(String scope, String name) {
    return scopes.getOrDefault(scope, new TreeMap<>()).getOrDefault(name, new Series());
  }
}
