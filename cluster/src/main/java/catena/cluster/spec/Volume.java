package catena.cluster.spec;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

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

  /**
   * The volume with that word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Volume of(String word) {
    return Arrays.stream(values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no volume '%s'; there are %s"
                        .formatted(
                            word,
                            Arrays.stream(values())
                                .map(Volume::word)
                                .collect(Collectors.joining(", ")))));
  }
}
