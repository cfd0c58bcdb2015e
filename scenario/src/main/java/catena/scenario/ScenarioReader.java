// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.budget.Measure;
import catena.records.settings.Layer;
import catena.records.verdict.Verdict;
import catena.records.words.Item;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.report.Reports;
import catena.scenario.cluster.OwnCluster;
import catena.scenario.language.Shapes;
import catena.scenario.language.SweepRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what a scenario's file says for one row of its parameters. */
final class ScenarioReader {
  private static final List<String> EXPECTED =
      List.of(
          "name",
          "about",
          "experiment",
          "expect",
          "parameters",
          "sweep",
          "repeat",
          "cluster",
          "settings",
          "budgets",
          "marks",
          PhaseReader.PHASES);

  private final Activities activities;
  private final String file;
  private final Problems problems;
  private final Shapes shapes;
  private final Map<String, String> parameters;
  private final PhaseReader reader;

  /**
   * A reader of one row.
   *
   * @param problems takes all that is wrong
   */
  ScenarioReader(Activities activities, String file, SweepRow row, Problems problems) {
    this.activities = activities;
    this.file = file;
    this.problems = problems;
    this.shapes = new Shapes(file, problems);
    this.parameters = row.parameters();
    this.reader = new PhaseReader(activities, file, row, problems);
  }

  /** The scenario, to be thrown away if there are problems. */
  Scenario read(Map<String, Item.Field> top) {
    top.forEach((key, field) -> expect(key, field.line(), EXPECTED));
    String name = text("name", top);
    if (!name.matches("[a-z0-9][a-z0-9-]*")) {
      shapes.problem(
          line(top.get("name")),
          "name must be a word of lower-case letters, digits and dashes, not '" + name + "'");
    }
    Item.Field listed = top.get(PhaseReader.PHASES);
    List<Phase> phases = reader.phases(shapes.items(PhaseReader.PHASES, listed));
    if (phases.isEmpty()) {
      shapes.problem(line(listed), "phases must list at least one of " + activities.words());
    }
    checkDeleting(phases);
    checkVerified(phases);
    List<Layer.Entry> settings =
        new ArrayList<>(reader.entries("settings", "", top.get("settings")));
    settings.addAll(reader.entries("budgets", Measure.PREFIX, top.get("budgets")));
    settings.addAll(reader.entries("marks", Measure.MARK_PREFIX, top.get("marks")));
    String about = text("about", top);
    return new Scenario(
        name,
        about.isEmpty() ? name : about,
        experiment(top),
        expected(top),
        new Layer(settings, true),
        phases);
  }

  private Optional<String> experiment(Map<String, Item.Field> top) {
    String name = text("experiment", top);
    List<String> known = Reports.experiments();
    if (!name.isEmpty() && !known.contains(name)) {
      shapes.problem(
          line(top.get("experiment")),
          "there is no experiment '%s'%s; there are %s"
              .formatted(name, Nearest.hint(name, known), String.join(", ", known)));
    }
    return Optional.of(name).filter(word -> !word.isEmpty());
  }

  /** The verdict that a run of it should come to, if it says so. */
  private Optional<Verdict> expected(Map<String, Item.Field> top) {
    String word = text("expect", top);
    Optional<Verdict> expected =
        Arrays.stream(Verdict.values()).filter(each -> each.name().equals(word)).findFirst();
    if (!word.isEmpty() && expected.isEmpty()) {
      shapes.problem(
          line(top.get("expect")),
          "expect is one of %s, not '%s'".formatted(Arrays.asList(Verdict.values()), word));
    }
    return expected;
  }

  private static int line(Item.Field field) {
    return field == null ? 1 : field.line();
  }

  private String text(String key, Map<String, Item.Field> top) {
    return shapes.text(key, top.get(key), parameters);
  }

  private void expect(String key, int line, List<String> expected) {
    if (!expected.contains(key)) {
      shapes.problem(
          line,
          "%s is not expected here%s; write some of %s"
              .formatted(key, Nearest.hint(key, expected), String.join(", ", expected)));
    }
  }

  /** What a run starts for itself when it is given no cluster. */
  ClusterSpec cluster(Item.Field field) {
    Map<String, String> words = new LinkedHashMap<>();
    shapes
        .fields("cluster", field)
        .forEach((word, value) -> words.put(word, shapes.text(word, value, parameters)));
    String where = field == null ? file : file + " line " + field.line();
    Problems found = new Problems();
    ClusterSpec spec = OwnCluster.spec(where, words, found);
    found.found().forEach(problems::add);
    return spec;
  }

  /**
   * What deletes the table would delete what the run's ledgers promise, and nobody has looked at.
   */
  private void checkDeleting(List<Phase> phases) {
    Optional<Part> unverified = Optional.empty();
    boolean written = false;
    for (Phase phase : phases) {
      for (Part part : phase.parts()) {
        if (part.activity().description().is(Trait.DELETES_TABLE)) {
          problems.unless(
              unverified.isEmpty(),
              "%s: %s comes after %s, which it would delete unverified: put verify between them, or sweep a parameter, which makes each row a separate run"
                  .formatted(file, part.name(), unverified.map(Part::name).orElse("")));
          problems.unless(
              !written || phase.parts().size() == 1,
              "%s: %s deletes what was written before: put it into a separate phase"
                  .formatted(file, part.name()));
        }
      }
      for (Part part : phase.parts()) {
        written |= part.activity().description().effect() == Effect.WRITES;
        if (verifies(part)) {
          unverified = Optional.empty();
        } else if (part.activity().description().effect().changes() && written) {
          unverified = Optional.of(part);
        }
      }
    }
  }

  /** What is done to the table behind the last verification can never be a pass. */
  private void checkVerified(List<Phase> phases) {
    boolean verified =
        phases.stream().flatMap(phase -> phase.parts().stream()).anyMatch(ScenarioReader::verifies);
    for (int i = phases.size() - 1; verified && i >= 0; i--) {
      for (Part part : phases.get(i).parts()) {
        if (verifies(part)) {
          return;
        }
        problems.unless(
            !part.activity().description().effect().changes(),
            file + ": " + part.name() + " comes after the last verify: add verify behind it");
      }
    }
  }

  private static boolean verifies(Part part) {
    return part.activity().description().effect() == Effect.VERIFIES;
  }
}
