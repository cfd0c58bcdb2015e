// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.accumulo.TableName;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a self-test is to do, and what can be set for it.
 *
 * @param table the first of four that are made; the others append a word to its name
 * @param without what is left out
 * @param broken titles of checks that are blind
 */
record SelftestPlan(String table, List<String> without, List<String> broken) {
  /** Reads by scan servers. */
  static final String SCAN_SERVERS = "scanservers";

  /** What takes authorizations that the user must be lent. */
  static final String LABELS = "labels";

  /** What is not asked for. */
  static final Setting<List<String>> WITHOUT =
      Setting.ofList(
          "selftest.without",
          "",
          "what is not to be tried: scanservers, labels, or checks by their titles (exact, files,"
              + " refs, scan, walk, batch, lag, ycsb, sums); it is no doubt then");

  /** The checks that are made blind. */
  static final Setting<List<String>> BROKEN =
      Setting.ofList(
          "selftest.broken",
          "",
          "checks, by their titles, whose findings are dropped, to see that the self-test notices");

  /** How long one check of some hundred rows may take, else it counts as not run. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  /** All of them. */
  static final List<Setting<?>> ALL = List.of(TableName.SETTING, WITHOUT, BROKEN);

  /** The names of the tables. */
  List<String> tables() {
    return List.of(
        table,
        table + PlantedLive.SUFFIX,
        table + PlantedRewritten.VERSIONS.suffix,
        table + PlantedRewritten.CELLS.suffix);
  }

  /** The checks, those that are to be blind made so. */
  List<Check> checks(List<Check> all) {
    return all.stream()
        .map(check -> broken.contains(check.title()) ? check.blinded() : check)
        .toList();
  }

  boolean leavesOut(String word) {
    return without.contains(word);
  }

  static SelftestPlan of(Settings own) {
    return new SelftestPlan(own.get(TableName.SETTING), own.get(WITHOUT), own.get(BROKEN));
  }

  /** Finds words that mean nothing. */
  static void check(SelftestPlan plan, List<String> titles, Problems problems) {
    List<String> parts = Stream.concat(Stream.of(SCAN_SERVERS, LABELS), titles.stream()).toList();
    check(WITHOUT, plan.without, new ArrayList<>(parts), problems);
    check(BROKEN, plan.broken, titles, problems);
  }

  private static void check(
      Setting<?> setting, List<String> words, List<String> known, Problems problems) {
    for (String word : words) {
      problems.unless(
          known.contains(word),
          "%s: there is no %s%s; write some of %s"
              .formatted(setting.key(), word, Nearest.hint(word, known), String.join(", ", known)));
    }
  }
}
