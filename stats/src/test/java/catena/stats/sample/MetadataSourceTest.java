// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.FakeMetadata;
import catena.harness.instance.Tablets;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MetadataSourceTest {
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final FakeMetadata metadata =
      new FakeMetadata()
          .table("t", "2")
          .tablet("2;m")
          .tablet("2<")
          .put("2;m", "loc", "dead", "h:1")
          .put("2<", "loc", "a1", "h:1")
          .put("2;m", "file", "hdfs://n/A1.rf", "")
          .put("2;m", "file", "hdfs://n/A2.rf", "");

  private Map<Metric, Double> read(BlockingSupplier<Set<String>> tservers) throws Exception {
    return new MetadataSource(metadata.client(), tservers, "t", System::nanoTime)
        .read(LIMIT)
        .table();
  }

  @Test
  void aTabletAtADeadSessionIsNotHostedWhateverListensAtItsAddressNow() throws Exception {
    assertThat(read(() -> Set.of("a1")))
        .containsEntry(Metric.META_TABLETS, 2.0)
        .containsEntry(Metric.META_HOSTED, 1.0);
  }

  @Test
  void filesAreCountedForEachTabletWhereverItIs() throws Exception {
    assertThat(read(() -> Set.of("a1")))
        .containsEntry(Metric.FILES, 2.0)
        .containsEntry(Metric.FILES_MIN, 0.0)
        .containsEntry(Metric.FILES_MAX, 2.0);
  }

  @Test
  void onlyTheNumberOfHostedTabletsIsAbsentWithoutLiveServers() throws Exception {
    assertThat(
            read(
                () -> {
                  throw new IOException("ZooKeeper is silent");
                }))
        .containsEntry(Metric.META_TABLETS, 2.0)
        .doesNotContainKey(Metric.META_HOSTED);
  }

  /** So that a table of 100,000 tablets is not scanned in each sample. */
  @Test
  void aScanOfManyTabletsIsFollowedByATimeWithoutFigures() throws Exception {
    AtomicLong nanos = new AtomicLong(-5);
    MetadataSource source =
        new MetadataSource(metadata.client(), () -> Set.of("a1"), "t", nanos::get);
    assertThat(source.read(LIMIT).table()).containsKey(Metric.META_TABLETS);

    long rest = Tablets.rest(2).toNanos();
    nanos.addAndGet(rest - 1);
    assertThat(source.read(LIMIT).table()).isEmpty();
    nanos.addAndGet(1);
    assertThat(source.read(LIMIT).table()).containsEntry(Metric.META_TABLETS, 2.0);
    assertThat(source.read(LIMIT).table()).as("and so on").isEmpty();
  }
}
