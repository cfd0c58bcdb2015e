// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.records.placement.PlacedBy;
import catena.records.placement.Tier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A directory of HDFS that is a volume of Accumulo's.
 *
 * @param path absolute, without a file system
 * @param tier the disks that all its files are to be on; empty where its directories differ
 */
public record InstanceVolume(String path, Optional<Tier> tier) {
  private static final String NAME = "/accumulo";

  /**
   * All of an instance in HDFS, that of its tables first: files of a bulk import are moved to the
   * first volume in their file system, and no chooser is asked.
   */
  public static List<InstanceVolume> of(Disks disks) {
    return of(disks.tiered().orElse(Tiers.USUAL));
  }

  /** The same of two disks for each DataNode. */
  public static List<InstanceVolume> of(Tiers tiers) {
    if (tiers.by() == PlacedBy.POLICIES) {
      return List.of(new InstanceVolume(NAME, Optional.empty()));
    }
    return Arrays.stream(Tier.values())
        .sorted(Comparator.comparing((Tier tier) -> tier != tiers.tables()))
        .map(InstanceVolume::on)
        .toList();
  }

  /** The volume of a kind of disk, where each kind has one. */
  public static InstanceVolume on(Tier tier) {
    return new InstanceVolume("/" + tier.word() + NAME, Optional.of(tier));
  }
}
