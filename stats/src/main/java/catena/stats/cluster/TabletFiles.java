package catena.stats.cluster;

import catena.harness.instance.Tablets;
import catena.stats.metric.ClusterMetric;

/**
 * Adds up the files of tablets. A tablet without any counts as one with none, which the collector
 * of old left out.
 */
final class TabletFiles {
  private long tablets;
  private long files;
  private double squares;
  private long least = Long.MAX_VALUE;
  private long most;

  /** The files of tablets whose numbers of files were read. */
  static TabletFiles of(Tablets tablets) {
    TabletFiles files = new TabletFiles();
    tablets.all().forEach(tablet -> files.add(tablet.fileCount().orElse(0)));
    return files;
  }

  private void add(long count) {
    tablets++;
    files += count;
    squares += (double) count * count;
    least = Math.min(least, count);
    most = Math.max(most, count);
  }

  /** The figures; those for each tablet only if there is one. */
  Reading reading() {
    Reading reading =
        new Reading().table(ClusterMetric.FILES, files).table(ClusterMetric.META_TABLETS, tablets);
    if (tablets > 0) {
      double mean = (double) files / tablets;
      double variance = Math.max(0, squares / tablets - mean * mean);
      reading
          .table(ClusterMetric.FILES_MIN, least)
          .table(ClusterMetric.FILES_MAX, most)
          .table(ClusterMetric.FILES_MEAN, mean)
          .table(ClusterMetric.FILES_SD, Math.sqrt(variance));
    }
    return reading;
  }
}
