// SPDX-License-Identifier: Apache-2.0
package catena.read.announce;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.accumulo.Holder;
import catena.harness.instance.ZooKeeperPaths;
import catena.harness.instance.ZooKeepers;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.KillSession;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Writers that announce and readers that take, over a ZooKeeper. */
@Timeout(60)
class AnnouncementQueueTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(77), ZoneOffset.UTC);
  private static final Holder ME = new Holder("here", 1, "runs/x", 5);
  private static final Holder OTHER = new Holder("there", 2, "runs/x", 5);

  private static final Duration SOON = Duration.ofMillis(20);

  private static TestingServer server;

  private final StopSignal never = new StopSignal();
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    server = new TestingServer();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private AnnouncementQueue join(TestInfo test, AnnouncementQueue.Side side, Holder me)
      throws IOException {
    return AnnouncementQueue.join(
        AnnouncementQueue.connect(server.getConnectString()), run(test), side, me, notes::add);
  }

  private static String run(TestInfo test) {
    return "file:/runs/" + test.getTestMethod().orElseThrow().getName();
  }

  private AnnouncedRows reader(TestInfo test, Holder me) throws IOException {
    return reader(test, me, 1, LIMIT);
  }

  private AnnouncedRows reader(TestInfo test, Holder me, int writers, Duration wait)
      throws IOException {
    AnnouncementQueue queue = join(test, AnnouncementQueue.Side.READERS, me);
    return AnnouncedRows.start(queue, 1000, writers, wait);
  }

  private static void awaitEnd(AnnouncedRows rows) throws InterruptedException {
    while (!rows.isOver()) {
      assertThat(rows.next(SOON)).isEmpty();
    }
  }

  private Announcer writer(TestInfo test, Holder me, int most) throws Exception {
    AnnouncementQueue queue = join(test, AnnouncementQueue.Side.WRITERS, me);
    return Announcer.start(queue, most, CLOCK, LIMIT, new StopSignal()).orElseThrow();
  }

  private static String row(int n) {
    return String.format(Locale.ROOT, "%016x", n);
  }

  private static boolean exists(TestInfo test) throws Exception {
    try (CuratorFramework curator =
        ZooKeepers.curator(server.getConnectString(), LIMIT, new RetryOneTime(1))) {
      ZooKeepers.start(curator, server.getConnectString(), LIMIT);
      return curator.checkExists().forPath(ZooKeeperPaths.ofRun(ZooKeeperPaths.idOfRun(run(test))))
          != null;
    }
  }

  @Test
  void eachAnnouncedRowIsTakenOnceAndInOrderByEitherReader(TestInfo test) throws Exception {
    try (AnnouncedRows a = reader(test, ME);
        AnnouncedRows b = reader(test, OTHER)) {
      try (Announcer writer = writer(test, ME, 10_000)) {
        for (int i = 0; i < 500; i++) {
          writer.announce(row(i));
        }
      }
      List<RowSource.SoughtRow> all = new ArrayList<>();
      for (AnnouncedRows each : List.of(a, b)) {
        List<RowSource.SoughtRow> own = new ArrayList<>();
        while (!each.isOver()) {
          each.next(Duration.ofMillis(20)).ifPresent(own::add);
        }
        assertThat(own).extracting(RowSource.SoughtRow::row).isSorted();
        assertThat(each.begun()).isTrue();
        assertThat(each.written()).isTrue();
        assertThat(each.failure()).isEmpty();
        assertThat(each.doubts()).isEmpty();
        own.forEach(
            row -> assertThat(row).isEqualTo(new RowSource.SoughtRow(row.row(), 77, each == a)));
        all.addAll(own);
      }
      Set<String> rows = new HashSet<>();
      all.forEach(row -> rows.add(row.row()));
      assertThat(all).hasSize(500);
      assertThat(rows).hasSize(500).contains(row(0), row(499));
    }
    assertThat(exists(test)).as("anything left in ZooKeeper").isFalse();
  }

  @Test
  void whatAnotherReaderHasTakenFirstIsNoFailure(TestInfo test) throws Exception {
    try (AnnouncementQueue writer = join(test, AnnouncementQueue.Side.WRITERS, ME);
        AnnouncementQueue one = join(test, AnnouncementQueue.Side.READERS, ME);
        AnnouncementQueue two = join(test, AnnouncementQueue.Side.READERS, OTHER)) {
      for (int i = 0; i < 2; i++) {
        writer.put(new Announcement("there", List.of(new Announcement.HandedRow(row(i), 5))));
      }
      List<String> listed = two.list(() -> {});
      assertThat(one.take(listed.get(0))).isPresent();
      assertThat(two.take(listed.get(0))).isEmpty();
      assertThat(two.take(listed.get(1))).isPresent();
    }
    assertThat(exists(test)).isFalse();
  }

  /** Whose requests to delete announcements are carried out, and each first one is not answered. */
  @SuppressWarnings("try") // that ZooKeeper's client may be interrupted when it is closed
  private static CuratorFramework unanswered() {
    CuratorFramework curator =
        CuratorFrameworkFactory.builder()
            .connectString(server.getConnectString())
            .retryPolicy(new RetryOneTime(10))
            .zookeeperFactory(
                (at, timeout, watcher, readOnly) ->
                    new ZooKeeper(at, timeout, watcher, readOnly) {
                      private final Set<String> deleted = new HashSet<>();

                      @Override
                      public void delete(String path, int version)
                          throws InterruptedException, KeeperException {
                        super.delete(path, version);
                        if (path.contains("/rows/") && deleted.add(path)) {
                          throw new KeeperException.ConnectionLossException();
                        }
                      }
                    })
            .build();
    ZooKeepers.start(curator, server.getConnectString(), LIMIT);
    return curator;
  }

  @Test
  void whatIsTakenWhileTheConnectionIsLostIsNotTakenForAnotherReaders(TestInfo test)
      throws Exception {
    try (AnnouncementQueue writer = join(test, AnnouncementQueue.Side.WRITERS, ME);
        AnnouncementQueue reader =
            AnnouncementQueue.join(
                unanswered(), run(test), AnnouncementQueue.Side.READERS, OTHER, notes::add)) {
      writer.put(new Announcement("there", List.of(new Announcement.HandedRow(row(1), 5))));
      List<String> listed = reader.list(() -> {});
      assertThat(reader.take(listed.get(0))).isPresent();
      assertThat(reader.take(listed.get(0))).isEmpty();
      assertThat(writer.waiting()).isZero();
    }
  }

  @Test
  void whatThereIsNoRoomForIsLeftOutAndCounted(TestInfo test) throws Exception {
    AnnouncementQueue idle = join(test, AnnouncementQueue.Side.READERS, ME);
    Announcer writer = writer(test, ME, 60);
    try (writer) {
      for (int i = 0; i < 5000; i++) {
        writer.announce(row(i));
      }
    }
    assertThat(writer.announced()).isBetween(1L, 60L);
    assertThat(writer.announced() + writer.skipped()).isEqualTo(5000);
    assertThat(writer.inWords()).contains("left out, since those before waited to be read");
    assertThat(writer.doubts()).isEmpty();
    assertThat(idle.waiting()).isBetween(1, 60 / Announcer.MOST_ROWS);
    assertThat(exists(test)).as("rows wait").isTrue();
    idle.close();
    assertThat(exists(test)).as("anything left in ZooKeeper").isFalse();
  }

  @Test
  void noWriterAnnouncesWhereNoReaderReads(TestInfo test) throws Exception {
    Optional<Announcer> none =
        Announcer.start(
            join(test, AnnouncementQueue.Side.WRITERS, ME),
            100,
            CLOCK,
            Duration.ZERO,
            new StopSignal());
    assertThat(none).isEmpty();
    assertThat(exists(test)).isFalse();
  }

  @Test
  void aReaderWaitsAsLongAsSomeWriterIsThere(TestInfo test) throws Exception {
    try (AnnouncedRows rows = reader(test, ME)) {
      assertThat(rows.next(Duration.ofMillis(50))).isEmpty();
      assertThat(rows.begun()).isFalse();
      assertThat(rows.isOver()).isFalse();
      Announcer one = writer(test, ME, 100);
      Announcer two = writer(test, OTHER, 100);
      one.announce(row(1));
      one.close();
      assertThat(rows.next(LIMIT)).contains(new RowSource.SoughtRow(row(1), 77, true));
      assertThat(rows.isOver()).isFalse();
      two.announce(row(2));
      assertThat(rows.next(LIMIT)).contains(new RowSource.SoughtRow(row(2), 77, false));
      two.close();
      awaitEnd(rows);
      assertThat(rows.doubts()).isEmpty();
    }
  }

  @Test
  void aReaderWhoseQueueWasRemovedEnds(TestInfo test) throws Exception {
    try (AnnouncedRows rows = reader(test, ME);
        Announcer writer = writer(test, ME, 100)) {
      writer.announce(row(4));
      assertThat(rows.next(LIMIT)).isPresent();
      try (CuratorFramework curator =
          ZooKeepers.curator(server.getConnectString(), LIMIT, new RetryOneTime(1))) {
        ZooKeepers.start(curator, server.getConnectString(), LIMIT);
        curator
            .delete()
            .deletingChildrenIfNeeded()
            .forPath(ZooKeeperPaths.ofRun(ZooKeeperPaths.idOfRun(run(test))) + "/announced");
      }
      awaitEnd(rows);
    }
  }

  @Test
  void aReaderThatTakesNoMoreLeavesTheQueueToOthers(TestInfo test) throws Exception {
    AnnouncedRows first = reader(test, ME);
    try (AnnouncedRows second = reader(test, OTHER);
        Announcer writer = writer(test, ME, 100)) {
      first.close();
      writer.announce(row(3));
      assertThat(second.next(LIMIT)).isPresent();
    }
    assertThat(exists(test)).isFalse();
  }

  /**
   * With the shortest session that the server grants. Curator 5.8 may take the new connection of a
   * session that it has lost for none, if that is there before it has dealt with the loss (in
   * {@code ConnectionState.process}); it makes another one once a session's time has passed.
   */
  private static CuratorFramework client() {
    CuratorFramework curator =
        CuratorFrameworkFactory.newClient(
            server.getConnectString(), 6_000, 1_000, new RetryOneTime(100));
    ZooKeepers.start(curator, server.getConnectString(), LIMIT);
    return curator;
  }

  /** Ends the session of one that was out of reach; ZooKeeper itself may take longer to do so. */
  private static void endSession(CuratorFramework curator) throws Exception {
    KillSession.kill(curator.getZookeeperClient().getZooKeeper());
  }

  /** Waits until one that lost its session takes part anew, and its former place is gone. */
  private void awaitReturn(AnnouncementQueue idle, AnnouncementQueue.Side side) throws Exception {
    while (!idle.present(side).equals(new AnnouncementQueue.Present(1, 2, 0))) {
      assertThat(never.await(SOON)).isFalse();
    }
  }

  @Test
  void aWriterThatLosesItsSessionComesBackAndSaysSo(TestInfo test) throws Exception {
    try (AnnouncementQueue idle = join(test, AnnouncementQueue.Side.READERS, ME)) {
      CuratorFramework curator = client();
      AnnouncementQueue queue =
          AnnouncementQueue.join(
              curator, run(test), AnnouncementQueue.Side.WRITERS, ME, notes::add);
      Announcer writer = Announcer.start(queue, 100, CLOCK, LIMIT, new StopSignal()).orElseThrow();
      endSession(curator);
      awaitReturn(idle, AnnouncementQueue.Side.WRITERS);
      writer.announce(row(5));
      writer.close();
      assertThat(writer.announced()).isEqualTo(1);
      assertThat(idle.present(AnnouncementQueue.Side.WRITERS).now()).isZero();
      assertThat(writer.doubts())
          .singleElement()
          .asString()
          .contains("readers of announced rows may have ended too early");
    }
    assertThat(exists(test)).isFalse();
  }

  @Test
  void aReaderThatLosesItsSessionComesBackAndFails(TestInfo test) throws Exception {
    try (AnnouncementQueue idle = join(test, AnnouncementQueue.Side.WRITERS, ME)) {
      CuratorFramework curator = client();
      AnnouncementQueue queue =
          AnnouncementQueue.join(
              curator, run(test), AnnouncementQueue.Side.READERS, ME, notes::add);
      try (AnnouncedRows rows = AnnouncedRows.start(queue, 100, 1, LIMIT)) {
        endSession(curator);
        awaitReturn(idle, AnnouncementQueue.Side.READERS);
        while (rows.failure().isEmpty()) {
          assertThat(never.await(SOON)).isFalse();
        }
        assertThat(rows.failure().orElseThrow()).contains("session with ZooKeeper was lost");
      }
    }
    assertThat(exists(test)).isFalse();
  }

  /** It ends without having read that the writer was done. */
  @Test
  void aReaderWhoseWriterWasKilledIsInDoubt(TestInfo test) throws Exception {
    try (AnnouncedRows rows = reader(test, ME, 1, SOON)) {
      CuratorFramework killed = client();
      AnnouncementQueue queue =
          AnnouncementQueue.join(
              killed, run(test), AnnouncementQueue.Side.WRITERS, OTHER, notes::add);
      queue.put(new Announcement("there", List.of(new Announcement.HandedRow(row(1), 5))));
      assertThat(rows.next(LIMIT)).isPresent();
      killed.close(); // the session ends, and nobody leaves in order
      awaitEnd(rows);
      assertThat(rows.failure()).isEmpty();
      assertThat(rows.doubts())
          .singleElement()
          .asString()
          .startsWith("1 of 1 writers of announced rows were killed, or lost their session");
    }
  }

  @Test
  void aReaderWaitsForAWriterThatLostItsSessionAndIsInDoubtEvenSo(TestInfo test) throws Exception {
    try (AnnouncedRows rows = reader(test, ME);
        AnnouncementQueue idle = join(test, AnnouncementQueue.Side.READERS, ME)) {
      CuratorFramework curator = client();
      AnnouncementQueue queue =
          AnnouncementQueue.join(
              curator, run(test), AnnouncementQueue.Side.WRITERS, OTHER, notes::add);
      Announcer writer = Announcer.start(queue, 100, CLOCK, LIMIT, new StopSignal()).orElseThrow();
      while (!rows.begun()) {
        assertThat(never.await(SOON)).isFalse();
      }
      endSession(curator);
      awaitReturn(idle, AnnouncementQueue.Side.WRITERS);
      writer.announce(row(5));
      assertThat(rows.next(LIMIT)).contains(new RowSource.SoughtRow(row(5), 77, false));
      writer.close();
      awaitEnd(rows);
      assertThat(rows.doubts()).singleElement().asString().startsWith("1 of 2 writers");
    }
  }

  /** One worker of a fleet may have ended before another begins. */
  @Test
  void aReaderWaitsForAWriterThatBeginsWhenAnotherHasEnded(TestInfo test) throws Exception {
    try (AnnouncedRows rows = reader(test, ME, 2, LIMIT)) {
      writer(test, ME, 100).close();
      while (!rows.begun()) {
        assertThat(rows.next(SOON)).isEmpty();
      }
      assertThat(rows.next(Duration.ofSeconds(1))).isEmpty();
      assertThat(rows.written()).isFalse();
      assertThat(rows.isOver()).isFalse();
      try (Announcer late = writer(test, OTHER, 100)) {
        late.announce(row(1));
        assertThat(rows.next(LIMIT)).isPresent();
      }
      awaitEnd(rows);
      assertThat(rows.doubts()).isEmpty();
    }
  }

  @Test
  void aReaderDoesNotWaitForEverForAWriterThatMayNotCome(TestInfo test) throws Exception {
    try (AnnouncedRows rows = reader(test, ME, 2, Duration.ofMillis(300))) {
      writer(test, ME, 100).close();
      awaitEnd(rows);
      assertThat(rows.doubts()).isEmpty();
    }
  }

  @Test
  void rowsThatWereTakenAndNotHandedOutAreCounted(TestInfo test) throws Exception {
    AnnouncementQueue queue = join(test, AnnouncementQueue.Side.READERS, ME);
    AnnouncedRows rows = AnnouncedRows.start(queue, 3, 1, LIMIT);
    try (AnnouncementQueue writer = join(test, AnnouncementQueue.Side.WRITERS, OTHER)) {
      List<Announcement.HandedRow> five = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        five.add(new Announcement.HandedRow(row(i), 5));
      }
      writer.put(new Announcement("there", five));
      assertThat(rows.next(LIMIT)).isPresent();
      rows.close();
      assertThat(rows.left()).isEqualTo(4);
    }
    assertThat(exists(test)).isFalse();
  }

  @Test
  void whatKilledProcessesLeftIsNotOfTheNextRun(TestInfo test) throws Exception {
    CuratorFramework killed = client();
    AnnouncementQueue unused =
        AnnouncementQueue.join(killed, run(test), AnnouncementQueue.Side.READERS, ME, notes::add);
    AnnouncementQueue old =
        AnnouncementQueue.join(killed, run(test), AnnouncementQueue.Side.WRITERS, ME, notes::add);
    old.put(new Announcement("here", List.of(new Announcement.HandedRow(row(1), 5))));
    killed.close(); // the session ends, and nobody leaves in order
    assertThat(exists(test)).isTrue();
    try (AnnouncedRows rows = reader(test, ME)) {
      try (Announcer writer = writer(test, ME, 100)) {
        writer.announce(row(2));
      }
      List<RowSource.SoughtRow> all = new ArrayList<>();
      while (!rows.isOver()) {
        rows.next(Duration.ofMillis(20)).ifPresent(all::add);
      }
      assertThat(all).containsExactly(new RowSource.SoughtRow(row(2), 77, true));
    }
    assertThat(exists(test)).isFalse();
  }

  /** Somebody comes between the last look at who is there and the removal. */
  @Test
  void whoComesWhileAQueueIsRemovedStays(TestInfo test) throws Exception {
    try (AnnouncementQueue reader = join(test, AnnouncementQueue.Side.READERS, OTHER);
        AnnouncementQueue writer = join(test, AnnouncementQueue.Side.WRITERS, OTHER)) {
      writer.put(new Announcement("there", List.of(new Announcement.HandedRow(row(1), 5))));
      reader.remove(List.of());
      assertThat(reader.present(AnnouncementQueue.Side.WRITERS).now()).isEqualTo(1);
      assertThat(reader.present(AnnouncementQueue.Side.READERS).now()).isEqualTo(1);
      assertThat(reader.waiting()).isEqualTo(1);
    }
    assertThat(exists(test)).isFalse();
  }

  @Test
  void aQueueThatCannotBeLeftIsANote(TestInfo test) throws Exception {
    CuratorFramework curator = client();
    AnnouncementQueue queue =
        AnnouncementQueue.join(curator, run(test), AnnouncementQueue.Side.READERS, ME, notes::add);
    curator.close();
    queue.close();
    assertThat(notes).singleElement().asString().startsWith("cannot leave announcements: ");
  }
}
