// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import catena.records.settings.Texts;
import java.util.Optional;

/**
 * How much of a place was on disks of one kind at a moment.
 *
 * @param at wall clock, milliseconds since 1970
 * @param asked where it was to be; empty for {@link Place#ALL}
 * @param replicas of blocks of HDFS, those that are being written among them; 0 for what is not in
 *     HDFS, and for {@link Place#ALL}
 * @param bytes of all these replicas, or files
 * @param by what was to bring it there
 */
public record PlacementSample(
    long at, Place place, Tier tier, Optional<Tier> asked, long replicas, long bytes, PlacedBy by) {
  /** The names of the columns, the first line of a file. */
  public static final String HEADER = "at,place,tier,asked,replicas,bytes,by";

  private static final String HEADER_BEFORE = "at,place,tier,asked,replicas,bytes";

  private static final int COLUMNS = 7;

  /** Before there was a choice of means. */
  private static final int COLUMNS_BEFORE = 6;

  /** The line of a file. */
  public String line() {
    return "%d,%s,%s,%s,%d,%d,%s"
        .formatted(
            at,
            place.word(),
            tier.word(),
            asked.map(Tier::word).orElse(""),
            replicas,
            bytes,
            by.word());
  }

  /**
   * What a line says; empty for {@link #HEADER} and for a line without text, which stands behind
   * one that was cut off.
   *
   * @param whole whether it stands behind {@link #HEADER}: then one without the last column is cut
   *     off, perhaps within a number, and not one of before there was a choice of means
   * @throws IllegalArgumentException if it is cut off or no such line
   */
  public static Optional<PlacementSample> parse(String line, boolean whole) {
    if (line.startsWith(HEADER_BEFORE) || line.isEmpty()) {
      return Optional.empty();
    }
    String[] cells = line.split(",", -1);
    if (cells.length != COLUMNS && (whole || cells.length != COLUMNS_BEFORE)) {
      throw new IllegalArgumentException(cells.length + " columns");
    }
    Place place =
        Texts.find(Place.class, cells[1])
            .orElseThrow(() -> new IllegalArgumentException("no place " + cells[1]));
    Optional<Tier> asked = cells[3].isEmpty() ? Optional.empty() : Optional.of(Tier.of(cells[3]));
    return Optional.of(
        new PlacementSample(
            Long.parseLong(cells[0]),
            place,
            Tier.of(cells[2]),
            asked,
            Long.parseLong(cells[4]),
            Long.parseLong(cells[5]),
            cells.length == COLUMNS ? PlacedBy.of(cells[6]) : PlacedBy.POLICIES));
  }
}
