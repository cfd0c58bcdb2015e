// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunNodeTest {
  @Test
  void aRunHasItsOwnNodeThatPeopleRecognise() {
    String id = ZooKeeperPaths.idOfRun("hdfs://n:1/runs/a run:1/");
    assertThat(id).matches("a-run-1-[0-9a-f]{8}");
    assertThat(ZooKeeperPaths.idOfRun("hdfs://n:1/runs/a run:1/")).isEqualTo(id);
    assertThat(ZooKeeperPaths.idOfRun("hdfs://m:1/runs/a run:1/"))
        .startsWith("a-run-1-")
        .isNotEqualTo(id);
    assertThat(ZooKeeperPaths.ofRun(id)).isEqualTo("/catena/runs/" + id);
  }
}
