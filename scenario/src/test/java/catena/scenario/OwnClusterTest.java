package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.ClusterSpec;
import catena.cluster.Role;
import catena.harness.command.UsageException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnClusterTest {
  @Test
  void serversAreSpreadOverHostsUnlessTheirNumberIsGiven() {
    ClusterSpec spec = OwnCluster.spec(Map.of("hosts", 3, "datanode", 2));
    assertThat(spec.hosts()).isEqualTo(3);
    assertThat(spec.number(Role.TSERVER)).isEqualTo(3);
    assertThat(spec.number(Role.DATANODE)).isEqualTo(2);
  }

  @Test
  void whatCannotBeIsSaidAtOnce() {
    assertThatThrownBy(() -> OwnCluster.check(Map.of("hosts", 99, "tablet", 1), false))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("1 to 32 hosts, not 99")
        .hasMessageContaining("no role 'tablet'; roles are")
        .hasMessageContaining("hosts");
  }
}
