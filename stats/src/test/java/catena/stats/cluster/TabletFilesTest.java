package catena.stats.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import catena.stats.metric.ClusterMetric;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TabletFilesTest {
  @Test
  void aTabletWithoutFilesCounts() {
    TabletFiles files = new TabletFiles();
    for (int i = 0; i < 4; i++) {
      files.tablet();
    }
    files.files(2);
    files.files(6);
    files.files(4);
    files.hosted();
    var found = files.reading().table();
    assertThat(found).containsEntry(ClusterMetric.FILES, 12.0);
    assertThat(found).containsEntry(ClusterMetric.FILES_MIN, 0.0);
    assertThat(found).containsEntry(ClusterMetric.FILES_MAX, 6.0);
    assertThat(found).containsEntry(ClusterMetric.FILES_MEAN, 3.0);
    assertThat(found).containsEntry(ClusterMetric.META_TABLETS, 4.0);
    assertThat(found).containsEntry(ClusterMetric.META_HOSTED, 1.0);
    assertThat(found.get(ClusterMetric.FILES_SD)).isCloseTo(Math.sqrt(5), Offset.offset(1e-9));
  }

  @Test
  void whereThereIsNoTabletThereIsNoLeastAndMost() {
    assertThat(new TabletFiles().reading().table())
        .doesNotContainKeys(ClusterMetric.FILES_MIN, ClusterMetric.FILES_MEAN)
        .containsEntry(ClusterMetric.META_TABLETS, 0.0);
  }
}
