// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import catena.records.settings.Texts;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A kind of disk that a DataNode has, and what HDFS calls it. */
public enum Tier {
  /** As fast as the machine is. */
  FAST("SSD", "ALL_SSD"),
  /** With a limit of its bandwidth. */
  SLOW("DISK", "HOT");

  private final String storageType;

  private final String policy;

  Tier(String storageType, String policy) {
    this.storageType = storageType;
    this.policy = policy;
  }

  /** {@code fast} or {@code slow}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The storage type that such a disk is declared to HDFS as. */
  public String storageType() {
    return storageType;
  }

  /** The storage policy of HDFS that keeps all replicas of a file on such disks. */
  public String policy() {
    return policy;
  }

  /**
   * The kind of disk of a word.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static Tier of(String word) {
    return Texts.find(Tier.class, word)
        .orElseThrow(
            () -> new IllegalArgumentException("a disk is fast or slow, not '" + word + "'"));
  }

  /** The kind of disk that a replica is on, by what HDFS says; empty for one that is neither. */
  public static Optional<Tier> ofStorageType(String type) {
    return Arrays.stream(values()).filter(tier -> tier.storageType.equals(type)).findFirst();
  }
}
