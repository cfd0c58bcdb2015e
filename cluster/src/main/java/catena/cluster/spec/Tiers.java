// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.records.placement.Place;
import catena.records.placement.PlacedBy;
import catena.records.placement.Tier;
import catena.records.settings.Texts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Two disks for each DataNode, a fast and a slow one: how slow, and what is kept on which.
 *
 * @param slowWrite bytes that can be written to a slow disk in a second; 0 for no limit
 * @param slowRead bytes that can be read from it in a second; 0 for no limit
 * @param slowOperations reads, and as many writes, that it does in a second; 0 for no limit
 * @param zookeeper where ZooKeeper keeps its log and snapshots, on a disk of the first DataNode
 * @param wal where write-ahead logs are
 * @param metadata where the files of the root and metadata tables are
 * @param tables where those of all other tables are
 * @param by what brings files to these places; null, of a cluster of before there was a choice, for
 *     storage policies
 */
public record Tiers(
    long slowWrite,
    long slowRead,
    int slowOperations,
    Tier zookeeper,
    Tier wal,
    Tier metadata,
    Tier tables,
    PlacedBy by) {
  /** Everything on slow disks, which are as fast as the others. */
  public static final Tiers USUAL =
      new Tiers(0, 0, 0, Tier.SLOW, Tier.SLOW, Tier.SLOW, Tier.SLOW, PlacedBy.POLICIES);

  /** The word for {@link #by}. */
  public static final String BY = "placement.by";

  /** The keys of a scenario for them, below {@code cluster:}. */
  public static final List<String> WORDS =
      List.of(
          "slow.write",
          "slow.read",
          "slow.iops",
          "zookeeper.disk",
          "placement.wal",
          "placement.metadata",
          "placement.tables",
          BY);

  /** Of a block layer, which counts in pages: with less, a start would not end. */
  private static final long LEAST_RATE = 64L << 10;

  private static final int LEAST_OPERATIONS = 5;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is too small for anything to start
   */
  public Tiers {
    by = by == null ? PlacedBy.POLICIES : by;
    if (tooSmall(slowWrite) || tooSmall(slowRead)) {
      throw new IllegalArgumentException(
          "a slow disk reads and writes 64K in a second or more; leave it out for no limit");
    }
    if (slowOperations != 0 && slowOperations < LEAST_OPERATIONS) {
      throw new IllegalArgumentException(
          "a slow disk does 5 operations in a second or more, not %d; leave it out for no limit"
              .formatted(slowOperations));
    }
  }

  private static boolean tooSmall(long rate) {
    return rate != 0 && rate < LEAST_RATE;
  }

  /**
   * What is wrong with words that define by what data is placed, but no place.
   *
   * @param said those of {@link #WORDS} that were given, with their values
   */
  public static Optional<String> problem(Map<String, String> said) {
    boolean volumes = PlacedBy.VOLUMES.word().equals(said.getOrDefault(BY, "").strip());
    boolean alone = WORDS.stream().allMatch(word -> word.equals(BY) || !said.containsKey(word));
    return volumes && alone
        ? Optional.of(
            "two volumes need fast and slow disks, of which nothing is said; say what is on which,"
                + " such as placement.wal: fast, or how slow they are, such as slow.write: 20M")
        : Optional.empty();
  }

  /** Whether slow disks have a limit. */
  public boolean limited() {
    return slowWrite > 0 || slowRead > 0 || slowOperations > 0;
  }

  /** Where a place is to be; empty for {@link Place#ALL}, which is no place. */
  public Optional<Tier> of(Place place) {
    return switch (place) {
      case WAL -> Optional.of(wal);
      case METADATA -> Optional.of(metadata);
      case TABLES -> Optional.of(tables);
      case ZOOKEEPER -> Optional.of(zookeeper);
      case ALL -> Optional.empty();
    };
  }

  /**
   * The same with one thing changed.
   *
   * @param word one of {@link #WORDS}
   * @throws IllegalArgumentException if the value is none for it
   */
  public Tiers with(String word, String value) {
    return switch (word) {
      case "slow.write" -> limits(Texts.parseSize(value), slowRead, slowOperations);
      case "slow.read" -> limits(slowWrite, Texts.parseSize(value), slowOperations);
      case "slow.iops" -> limits(slowWrite, slowRead, Integer.parseInt(value.strip()));
      case "zookeeper.disk" -> places(tier(value), wal, metadata, tables);
      case "placement.wal" -> places(zookeeper, tier(value), metadata, tables);
      case "placement.metadata" -> places(zookeeper, wal, tier(value), tables);
      case "placement.tables" -> places(zookeeper, wal, metadata, tier(value));
      case BY ->
          new Tiers(
              slowWrite,
              slowRead,
              slowOperations,
              zookeeper,
              wal,
              metadata,
              tables,
              PlacedBy.of(value.strip().toLowerCase(Locale.ROOT)));
      default -> throw new IllegalArgumentException("there is no '" + word + "' of disks");
    };
  }

  private static Tier tier(String value) {
    return Tier.of(value.strip().toLowerCase(Locale.ROOT));
  }

  private Tiers limits(long write, long read, int operations) {
    return new Tiers(write, read, operations, zookeeper, wal, metadata, tables, by);
  }

  private Tiers places(Tier nodes, Tier logs, Tier catalog, Tier data) {
    return new Tiers(slowWrite, slowRead, slowOperations, nodes, logs, catalog, data, by);
  }
}
