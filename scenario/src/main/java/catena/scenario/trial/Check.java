// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.judge.FindingKind;
import catena.harness.activity.Activity;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Effect;
import catena.read.plant.Fault;
import catena.read.reader.ReadSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One of the ways in which the content of a table is checked.
 *
 * @param form as the activity describes it
 * @param activity that does it
 * @param settings that differ from its defaults
 * @param broken whether what it finds is dropped, for tests of what relies on it
 */
public record Check(
    CheckForm form, Activity activity, Map<String, String> settings, boolean broken) {
  /** What is wrong with rows that no writer wrote, and with those that the reader may not see. */
  private static final Set<FindingKind> NOT_ANNOUNCED =
      EnumSet.of(FindingKind.PHANTOM, FindingKind.LEAKED);

  /** Copies the settings. */
  public Check {
    settings = Map.copyOf(settings);
  }

  /**
   * All there are, with settings for a table of some hundred rows: each reads all of it, or reaches
   * all of it. Those that compare everything come first.
   *
   * @param activities those of a run; the ones that say how they check are taken
   * @throws IllegalStateException if one verifies or reads and does not say how it checks, so that
   *     none is left untried
   */
  public static List<Check> all(List<Activity> activities) {
    List<Check> all = new ArrayList<>();
    for (Activity activity : activities) {
      Effect effect = activity.description().effect();
      List<CheckForm> forms = activity.description().checks();
      if (forms.isEmpty() && (effect == Effect.VERIFIES || effect == Effect.READS)) {
        throw new IllegalStateException("nothing is planted for the check " + activity.name());
      }
      forms.forEach(form -> all.add(of(form, activity)));
    }
    all.sort(Comparator.comparing(Check::way));
    return List.copyOf(all);
  }

  private static Check of(CheckForm form, Activity activity) {
    Map<String, String> usual =
        switch (form.way()) {
          case EXACT, REFERENCES ->
              Map.of("verify.maps", "4", "finding.printed", "0", "verify.late.limit", "0ms");
          case READING ->
              Map.of(
                  "read.start.limit", "0",
                  "finding.printed", "0",
                  "read.reread.limit", "0ms");
          case SUMMARIES -> Map.of();
        };
    return new Check(form, activity, usual, false).with(form.settings());
  }

  /** Its title, a word. */
  public String title() {
    return form.title();
  }

  /** What it compares with what. */
  public Way way() {
    return form.way();
  }

  /** Whether it has a nature. */
  public boolean is(Nature nature) {
    return form.is(nature);
  }

  /** The same with these settings, too. */
  public Check with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(more);
    return new Check(form, activity, all, broken);
  }

  /** The same with these authorizations; with all that the user has if there are none. */
  public Check as(String authorizations) {
    return with(Map.of(prefix() + "auths", authorizations));
  }

  /** The same, rechecking for so long what may still turn out right. */
  public Check waiting(Duration limit) {
    String key = way() == Way.READING ? "read.reread.limit" : "verify.late.limit";
    return with(Map.of(key, limit.toMillis() + "ms"));
  }

  /** The same with reads by scan servers. */
  public Check eventual() {
    return with(Map.of(prefix() + "consistency", "eventual"));
  }

  /**
   * Whether it claims to see a fault of a table at rest. A check that searches for announced rows
   * gets those that were written, and leaves out what it may not see.
   */
  public boolean claims(Fault fault) {
    return !is(Nature.ANNOUNCED) || !NOT_ANNOUNCED.contains(fault.kind());
  }

  private String prefix() {
    return way() == Way.READING ? "read." : "verify.";
  }

  /** Whether the rows at which it begins can be given, by a setting that names a file. */
  boolean takesRows() {
    String key = activity.name() + ".rows.file";
    return activity.settings().stream().anyMatch(each -> each.key().equals(key));
  }

  /** The same where it reads each row as it was at one moment, as exact ones do; empty if never. */
  public Optional<Check> isolated() {
    if (activity.settings().contains(ReadSettings.ISOLATED)) {
      return Optional.of(with(Map.of(ReadSettings.ISOLATED.key(), "true")));
    }
    return way() == Way.EXACT ? Optional.of(this) : Optional.empty();
  }

  /** The same where it begins at the rows of a file, each so often that none is left out. */
  Check at(String file, int rows) {
    String lookups = Integer.toString(30 * rows + 30);
    return with(Map.of(activity.name() + ".rows.file", file, activity.name() + ".count", lookups));
  }
}
