// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.ZooKeepers;
import catena.records.threads.Threads;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.security.tokens.PasswordToken;
import org.apache.accumulo.core.manager.thrift.ManagerClientService;
import org.apache.accumulo.core.manager.thrift.ManagerMonitorInfo;
import org.apache.accumulo.core.master.thrift.TabletServerStatus;
import org.apache.accumulo.core.rpc.ThriftUtil;
import org.apache.accumulo.core.rpc.clients.ThriftClientTypes;
import org.apache.accumulo.core.securityImpl.thrift.TCredentials;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.thrift.TMultiplexedProcessor;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a real ZooKeeper, and a manager that speaks Accumulo's protocol and knows two tservers. */
@Timeout(60)
class ManagerStatusTest {
  private static final String ID = "11111111-2222-3333-4444-555555555555";
  private static final String LOCK = "zlock#11111111-2222-3333-4444-666666666666#0000000000";

  private TestingServer zookeeper;
  private CuratorFramework nodes;
  private AccumuloClient client;

  @BeforeEach
  void open() throws Exception {
    zookeeper = new TestingServer();
    nodes =
        ZooKeepers.curator(
            zookeeper.getConnectString(), Duration.ofSeconds(10), new RetryOneTime(100));
    nodes.start();
    put("/accumulo/instances/test", ID);
    put("/accumulo/" + ID + "/tservers", "");
    client =
        Accumulo.newClient()
            .to("test", zookeeper.getConnectString())
            .as("root", new PasswordToken("secret"))
            .build();
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    nodes.close();
    zookeeper.close();
  }

  private void put(String path, String data) throws Exception {
    String unused =
        nodes
            .create()
            .creatingParentsIfNeeded()
            .forPath(path, data.getBytes(StandardCharsets.UTF_8));
  }

  private static TabletServerStatus tserver(String name, String version) {
    TabletServerStatus status = new TabletServerStatus();
    status.setName(name);
    status.setVersion(version);
    return status;
  }

  /** Answers the one question, to this user alone. */
  private static ManagerClientService.Iface manager() {
    ManagerMonitorInfo info = new ManagerMonitorInfo();
    info.setTServerInfo(
        List.of(tserver("h1:9997", "2.1.4"), tserver("h2:9997", "2.1.5"), tserver("h3:9997", "")));
    return (ManagerClientService.Iface)
        Proxy.newProxyInstance(
            ManagerStatusTest.class.getClassLoader(),
            new Class<?>[] {ManagerClientService.Iface.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("getManagerStats")
                  || !((TCredentials) arguments[1]).getPrincipal().equals("root")) {
                throw new UnsupportedOperationException(method.getName());
              }
              return info;
            });
  }

  @Test
  void theManagerReportsTheVersionOfEachTserver() throws Exception {
    TServerSocket socket =
        new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    TMultiplexedProcessor processor = new TMultiplexedProcessor();
    processor.registerProcessor(
        ThriftClientTypes.MANAGER.getServiceName(),
        new ManagerClientService.Processor<>(manager()));
    TServer server =
        new TThreadPoolServer(
            new TThreadPoolServer.Args(socket)
                .processor(processor)
                .protocolFactory(ThriftUtil.protocolFactory())
                .transportFactory(ThriftUtil.transportFactory()));
    Threads.daemons("manager").newThread(server::serve).start();
    try {
      int port = socket.getServerSocket().getLocalPort();
      put("/accumulo/" + ID + "/managers/lock/" + LOCK, "127.0.0.1:" + port);
      assertThat(ManagerStatus.tserverVersions(client, Duration.ofSeconds(30)))
          .hasToString("{h1:9997=2.1.4, h2:9997=2.1.5}");
    } finally {
      server.stop();
    }
  }

  @Test
  void withoutAManagerTheWaitTimesOut() {
    assertThatThrownBy(() -> ManagerStatus.tserverVersions(client, Duration.ofMillis(200)))
        .isInstanceOf(TimeoutException.class);
  }
}
