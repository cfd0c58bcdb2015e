// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.instance.Tablet.Location;
import catena.harness.instance.TabletReader.TabletPart;
import catena.records.server.TabletName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class TabletReaderTest {
  private final FakeMetadata metadata =
      new FakeMetadata()
          .tablet("!0<")
          .tablet("2;m")
          .put("2;m", "loc", "1f", "h:1")
          .put("2;m", "last", "1e", "h:2")
          .put("2;m", "log", "-/hdfs://n/wal/h+1/b", "")
          .put("2;m", "log", "-/hdfs://n/wal/h+1/a", "")
          .put("2;m", "file", "hdfs://n/A1.rf", "1,1")
          .put("2;m", "file", "hdfs://n/A2.rf", "1,1")
          .tablet("2<")
          .tablet("20<");

  private TabletReader reader(TabletPart... parts) {
    return new TabletReader(metadata.client(), Duration.ofSeconds(1), parts);
  }

  private static List<String> names(Tablets tablets) {
    return tablets.all().stream().map(tablet -> tablet.name().text()).toList();
  }

  @Test
  void allThatIsAskedForIsRead() throws Exception {
    Tablet tablet = reader(TabletPart.values()).of("2").all().get(0);
    assertThat(tablet)
        .isEqualTo(
            new Tablet(
                new TabletName("2", Optional.of("m")),
                Optional.of(new Location("h:1", "1f")),
                List.of("hdfs://n/wal/h+1/a", "hdfs://n/wal/h+1/b"),
                List.of("hdfs://n/A1.rf", "hdfs://n/A2.rf"),
                OptionalLong.of(2)));
  }

  @Test
  void whatIsNotAskedForIsNotFetched() throws Exception {
    assertThat(reader(TabletPart.LOCATION).of("2").all().get(0))
        .isEqualTo(Tablet.at("2;m", Optional.of(new Location("h:1", "1f")), List.of()));
    assertThat(metadata.fetched()).containsExactlyInAnyOrder("~tab", "loc");
  }

  @Test
  void aTabletWithoutFilesHasNone() throws Exception {
    assertThat(reader(TabletPart.FILE_COUNT).of("2").all())
        .extracting(tablet -> tablet.fileCount().getAsLong())
        .containsExactly(2L, 0L);
  }

  @Test
  void theTabletsOfOneTableAreThatTablesOnly() throws Exception {
    assertThat(names(reader().of("2"))).containsExactly("2;m", "2<");
    assertThat(names(reader().ofUsers())).containsExactly("20<", "2;m", "2<");
    assertThat(names(reader().all())).containsExactly("!0<", "20<", "2;m", "2<");
  }

  @Test
  void deletionsBehindTheTabletsAreLeftOut() throws Exception {
    metadata.put("~delhdfs://n/A0.rf", "", "", "");
    assertThat(names(reader().ofUsers())).containsExactly("20<", "2;m", "2<");
  }

  @Test
  void theTabletThatHoldsARowIsTheFirstWhoseLastRowIsNotBeforeIt() throws Exception {
    assertThat(reader(TabletPart.FILES).holding("2", new Text("m")).orElseThrow().files())
        .hasSize(2);
    assertThat(reader().holding("2", new Text("n")).map(t -> t.name().text())).contains("2<");
    assertThat(reader().holding("4", new Text("n"))).isEmpty();
  }
}
