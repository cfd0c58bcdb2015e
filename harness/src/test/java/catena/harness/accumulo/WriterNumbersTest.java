// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Position;
import catena.harness.instance.ZooKeepers;
import catena.records.run.Json;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WriterNumbersTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Holder ME = new Holder("here", 1, "runs/x", 5);
  private static final Holder OTHER = new Holder("there", 2, "runs/y", 6);

  private static TestingServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new TestingServer();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static WriterNumbers open(TestInfo test) {
    String table = test.getTestMethod().orElseThrow().getName();
    return WriterNumbers.open(server.getConnectString(), "id", table, LIMIT, () -> {});
  }

  @Test
  void twoProcessesNeverGetTheSameNumber(TestInfo test) throws IOException {
    try (WriterNumbers a = open(test);
        WriterNumbers b = open(test)) {
      assertThat(a.allocated()).isZero();
      Set<Integer> numbers = new HashSet<>();
      for (int i = 0; i < 5; i++) {
        numbers.add(a.allocate(ME));
        numbers.add(b.allocate(OTHER));
      }
      assertThat(numbers).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
      assertThat(a.allocated()).isEqualTo(10);
    }
  }

  @Test
  void aWriterInUseIsRefusedAndItsHolderNamed(TestInfo test) throws IOException {
    try (WriterNumbers a = open(test);
        WriterNumbers b = open(test)) {
      Closeable hold = a.hold(0, OTHER, Duration.ZERO);
      try (var another = b.hold(1, ME, Duration.ZERO)) {
        assertThat(another).isNotNull();
      }
      assertThatThrownBy(() -> b.hold(0, ME, Duration.ofMillis(50)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("Writer 0 is in use by process 2 on there (run runs/y)");
      assertThatThrownBy(() -> a.hold(0, ME, Duration.ZERO)).isInstanceOf(UsageException.class);
      hold.close();
      b.hold(0, ME, Duration.ZERO).close();
    }
  }

  @Test
  void aNumberIsFreeWhenItsHolderIsGone(TestInfo test)
      throws IOException, ExecutionException, InterruptedException {
    try (WriterNumbers b = open(test)) {
      CompletableFuture<Closeable> waiting;
      try (WriterNumbers a = open(test)) {
        a.hold(0, OTHER, Duration.ZERO);
        waiting = CompletableFuture.supplyAsync(() -> take(b));
        assertThat(waiting).isNotDone();
      }
      waiting.get().close();
    }
  }

  @Test
  void howFarAWriterHadComeIsKeptWhereItsLedgerIsNot(TestInfo test) throws IOException {
    try (WriterNumbers a = open(test);
        WriterNumbers b = open(test)) {
      assertThat(b.ends()).isEmpty();
      a.ended(3, new Position(1, 2, 3));
      a.ended(12, Position.ORIGIN);
      a.ended(3, new Position(4, 0, 7));
      assertThat(b.ends()).isEqualTo(Map.of(3, new Position(4, 0, 7), 12, Position.ORIGIN));
    }
  }

  @Test
  void aNumberIsBegunWhenItsTakerSaysSo(TestInfo test) throws IOException {
    try (WriterNumbers a = open(test);
        WriterNumbers b = open(test)) {
      assertThat(b.takers()).isEmpty();
      a.allocate(ME);
      a.allocate(OTHER);
      a.begun(1);
      a.begun(1); // whoever carries it on says so again
      assertThat(b.takers())
          .isEqualTo(
              Map.of(
                  0, new WriterNumbers.Taker(ME, false), 1, new WriterNumbers.Taker(OTHER, true)));
      assertThat(b.allocated()).isEqualTo(2);
    }
  }

  /** An earlier version wrote no marks: what it took may have been written. */
  @Test
  void aNumberThatAnEarlierVersionTookMayHaveBegun(TestInfo test) throws Exception {
    try (WriterNumbers a = open(test);
        CuratorFramework earlier =
            ZooKeepers.curator(server.getConnectString(), LIMIT, new RetryOneTime(100))) {
      earlier.start();
      String node = "/catena/id/" + test.getTestMethod().orElseThrow().getName() + "/writers/w-";
      for (String data : List.of(Json.LINES.writeValueAsString(ME), "not its words")) {
        earlier
            .create()
            .creatingParentsIfNeeded()
            .withProtection()
            .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
            .forPath(node, data.getBytes(UTF_8));
      }
      assertThat(a.allocate(OTHER)).isEqualTo(2);
      assertThat(a.takers())
          .isEqualTo(
              Map.of(
                  0, new WriterNumbers.Taker(ME, true), 2, new WriterNumbers.Taker(OTHER, false)));
      assertThat(a.allocated()).isEqualTo(3);
    }
  }

  private static Closeable take(WriterNumbers numbers) {
    try {
      return numbers.hold(0, ME, WriterNumbers.SESSION);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aSilentZooKeeperIsReportedWithinTheLimit() {
    assertThatThrownBy(
            () -> WriterNumbers.open("127.0.0.1:1", "id", "t", Duration.ofMillis(500), () -> {}))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("127.0.0.1:1 does not answer");
  }
}
