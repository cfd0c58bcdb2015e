// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import java.util.Optional;

/**
 * What DataNodes keep their blocks on.
 *
 * @param megabytes size of the disk that each of them has to itself, MiB: an image with its own
 *     file system, whose power can be cut; 0 for a directory of the machine's file system
 * @param syncOnClose whether a DataNode syncs a block to its disk when it is closed ({@code
 *     dfs.datanode.synconclose}), as Accumulo advises; Hadoop's own default is that it does not
 * @param tiers where each has two such disks, a fast and a slow one; null where it has one
 */
public record Disks(int megabytes, boolean syncOnClose, Tiers tiers) {
  /** Directories, and blocks that are synced. */
  public static final Disks NONE = new Disks(0, true);

  /** One disk for each, or none. */
  public Disks(int megabytes, boolean syncOnClose) {
    this(megabytes, syncOnClose, null);
  }

  /** Whether each DataNode has a disk to itself. */
  public boolean own() {
    return megabytes > 0;
  }

  /** Whether the power of these disks can be cut: ZooKeeper may be on one of two, and keeps it. */
  public boolean canLosePower() {
    return own() && tiers == null;
  }

  /** The two disks that each has, if it has two. */
  public Optional<Tiers> tiered() {
    return Optional.ofNullable(tiers);
  }

  /** The same with disks of another size. */
  public Disks sized(long bytes) {
    long whole = bytes >> 20;
    if (whole < 1 || whole > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a disk is some GiB large, not " + bytes + " bytes");
    }
    return new Disks((int) whole, syncOnClose, tiers);
  }

  /** The same with blocks that are synced when they are closed, or not. */
  public Disks syncing(boolean onClose) {
    return new Disks(megabytes, onClose, tiers);
  }

  /**
   * The same with two disks for each DataNode and one of their values set.
   *
   * @param word one of {@link Tiers#WORDS}
   * @throws IllegalArgumentException if the value is none for it
   */
  public Disks tiered(String word, String value) {
    return new Disks(megabytes, syncOnClose, tiered().orElse(Tiers.USUAL).with(word, value));
  }
}
