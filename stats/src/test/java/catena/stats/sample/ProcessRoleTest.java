// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessRoleTest {
  private static List<String> words(String line) {
    return List.of(line.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource({
    "java -Xmx1g -cp a:b org.apache.accumulo.start.Main tserver -a h1, tserver",
    "java org.apache.accumulo.start.Main manager, manager",
    "java org.apache.accumulo.start.Main gc, gc",
    "java org.apache.accumulo.start.Main compaction-coordinator, coordinator",
    "java -Dproc_datanode org.apache.hadoop.hdfs.server.datanode.DataNode -D x=y, datanode",
    "java org.apache.hadoop.hdfs.server.namenode.NameNode, namenode",
    "java org.apache.zookeeper.server.quorum.QuorumPeerMain zoo.cfg, zookeeper",
    "java org.apache.hadoop.yarn.server.nodemanager.NodeManager, yarn",
    "java org.apache.hadoop.mapred.YarnChild 127.0.0.1, yarn",
    "java -cp x catena.scenario.Main ingest -c f, client"
  })
  void isKnownByItsMainClass(String line, String role) {
    assertThat(ProcessProbe.role(words(line), "")).contains(role);
  }

  @ParameterizedTest
  @CsvSource({
    "java org.apache.accumulo.start.Main init",
    "java org.apache.accumulo.start.Main",
    "java catena.scenario.Main cluster start",
    "grep org.apache.accumulo.start.MainX tserver",
    "bash"
  })
  void othersAreLeftAlone(String line) {
    assertThat(ProcessProbe.role(words(line), "")).isEmpty();
  }

  @Test
  void serversOfOtherClustersAreLeftAloneWhenAskedFor() {
    String server = "java -Daccumulo.properties=file:/one/conf org.apache.accumulo.start.Main gc";
    assertThat(ProcessProbe.role(words(server), "/one/")).contains("gc");
    assertThat(ProcessProbe.role(words(server), "/two/")).isEmpty();
    assertThat(ProcessProbe.role(words("java catena.scenario.Main walk"), "/two/"))
        .contains(ProcessProbe.CLIENT);
  }
}
