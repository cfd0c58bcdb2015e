// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.activity.CallerContext;
import catena.harness.activity.Forecast;
import catena.harness.command.CommonOptions;
import catena.harness.engine.Scenario.Part;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of each part of a scenario: default, then file, then scenario, then phase, then
 * command line.
 */
public final class PhaseSettings {
  /** The origin of settings that only one of several processes has. */
  public static final String SHARE = "share";

  private static final String SEED = "graph.seed";

  private final Map<Part, Settings> byPart = new LinkedHashMap<>();
  private final SortedMap<String, String> effective = new TreeMap<>();
  private final Map<String, String> defaults = new TreeMap<>();
  private final Settings whole;
  private final CallerContext given;
  private final Terms terms;

  /** Of all parts, the weaker first; that of the scenario is the one before {@link #above}. */
  private final List<Layer> layers;

  private final int above;

  /** What a run reads in addition to the settings of its activities. */
  public interface Terms {
    /** The settings of all commands, which a file may hold. */
    List<Setting<?>> known();

    /** What the run as a whole reads. */
    List<Setting<?>> ofRun();

    /** What is read of a part in addition to what its activity reads. */
    default List<Setting<?>> ofPart(Part part) {
      return List.of();
    }

    /**
     * The settings of a part in each process that does a share of it, each resolved when it is
     * asked for; the part is checked by the first. None where other processes check it, which have
     * the files that it names, or where no process does it.
     *
     * @param all settings that are resolved until now
     * @param own all that the part is given
     */
    default Stream<Settings> shares(PhaseSettings all, Part part, Settings own) {
      return Stream.of(own);
    }
  }

  /** Where a part reads no more than its activity says. */
  record PlainTerms(List<Setting<?>> known, List<Setting<?>> ofRun) implements Terms {}

  /**
   * Resolves the settings of all the phases of a scenario.
   *
   * @param layers the weaker first, the scenario's among them
   * @param given what is known before anything starts, for the checks of the activities
   * @param problems takes all that is wrong in all phases, each problem once
   */
  public PhaseSettings(
      Scenario scenario, List<Layer> layers, CallerContext given, Terms terms, Problems problems) {
    this.layers = List.copyOf(layers);
    this.above = layers.indexOf(scenario.layer()) + 1;
    this.given = given;
    this.terms = terms;
    List<Setting<?>> declared = declared(scenario, terms);
    this.whole = Settings.resolve(declared, terms.known(), layers, problems);
    effective.putAll(whole.effective());
    declared.forEach(each -> defaults.put(each.key(), each.defaultText()));
    for (Part part : scenario.parts()) {
      resolve(part, problems);
    }
  }

  /**
   * The same by the options of a command line.
   *
   * @param below what stands under all that the user says
   */
  public static PhaseSettings of(
      Scenario scenario,
      CommonOptions options,
      List<Layer> below,
      CallerContext given,
      Terms terms,
      Problems problems) {
    List<Layer> layers = new ArrayList<>(below);
    layers.addAll(options.layers(List.of(scenario.layer()), problems));
    if (options.seed().isPresent()
        && declared(scenario, terms).stream().anyMatch(each -> each.key().equals(SEED))) {
      String seed = Long.toString(options.seed().getAsLong());
      layers.add(Layer.of("--seed", Map.of(SEED, seed)));
    }
    return new PhaseSettings(scenario, layers, given, terms, problems);
  }

  /**
   * Those of a scenario alone, with no layers but its own.
   *
   * @param known the settings that its layers may name
   * @param given what the checks of the activities get
   * @throws catena.records.words.UsageException with all problems of all parts
   */
  public static PhaseSettings of(Scenario scenario, List<Setting<?>> known, CallerContext given) {
    Problems problems = new Problems();
    Terms terms = new PlainTerms(known, List.of());
    PhaseSettings settings =
        new PhaseSettings(scenario, List.of(scenario.layer()), given, terms, problems);
    problems.throwIfAny();
    return settings;
  }

  /** All that is read in a run of a scenario. */
  static List<Setting<?>> declared(Scenario scenario, Terms terms) {
    return Stream.concat(
            scenario.parts().stream().flatMap(part -> declared(part, terms).stream()),
            terms.ofRun().stream())
        .<Setting<?>>map(each -> each)
        .distinct()
        .toList();
  }

  private static List<Setting<?>> declared(Part part, Terms terms) {
    return Setting.all(part.activity().settings(), terms.ofPart(part));
  }

  /**
   * The settings of a part where more is laid over all that it is given.
   *
   * @param over the weaker first
   */
  public Settings resolve(Part part, List<Layer> over, Problems problems) {
    List<Layer> lenient = new ArrayList<>(layers.stream().map(Layer::lenient).toList());
    lenient.add(above, part.layer());
    lenient.addAll(over);
    return Settings.resolve(declared(part, terms), terms.known(), lenient, problems);
  }

  /** How long a part goes on from the beginning of its phase, if time ends it. */
  public static Optional<Duration> lasts(Part part, Settings own) {
    return duration(part).flatMap(any -> part.activity().forecast(own).limit());
  }

  private static Optional<String> duration(Part part) {
    String key = part.activity().name() + ".duration";
    return part.activity().settings().stream().map(Setting::key).filter(key::equals).findFirst();
  }

  /**
   * The settings of a part for a process that joins while its phase goes on.
   *
   * @param own with which it would begin with the phase
   * @param since how long the phase goes on already
   * @return empty if too little time is left for it
   */
  public Optional<Settings> left(Part part, Settings own, Duration since) {
    Optional<Duration> lasts = lasts(part, own);
    if (lasts.isEmpty() || since.isZero()) {
      return Optional.of(own);
    }
    Duration left = lasts.get().minus(since);
    if (left.isNegative() || left.isZero()) {
      return Optional.empty();
    }
    Problems tooLittle = new Problems();
    Map<String, String> its = new TreeMap<>(own.effective());
    its.keySet().removeIf(key -> !own.origin(key).equals(Optional.of(SHARE)));
    its.put(duration(part).orElseThrow(), left.toMillis() + "ms");
    Settings settings = resolve(part, List.of(Layer.of(SHARE, its)), tooLittle);
    if (tooLittle.found().isEmpty()) {
      part.activity().check(settings, given, tooLittle);
    }
    return Optional.of(settings).filter(any -> tooLittle.found().isEmpty());
  }

  /** The layers that are no scenario's own, the weaker first. */
  public List<Layer> outsideScenario() {
    List<Layer> outside = new ArrayList<>(layers);
    outside.remove(above - 1);
    return outside;
  }

  /** How many of them stand below the scenario's. */
  public int belowScenario() {
    return above - 1;
  }

  private void resolve(Part part, Problems problems) {
    Problems found = new Problems();
    Settings own = resolve(part, List.of(), found);
    boolean valid = found.found().isEmpty();
    Optional<Settings> share = valid ? terms.shares(this, part, own).findFirst() : Optional.of(own);
    Settings settings = share.orElse(own);
    share.ifPresent(its -> part.activity().check(its, given, found));
    found.found().forEach(problems::add);
    byPart.put(part, settings);
    part.settings()
        .forEach((key, value) -> effective.put(key, own.effective().getOrDefault(key, value)));
    if (valid && found.found().isEmpty()) {
      // What a file says that these settings name is recorded like what was set.
      Settings filled = part.activity().filled(settings);
      filled
          .effective()
          .forEach(
              (key, value) -> {
                if (settings.origin(key).isEmpty() && filled.origin(key).isPresent()) {
                  effective.put(key, value);
                }
              });
    }
  }

  /** Those of a part. */
  public Settings of(Part part) {
    return byPart.get(part);
  }

  /** The forecast of a part, by however many processes it is done. */
  public Forecast forecast(Part part) {
    List<Forecast> shares =
        terms.shares(this, part, of(part)).map(part.activity()::forecast).toList();
    return shares.isEmpty() ? part.activity().forecast(of(part)) : Forecast.together(shares);
  }

  /** Those of all parts. */
  public Map<Part, Settings> all() {
    return byPart;
  }

  /**
   * What the parts of a phase have of the settings that any part of the scenario sets for itself,
   * by the names of the parts.
   */
  public Map<String, Map<String, String>> setByPhases(Scenario.Phase phase) {
    Set<String> own =
        byPart.keySet().stream()
            .flatMap(part -> part.settings().keySet().stream())
            .collect(Collectors.toSet());
    Map<String, Map<String, String>> values = new LinkedHashMap<>();
    for (Part part : phase.parts()) {
      SortedMap<String, String> had = new TreeMap<>(of(part).effective());
      had.keySet().retainAll(own);
      if (!had.isEmpty()) {
        values.put(part.name(), had);
      }
    }
    return values;
  }

  /** Those of the run as a whole, which no part has changed. */
  public Settings whole() {
    return whole;
  }

  /** The files that settings name, of whatever part. */
  public Set<String> namedFiles() {
    return Stream.concat(Stream.of(whole), byPart.values().stream())
        .flatMap(each -> each.effective().entrySet().stream())
        .filter(each -> each.getKey().endsWith(".file") || each.getKey().equals("ycsb.workload"))
        .filter(each -> !each.getValue().isEmpty())
        .map(Map.Entry::getValue)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The values that differ from those of another run, or from the defaults where it has none. */
  SortedMap<String, String> changed(Map<String, String> since) {
    Map<String, String> known = new TreeMap<>(defaults);
    known.putAll(since);
    SortedMap<String, String> changed = new TreeMap<>(effective);
    changed.entrySet().removeAll(known.entrySet());
    return changed;
  }

  /** All the values, for {@code settings.properties}. */
  public SortedMap<String, String> effective() {
    return effective;
  }
}
