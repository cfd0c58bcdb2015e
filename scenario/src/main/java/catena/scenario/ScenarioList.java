package catena.scenario;

import catena.records.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.text.WordUtils;

/** The scenarios that are shipped, for people who choose one. */
final class ScenarioList {
  private static final int WIDTH = 80;

  /** Where what they do begins. */
  private static final int COLUMN = 23;

  private ScenarioList() {}

  /** A few lines for each, none longer than 80 columns: what it does and about how long. */
  static List<String> lines(Activities activities, List<Setting<?>> known) {
    List<String> lines = new ArrayList<>();
    for (String name : ScenarioFile.shippedNames()) {
      List<ScenarioFile.Planned> rows =
          ScenarioFile.read(activities, ScenarioFile.find(name), List.of());
      String about = rows.get(0).scenario().about() + " (" + SweepPlan.time(rows, known) + ")";
      List<String> parts = WordUtils.wrap(about, WIDTH - COLUMN, "\n", true).lines().toList();
      for (int i = 0; i < parts.size(); i++) {
        lines.add(("%-" + COLUMN + "s%s").formatted(i == 0 ? name : "", parts.get(i)));
      }
    }
    return lines;
  }
}
