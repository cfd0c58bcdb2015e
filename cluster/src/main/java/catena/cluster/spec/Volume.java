// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.records.settings.Texts;

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
    return Texts.enumText(this);
  }

  /**
   * The volume with that word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Volume of(String word) {
    return Texts.enumOf(Volume.class, "volume", word);
  }
}
