// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.server.Role;
import catena.records.tested.Tested.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LocalProcessesTest {
  /** What this process itself runs on, of which it has both open. */
  private static void isThisProcess(Server known) {
    assertThat(known.version())
        .contains(AccumuloClient.class.getPackage().getImplementationVersion());
    assertThat(known.build())
        .hasValueSatisfying(build -> assertThat(build).matches("[0-9a-f]{40}"));
    assertThat(known.jvm())
        .hasValueSatisfying(
            jvm -> assertThat(jvm).startsWith(System.getProperty("java.runtime.version")));
  }

  @Test
  void theProcessThatListensAtTheAddressIsRead() throws Exception {
    try (ServerSocket here = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Server server =
          Server.at(
              Role.TSERVER,
              InetAddress.getLoopbackAddress().getHostAddress() + ":" + here.getLocalPort(),
              false);
      isThisProcess(LocalProcesses.now().known(server));
    }
  }

  @Test
  void oneThatListensEverywhereIsFoundUnderAnAddressOfThisMachineOnly() throws Exception {
    try (ServerSocket everywhere = new ServerSocket(0)) {
      LocalProcesses now = LocalProcesses.now();
      int port = everywhere.getLocalPort();
      isThisProcess(now.known(Server.at(Role.TSERVER, "127.0.0.1:" + port, false)));
      Server elsewhere = Server.at(Role.TSERVER, "192.0.2.1:" + port, false);
      assertThat(now.known(elsewhere)).isEqualTo(elsewhere);
    }
  }

  @Test
  void whatIsKnownAlreadyStays() throws Exception {
    try (ServerSocket here = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Server told =
          Server.at(
                  Role.TSERVER,
                  InetAddress.getLoopbackAddress().getHostAddress() + ":" + here.getLocalPort(),
                  false)
              .or(Optional.of("9.9.9"), Optional.empty(), Optional.empty());
      assertThat(LocalProcesses.now().known(told).version()).contains("9.9.9");
    }
  }

  @Test
  void theKernelsTableIsRead() {
    Map<String, InetSocketAddress> found = new HashMap<>();
    LocalProcesses.listener(
        "   0: 0100007F:270D 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000   0 4711"
            + " 1",
        found);
    LocalProcesses.listener(
        "   1: 0100007F:270D 0100007F:9999 01 00000000:00000000 00:00000000 00000000  1000   0 4712"
            + " 1",
        found);
    assertThat(found).isEqualTo(Map.of("4711", new InetSocketAddress("127.0.0.1", 9997)));
    assertThat(LocalProcesses.address("0000000000000000FFFF00000100007F").getHostAddress())
        .isEqualTo("127.0.0.1");
    assertThat(LocalProcesses.address("00000000000000000000000001000000").getHostAddress())
        .isEqualTo("0:0:0:0:0:0:0:1");
  }
}
