package catena.stats.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.instance.FakeMetadata;
import catena.harness.instance.LiveTservers;
import catena.stats.metric.ClusterMetric;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetadataSourceTest {
  private final FakeMetadata metadata =
      new FakeMetadata()
          .table("t", "2")
          .tablet("2;m")
          .tablet("2<")
          .put("2;m", "loc", "dead", "h:1")
          .put("2<", "loc", "a1", "h:1")
          .put("2;m", "file", "hdfs://n/A1.rf", "")
          .put("2;m", "file", "hdfs://n/A2.rf", "");

  private Map<ClusterMetric, Double> read(LiveTservers tservers) throws Exception {
    return new MetadataSource(metadata.client(), tservers, "t").read(Duration.ofSeconds(1)).table();
  }

  @Test
  void aTabletAtADeadSessionIsNotHostedWhateverListensAtItsAddressNow() throws Exception {
    assertThat(read(() -> Set.of("a1")))
        .containsEntry(ClusterMetric.META_TABLETS, 2.0)
        .containsEntry(ClusterMetric.META_HOSTED, 1.0);
  }

  @Test
  void filesAreCountedForEachTabletWhereverItIs() throws Exception {
    assertThat(read(() -> Set.of("a1")))
        .containsEntry(ClusterMetric.FILES, 2.0)
        .containsEntry(ClusterMetric.FILES_MIN, 0.0)
        .containsEntry(ClusterMetric.FILES_MAX, 2.0);
  }

  @Test
  void whereNobodyTellsWhoLivesTheNumberOfHostedTabletsIsAbsentAndTheRestIsThere()
      throws Exception {
    assertThat(
            read(
                () -> {
                  throw new IOException("ZooKeeper is silent");
                }))
        .containsEntry(ClusterMetric.META_TABLETS, 2.0)
        .doesNotContainKey(ClusterMetric.META_HOSTED);
  }
}
