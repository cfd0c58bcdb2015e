// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.util.List;
import java.util.Optional;

/**
 * How clients import what they write, if they do.
 *
 * @param directory below which each import has its own directory; empty for the default
 * @param deprecated whether to use the call that Accumulo 2.0 replaced
 */
public record BulkPlan(String directory, boolean deprecated) {
  private static final Setting<Boolean> BULK =
      Setting.ofBoolean(
          "ingest.bulk",
          false,
          "whether clients write RFiles and import them, instead of sending their entries; deletes"
              + " are sent all the same");

  /** Where files lie until they are imported. */
  public static final Setting<String> DIRECTORY =
      Setting.ofString(
          "ingest.bulk.dir",
          "a directory in the file system of the instance, below which each import has one of its"
              + " own; empty: /tmp/catena-bulk on its first volume");

  private static final Setting<Boolean> DEPRECATED =
      Setting.ofBoolean(
          "ingest.bulk.deprecated",
          false,
          "whether imports are made by the call that Accumulo 2.0 replaced, whose code in the servers"
              + " is another");

  /** The settings that a plan is made from. */
  public static final List<Setting<?>> SETTINGS = List.of(BULK, DIRECTORY, DEPRECATED);

  /** The plan that the settings make, if clients are to import at all. */
  public static Optional<BulkPlan> of(Settings settings) {
    BulkPlan plan = new BulkPlan(settings.get(DIRECTORY), settings.get(DEPRECATED));
    return settings.get(BULK) ? Optional.of(plan) : Optional.empty();
  }
}
