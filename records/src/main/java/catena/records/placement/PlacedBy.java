// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import catena.records.settings.Texts;
import java.util.Locale;
import java.util.stream.Collectors;

/** What decides which files go to fast or slow disks. */
public enum PlacedBy {
  /** Accumulo has one volume, and directories within it have storage policies of HDFS. */
  POLICIES,
  /** Accumulo has a volume for each kind of disk, and its volume chooser chooses one of them. */
  VOLUMES;

  /** {@code policies} or {@code volumes}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The means of a word.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static PlacedBy of(String word) {
    return Texts.find(PlacedBy.class, word)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "data is placed by %s, not by '%s'"
                        .formatted(
                            Texts.words(PlacedBy.class).collect(Collectors.joining(" or ")),
                            word)));
  }
}
