// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import catena.cluster.spec.Tiers;
import catena.records.placement.Place;
import catena.records.placement.PlacementSample;
import catena.records.placement.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where everything was at a moment, and what of it was not where it was asked for.
 *
 * @param samples those of each place on each kind of disk, and of each kind of disk
 * @param wrong what is misplaced, a sentence for each place and storage type
 */
record PlacementLook(List<PlacementSample> samples, List<String> wrong) {
  PlacementLook {
    samples = List.copyOf(samples);
    wrong = List.copyOf(wrong);
  }

  /** What was found of a place on one kind of disk. */
  private static final class Sum {
    private long replicas;
    private long bytes;
    private String first = "";

    void add(String file, long length) {
      first = replicas == 0 ? file : first;
      replicas++;
      bytes += length;
    }
  }

  /**
   * Combines what the NameNode reports and what is on the disks.
   *
   * @param at when they were asked, milliseconds since 1970
   */
  static PlacementLook of(long at, List<Replica> replicas, DiskFiles disks, Tiers tiers) {
    List<PlacementSample> samples = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (Place place : Place.inHdfs()) {
      Tier asked = tiers.of(place).orElseThrow();
      Map<Tier, Sum> sums = new EnumMap<>(Tier.class);
      Sum chosen = new Sum();
      Map<String, Sum> misplaced = new TreeMap<>();
      for (Replica each : replicas) {
        if (each.place() == place) {
          Optional<Tier> tier = Tier.ofStorageType(each.storage());
          long length = Math.max(each.length(), onDisk(disks, tier, each.block()));
          tier.ifPresent(t -> sums.computeIfAbsent(t, any -> new Sum()).add("", length));
          String where = each.file() + " on " + each.storage();
          if (each.volume().isPresent() && each.volume().get() != asked) {
            chosen.add(where, length);
          } else if (tier.isEmpty() || tier.get() != asked) {
            misplaced.computeIfAbsent(each.storage(), any -> new Sum()).add(where, length);
          }
        }
      }
      for (Tier tier : Tier.values()) {
        Sum sum = sums.getOrDefault(tier, new Sum());
        samples.add(
            new PlacementSample(
                at, place, tier, Optional.of(asked), sum.replicas, sum.bytes, tiers.by()));
      }
      if (chosen.replicas > 0) {
        wrong.add(ofTheOtherVolume(place, asked, chosen));
      }
      misplaced.values().forEach(sum -> wrong.add(sentence(place, asked, sum)));
    }
    zookeeper(at, disks, tiers, samples, wrong);
    for (Tier tier : Tier.values()) {
      long bytes = disks.bytes().getOrDefault(tier, 0L);
      samples.add(new PlacementSample(at, Place.ALL, tier, Optional.empty(), 0, bytes, tiers.by()));
    }
    return new PlacementLook(samples, wrong);
  }

  private static long onDisk(DiskFiles disks, Optional<Tier> tier, long block) {
    return tier.map(t -> disks.blocks().getOrDefault(t, Map.of()).getOrDefault(block, 0L))
        .orElse(0L);
  }

  private static String sentence(Place place, Tier asked, Sum sum) {
    String text =
        "placement: %d replicas of %s, which was asked for on %s disks, were elsewhere, as of %s;"
            + " a disk that is full is the usual reason: give larger ones (disks)";
    return text.formatted(sum.replicas, place.word(), asked.word(), sum.first);
  }

  /** Files on the other volume by a wrong choice or none, whatever disk HDFS took for them. */
  private static String ofTheOtherVolume(Place place, Tier asked, Sum sum) {
    String text =
        "placement: %d replicas of %s, which was asked for on the %s volume, are of files on the"
            + " other one, as of %s; a property that prefers it (general.custom.volume.preferred.…,"
            + " table.custom.volume.preferred of a table) is the usual reason";
    return text.formatted(sum.replicas, place.word(), asked.word(), sum.first);
  }

  private static void zookeeper(
      long at, DiskFiles disks, Tiers tiers, List<PlacementSample> samples, List<String> wrong) {
    Tier asked = tiers.zookeeper();
    for (Tier tier : Tier.values()) {
      long bytes = disks.zookeeper().getOrDefault(tier, 0L);
      samples.add(
          new PlacementSample(at, Place.ZOOKEEPER, tier, Optional.of(asked), 0, bytes, tiers.by()));
      if (tier != asked && bytes > 0) {
        wrong.add(
            "placement: ZooKeeper was asked for on the %s disk and has files on the %s one"
                .formatted(asked.word(), tier.word()));
      }
    }
    if (disks.zookeeper().getOrDefault(asked, 0L) == 0) {
      wrong.add(
          "placement: ZooKeeper was asked for on the %s disk and has no file there"
              .formatted(asked.word()));
    }
  }
}
