package catena.stats.cluster;

import catena.stats.metric.ClusterMetric;

/**
 * Adds up the files of tablets. A tablet without any counts as one with none, which the collector
 * of old left out.
 */
final class TabletFiles {
  private long tablets;
  private long hosted;
  private long withFiles;
  private long files;
  private double squares;
  private long least = Long.MAX_VALUE;
  private long most;

  /** A tablet is there; {@link #files} tells of its files, if it has any, before or after. */
  void tablet() {
    tablets++;
  }

  /** A tablet has a location. */
  void hosted() {
    hosted++;
  }

  /** A tablet has files. */
  void files(long count) {
    withFiles++;
    files += count;
    squares += (double) count * count;
    least = Math.min(least, count);
    most = Math.max(most, count);
  }

  /** The figures; those for each tablet only if there is one. */
  Reading reading() {
    Reading reading =
        new Reading()
            .table(ClusterMetric.FILES, files)
            .table(ClusterMetric.META_TABLETS, tablets)
            .table(ClusterMetric.META_HOSTED, hosted);
    if (tablets > 0) {
      double mean = (double) files / tablets;
      double variance = Math.max(0, squares / tablets - mean * mean);
      reading
          .table(ClusterMetric.FILES_MIN, withFiles < tablets ? 0 : least)
          .table(ClusterMetric.FILES_MAX, most)
          .table(ClusterMetric.FILES_MEAN, mean)
          .table(ClusterMetric.FILES_SD, Math.sqrt(variance));
    }
    return reading;
  }
}
