// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.harness.activity.Activity;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Rated;
import java.util.List;
import java.util.Optional;

/**
 * An activity that can be done at a rate.
 *
 * @param does the activity, which says that it is rated
 */
record RatedActivity(Activity does) {
  /** The rated ones of a run's activities, in their order. */
  static List<RatedActivity> among(List<Activity> activities) {
    return activities.stream()
        .filter(each -> each.description().rated().isPresent())
        .map(RatedActivity::new)
        .toList();
  }

  /** The one of a name; empty if there is none. */
  static Optional<RatedActivity> of(String activity, List<RatedActivity> all) {
    return all.stream().filter(each -> each.activity().equals(activity)).findFirst();
  }

  /** The name of the activity, with which its settings begin. */
  String activity() {
    return does.name();
  }

  /** What its rate counts, and where its latencies are. */
  Rated rated() {
    return does.description().rated().orElseThrow();
  }

  /** Whether it writes, and reads nothing. */
  boolean writes() {
    return !does.description().is(Trait.READS);
  }

  /** A setting of the activity: {@code walk.rate}. */
  String key(String rest) {
    return activity() + "." + rest;
  }
}
