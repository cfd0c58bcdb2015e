// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.activity.Activity;
import catena.records.settings.Layer;
import catena.records.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a run is to do.
 *
 * @param name a word, part of the run directory's name
 * @param about one sentence for people
 * @param experiment whose table the run's rows belong to: {@code 6-3} of the benchmark paper
 * @param expected the verdict of a run of it, where that should not be PASS; it changes no verdict
 * @param layer what differs from the defaults in all phases, budgets among it
 * @param phases in their order, at least one
 */
public record Scenario(
    String name,
    String about,
    Optional<String> experiment,
    Optional<Verdict> expected,
    Layer layer,
    List<Phase> phases) {

  /** Copies the phases. */
  public Scenario {
    phases = List.copyOf(phases);
  }

  /** A scenario of one part, which a command is. */
  static Scenario of(Activity activity) {
    return of(
        activity.name(),
        activity.description().about(),
        Layer.of("the command " + activity.name(), Map.of()),
        new Part(activity.name(), activity, Map.of()));
  }

  /** A scenario of one phase that belongs to no table, with these parts. */
  public static Scenario of(String name, String about, Layer layer, Part... parts) {
    return new Scenario(
        name, about, Optional.empty(), Optional.empty(), layer, List.of(new Phase(List.of(parts))));
  }

  /** What differs from the defaults in all phases, by key. */
  public Map<String, String> settings() {
    return texts(layer);
  }

  private static Map<String, String> texts(Layer layer) {
    Map<String, String> texts = new LinkedHashMap<>();
    layer.entries().forEach(entry -> texts.put(entry.key(), entry.text()));
    return texts;
  }

  /** All the parts of all phases, in their order. */
  public List<Part> parts() {
    return phases.stream().flatMap(phase -> phase.parts().stream()).toList();
  }

  /**
   * One step of a scenario: a part, or several that go on at the same time.
   *
   * @param parts at least one
   * @param row what it is called among the rows of the run's table; empty if it is none
   * @param when conditions that must all hold, else the phase is left out
   */
  public record Phase(List<Part> parts, Optional<String> row, List<Condition> when) {
    /** Copies the lists. */
    public Phase {
      parts = List.copyOf(parts);
      when = List.copyOf(when);
    }

    /** A phase in any case that is no row of a table. */
    public Phase(List<Part> parts) {
      this(parts, Optional.empty(), List.of());
    }

    /**
     * Why the phase is left out.
     *
     * @param outcomes the verdicts of the parts that were performed, by their names
     * @return empty if it is not
     */
    Optional<String> whyNot(Map<String, Verdict> outcomes) {
      return when.stream().flatMap(each -> each.whyNot(outcomes).stream()).findFirst();
    }

    /** The phase in a word or a few, for people and for the journal. */
    public String words() {
      return parts.stream().map(part -> part.activity().name()).collect(Collectors.joining("+"));
    }
  }

  /**
   * One activity, as a phase wants it.
   *
   * @param name of the part within the scenario: the activity's word, with a number where it would
   *     not be the only one; names the journals and the latency logs of its clients
   * @param layer what differs in this part alone
   */
  public record Part(String name, Activity activity, Layer layer) {
    /** A part whose settings come from no file. */
    public Part(String name, Activity activity, Map<String, String> settings) {
      this(name, activity, Layer.of("phase " + name, settings));
    }

    /** What differs in this part alone, by key. */
    public Map<String, String> settings() {
      return texts(layer);
    }
  }
}
