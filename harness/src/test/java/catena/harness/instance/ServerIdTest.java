// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.server.Role;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ServerIdTest {
  @Test
  void aTextStandsForItAndItForTheText() {
    assertThat(ServerId.parse("tserver-2")).contains(new ServerId(Role.TSERVER, 2));
    assertThat(new ServerId(Role.GC, 1234)).hasToString("gc-1234");
    for (String none :
        List.of("tserver-0", "tserver-02", "tserver", "nobody-1", "tserver-12345", "Tserver-1")) {
      assertThat(ServerId.parse(none)).as(none).isEmpty();
    }
    assertThatThrownBy(() -> new ServerId(Role.GC, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 1, not 0");
  }

  @Test
  void theyStandInTheOrderOfStart() {
    ServerId zooKeeper = new ServerId(Role.ZOOKEEPER, 1);
    ServerId second = new ServerId(Role.TSERVER, 2);
    ServerId tenth = new ServerId(Role.TSERVER, 10);
    assertThat(new TreeSet<>(List.of(tenth, second, zooKeeper)))
        .containsExactly(zooKeeper, second, tenth);
  }
}
