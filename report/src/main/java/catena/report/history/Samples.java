package catena.report.history;

import catena.harness.history.Missing;
import catena.harness.history.Series;
import catena.harness.history.Span;
import catena.harness.history.TolerantReader;
import catena.harness.sample.ClassicField;
import catena.harness.sample.ClassicSample;
import catena.harness.sample.Meaning;
import catena.harness.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the collector sampled: a series for each number of each scope. */
public final class Samples {
  /** The scope of the numbers of the original collector; their names are {@link ClassicField}s. */
  private static final String CLASSIC = "classic";

  private final SortedMap<String, SortedMap<String, Series>> scopes = new TreeMap<>();
  private final SortedMap<String, Meaning> meanings = new TreeMap<>();
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /** All that a collector has left in a run directory. */
  static Samples read(TolerantReader files, RunTimes times, Missing missing) {
    Samples samples = new Samples();
    files.classicSamples(
        sample -> {
          if (times.hold(sample.at(), sample.at())) {
            samples.add(sample);
          }
        });
    files.samples(
        sample -> {
          if (times.hold(sample.at(), sample.at())) {
            samples.add(sample);
          }
        });
    samples.meanings.putAll(files.meanings());
    if (samples.isEmpty()) {
      missing.add("no samples of the cluster: no collector was running");
    }
    return samples;
  }

  private void add(Sample sample) {
    sample.values().forEach((name, n) -> add(sample.scope(), name, sample.at(), orNaN(n)));
    sample.absent().forEach(name -> add(sample.scope(), name, sample.at(), Double.NaN));
  }

  private void add(ClassicSample sample) {
    for (ClassicField field : ClassicField.values()) {
      add(CLASSIC, field.name(), sample.at(), orNaN(sample.values().get(field)));
    }
  }

  private static double orNaN(Number number) {
    return number == null ? Double.NaN : number.doubleValue();
  }

  /**
   * Adds a number.
   *
   * @param value NaN where the source was gone
   */
  private void add(String scope, String name, long at, double value) {
    scopes
        .computeIfAbsent(scope, s -> new TreeMap<>())
        .computeIfAbsent(name, n -> new Series())
        .add(at, value);
    first = Math.min(first, at);
    last = Math.max(last, at);
  }

  /** What a number means, by its name; a unit that is not known where the collector says none. */
  public Meaning meaning(String name) {
    return meanings.getOrDefault(name, Meaning.unknown(name));
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

  /** The series of a field of the original collector; empty if there is none. */
  public Series of(ClassicField field) {
    return of(CLASSIC, field.name());
  }
}
