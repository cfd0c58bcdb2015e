package catena.cluster.spec;

/**
 * What DataNodes keep their blocks on.
 *
 * @param megabytes size of the disk that each of them has to itself, MiB: an image with a file
 *     system of its own, whose power can be cut; 0 for a directory of the machine's file system
 * @param syncOnClose whether a DataNode syncs a block to its disk when it is closed ({@code
 *     dfs.datanode.synconclose}), as Accumulo advises; Hadoop's own default is that it does not
 */
public record Disks(int megabytes, boolean syncOnClose) {
  /** Directories, and blocks that are synced. */
  public static final Disks NONE = new Disks(0, true);

  /** Whether each DataNode has a disk to itself. */
  public boolean own() {
    return megabytes > 0;
  }

  /** The same with disks of another size. */
  public Disks sized(long bytes) {
    long whole = bytes >> 20;
    if (whole < 1 || whole > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a disk is some GiB large, not " + bytes + " bytes");
    }
    return new Disks((int) whole, syncOnClose);
  }
}
