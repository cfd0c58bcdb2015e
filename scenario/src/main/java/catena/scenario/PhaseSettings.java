package catena.scenario;

import catena.fleet.Deal;
import catena.fleet.FleetSettings;
import catena.harness.activity.Given;
import catena.harness.command.CommonOptions;
import catena.read.reader.ReadSettings;
import catena.records.fleet.FleetFile;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.Measuring;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.scenario.Scenario.Part;
import catena.scenario.fleet.Launchers;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The settings of each part of a scenario: default, then file, then scenario, then phase, then
 * command line.
 */
final class PhaseSettings {
  /** Where what a worker's share sets is said. */
  private static final String SHARE = "share";

  private final Map<Part, Settings> byPart = new LinkedHashMap<>();
  private final SortedMap<String, String> effective = new TreeMap<>();
  private final Settings whole;
  private final Given given;
  private final List<Setting<?>> known;
  private final Optional<Deal> deal;

  /** Of all parts, the weaker first; that of the scenario is the one before {@link #above}. */
  private final List<Layer> layers;

  private final int above;

  /**
   * Resolves the settings of all the phases of a scenario.
   *
   * @throws catena.records.words.UsageException with all problems of all phases
   */
  PhaseSettings(Scenario scenario, CommonOptions options, List<Setting<?>> known) {
    this(scenario, options, known, Optional.empty());
  }

  /**
   * The same for workers.
   *
   * @param deal by which clients are dealt to them, as far as it is known; what their share cannot
   *     be is a problem
   */
  PhaseSettings(
      Scenario scenario, CommonOptions options, List<Setting<?>> known, Optional<Deal> deal) {
    this(scenario, options, known, deal, new Problems());
  }

  private PhaseSettings(
      Scenario scenario,
      CommonOptions options,
      List<Setting<?>> known,
      Optional<Deal> deal,
      Problems problems) {
    this(
        scenario,
        layers(scenario, options, problems),
        options.clientProps().isPresent() ? Given.of(options) : Given.of(scenario.cluster()),
        known,
        deal,
        problems);
  }

  /** Those by which another process of the run works. */
  static PhaseSettings of(Scenario scenario, FleetFile file, List<Setting<?>> known) {
    List<Layer> layers = new ArrayList<>(file.layers());
    layers.add(file.scenarioAt(), scenario.layer());
    Deal deal = new Deal(file.workers(), file.tservers());
    return new PhaseSettings(
        scenario, layers, Given.NOTHING, known, Optional.of(deal), new Problems());
  }

  private PhaseSettings(
      Scenario scenario,
      List<Layer> layers,
      Given given,
      List<Setting<?>> known,
      Optional<Deal> deal,
      Problems problems) {
    this.layers = List.copyOf(layers);
    this.above = layers.indexOf(scenario.layer()) + 1;
    this.given = given;
    this.known = List.copyOf(known);
    this.deal = deal;
    List<Setting<?>> read = new ArrayList<>(Activities.COMPANIONS.settings());
    read.addAll(FleetSettings.ALL);
    read.addAll(Launchers.settings());
    scenario.parts().forEach(part -> read.addAll(declared(part)));
    whole = Settings.resolve(read, known, layers, problems);
    effective.putAll(whole.effective());
    for (Part part : scenario.parts()) {
      resolve(part, problems);
    }
    problems.throwIfAny();
  }

  private static List<Layer> layers(Scenario scenario, CommonOptions options, Problems problems) {
    List<Layer> layers = new ArrayList<>();
    problems.check(() -> layers.addAll(options.layers(List.of(scenario.layer()))));
    if (!layers.contains(scenario.layer())) {
      layers.add(scenario.layer());
    }
    options
        .seed()
        .ifPresent(
            given -> layers.add(Layer.of("--seed", Map.of("graph.seed", Long.toString(given)))));
    return layers;
  }

  private static List<Setting<?>> declared(Part part) {
    List<Setting<?>> declared = new ArrayList<>(part.activity().settings());
    if (part.activity().clients().isPresent()) {
      declared.addAll(FleetSettings.OF_PART);
    }
    return declared;
  }

  private Settings resolve(Part part, List<Layer> over, Problems problems) {
    List<Layer> lenient = new ArrayList<>(layers.stream().map(Layer::lenient).toList());
    lenient.add(above, part.layer());
    lenient.addAll(over);
    return Settings.resolve(declared(part), known, lenient, problems);
  }

  /** How long a part goes on from the beginning of its phase, if time ends it. */
  static Optional<Duration> lasts(Part part, Settings own) {
    return duration(part).flatMap(any -> part.activity().forecast(own).limit());
  }

  private static Optional<String> duration(Part part) {
    String key = part.activity().name() + ".duration";
    return part.activity().settings().stream().map(Setting::key).filter(key::equals).findFirst();
  }

  /**
   * The settings of a part for somebody who comes when its phase goes on.
   *
   * @param own with which it would begin with the phase
   * @param since how long the phase goes on already
   * @return empty if too little time is left for it
   */
  Optional<Settings> left(Part part, Settings own, Duration since) {
    Optional<Duration> lasts = lasts(part, own);
    if (lasts.isEmpty() || since.isZero()) {
      return Optional.of(own);
    }
    Duration left = lasts.get().minus(since);
    if (left.isNegative() || left.isZero()) {
      return Optional.empty();
    }
    Problems tooLittle = new Problems();
    Map<String, String> share = new TreeMap<>(own.effective());
    share.keySet().removeIf(key -> !own.origin(key).equals(Optional.of(SHARE)));
    share.put(duration(part).orElseThrow(), left.toMillis() + "ms");
    Settings settings = resolve(part, List.of(Layer.of(SHARE, share)), tooLittle);
    if (tooLittle.found().isEmpty()) {
      part.activity().check(settings, given, tooLittle);
    }
    return Optional.of(settings).filter(any -> tooLittle.found().isEmpty());
  }

  /**
   * The settings of a worker's share of a part; empty if it has none.
   *
   * @param of by which clients are dealt
   * @param slot the worker's
   */
  Optional<Settings> share(Part part, Deal of, int slot) {
    Setting<Integer> clients = part.activity().clients().orElseThrow();
    Settings all = resolve(part, List.of(), new Problems());
    int share =
        of.share(
            all.get(clients), all.get(FleetSettings.PER), all.get(FleetSettings.WORKERS), slot);
    if (share == 0) {
      return Optional.empty();
    }
    Map<String, String> own = new TreeMap<>(Map.of(clients.key(), Integer.toString(share)));
    if (part.activity().settings().containsAll(Measuring.SETTINGS)) {
      own.putAll(
          Measuring.ofWorker(all, all.get(FleetSettings.MEASURE).multipliedBy(of.workers())));
    }
    return Optional.of(resolve(part, List.of(Layer.of(SHARE, own)), new Problems()));
  }

  /** The layers that are no scenario's own, the weaker first. */
  List<Layer> besideScenario() {
    List<Layer> beside = new ArrayList<>(layers);
    beside.remove(above - 1);
    return beside;
  }

  /** How many of them stand below the scenario's. */
  int belowScenario() {
    return above - 1;
  }

  /** Of a part that workers do, what the first of them that has a share has of it. */
  private Settings firstShare(Part part, Settings all, Problems found) {
    if (deal.isEmpty() || part.activity().clients().isEmpty()) {
      return all;
    }
    Optional<Settings> first =
        IntStream.range(0, deal.get().workers())
            .mapToObj(slot -> share(part, deal.get(), slot))
            .flatMap(Optional::stream)
            .findFirst();
    if (first.isEmpty()) {
      found.add(
          "%s: %s=%s names none of the %d workers"
              .formatted(
                  part.name(),
                  FleetSettings.WORKERS.key(),
                  all.effective().get(FleetSettings.WORKERS.key()),
                  deal.get().workers()));
    }
    return first.orElse(all);
  }

  private void resolve(Part part, Problems problems) {
    Problems found = new Problems();
    Settings settings = resolve(part, List.of(), found);
    if (found.found().isEmpty()) {
      settings = firstShare(part, settings, found);
    }
    if (found.found().isEmpty()) {
      part.activity().check(settings, given, found);
    }
    found.found().stream()
        .filter(problem -> !problems.found().contains(problem))
        .forEach(problems::add);
    byPart.put(part, settings);
    part.settings().forEach((key, value) -> effective.put(key, value));
    if (found.found().isEmpty()) {
      record(settings, part.activity().filled(settings));
    }
  }

  /** What a file says that the settings of a part name is recorded as what was set is. */
  private void record(Settings own, Settings filled) {
    filled
        .effective()
        .forEach(
            (key, value) -> {
              if (own.origin(key).isEmpty() && filled.origin(key).isPresent()) {
                effective.put(key, value);
              }
            });
  }

  Settings of(Part part) {
    return byPart.get(part);
  }

  /**
   * Whether a worker's finding is a fault: what is late is none where its part reads so that it may
   * be.
   */
  boolean isFault(Event.FindingSeen seen) {
    String name = ClientName.group(seen.client());
    return byPart.keySet().stream()
        .filter(part -> part.name().equals(name))
        .filter(part -> part.activity().settings().contains(ReadSettings.CONSISTENCY))
        .map(byPart::get)
        .allMatch(own -> ReadSettings.passing(own).isFault(seen.finding().kind()));
  }

  /**
   * What the parts of a phase have of the settings that any part of the scenario sets for itself,
   * by the names of the parts.
   */
  Map<String, Map<String, String>> setByPhases(Scenario.Phase phase) {
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
  Settings whole() {
    return whole;
  }

  /** The files that settings name, of whatever part. */
  Set<String> namedFiles() {
    return Stream.concat(Stream.of(whole), byPart.values().stream())
        .flatMap(each -> each.effective().entrySet().stream())
        .filter(each -> each.getKey().endsWith(".file") || each.getKey().equals("ycsb.workload"))
        .filter(each -> !each.getValue().isEmpty())
        .map(Map.Entry::getValue)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** All the values, for {@code settings.properties}. */
  SortedMap<String, String> effective() {
    return effective;
  }
}
