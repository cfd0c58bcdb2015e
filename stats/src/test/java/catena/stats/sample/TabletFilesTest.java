// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.instance.Tablet;
import catena.harness.instance.Tablets;
import catena.records.server.TabletName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TabletFilesTest {
  private static Reading with(long... counts) {
    return MetadataSource.files(
        new Tablets(LongStream.of(counts).mapToObj(TabletFilesTest::tablet).toList()));
  }

  private static Tablet tablet(long files) {
    return new Tablet(
        new TabletName("2", Optional.empty()),
        Optional.empty(),
        List.of(),
        List.of(),
        OptionalLong.of(files));
  }

  @Test
  void aTabletWithoutFilesCounts() {
    var found = with(2, 6, 0, 4).table();
    assertThat(found).containsEntry(Metric.FILES, 12.0);
    assertThat(found).containsEntry(Metric.FILES_MIN, 0.0);
    assertThat(found).containsEntry(Metric.FILES_MAX, 6.0);
    assertThat(found).containsEntry(Metric.FILES_MEAN, 3.0);
    assertThat(found).containsEntry(Metric.META_TABLETS, 4.0);
    assertThat(found.get(Metric.FILES_SD)).isCloseTo(Math.sqrt(5), Offset.offset(1e-9));
  }

  @Test
  void whereThereIsNoTabletThereIsNoLeastAndMost() {
    assertThat(with().table())
        .doesNotContainKeys(Metric.FILES_MIN, Metric.FILES_MEAN)
        .containsEntry(Metric.META_TABLETS, 0.0);
  }
}
