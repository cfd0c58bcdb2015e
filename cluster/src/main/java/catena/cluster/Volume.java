package catena.cluster;

import java.util.Locale;

/** Where Accumulo keeps its files. */
public enum Volume {
  /** HDFS: what Accumulo is made for. */
  HDFS,
  /** The machine's own file system, with writes that are really synced. */
  LOCAL_RAW,
  /**
   * The machine's own file system through Hadoop's checksums, whose sync does nothing: a log of a
   * killed tserver cannot be sorted there. For showing just that.
   */
  LOCAL_CHECKSUMMED;

  /** The word for it on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
