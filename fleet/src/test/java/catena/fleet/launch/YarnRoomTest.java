// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class YarnRoomTest {
  static NodeReport node(int memory, int used) {
    NodeReport node = Records.newRecord(NodeReport.class);
    node.setCapability(Resource.newInstance(memory, 1));
    node.setUsed(Resource.newInstance(used, 1));
    return node;
  }

  @Test
  void whatFitsIsNotRefused() {
    assertThat(YarnLauncher.refusal(List.of(node(4096, 4000)), 4, 1024))
        .as("others may end, so that it fits")
        .isEmpty();
  }

  /** Memory of two nodes does not make one container. */
  @Test
  void whatNeverFitsIsRefusedWithItsNumbers() {
    assertThat(YarnLauncher.refusal(List.of(node(1500, 0), node(2500, 0)), 4, 1024))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("room for 3 workers of 1024 MB")
                    .contains("4000 MB on 2 nodes")
                    .contains("4 are asked for")
                    .contains("fleet.yarn.heap"));
    assertThat(YarnLauncher.refusal(List.of(), 1, 1024))
        .hasValueSatisfying(why -> assertThat(why).contains("room for 0 workers"));
  }

  @Test
  void howMuchIsFreeIsSaid() {
    assertThat(YarnLauncher.room(List.of(node(4096, 3072), node(4096, 5000)), 1536))
        .isEqualTo("1024 MB of its 8192 MB on 2 nodes are free, and a worker needs 1536 MB");
  }

  /** Hadoop itself would try for a quarter of an hour. */
  @Test
  @Timeout(60)
  void aYarnThatIsNotThereIsReportedInSecondsWithItsAddress() {
    Configuration nowhere = new Configuration(false);
    nowhere.addResource("core-default.xml");
    nowhere.addResource("yarn-default.xml");
    nowhere.set("yarn.resourcemanager.address", "127.0.0.1:1");

    assertThatThrownBy(() -> YarnLauncher.nodes(nowhere))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:1")
        .hasMessageContaining("ResourceManager at work");
  }
}
