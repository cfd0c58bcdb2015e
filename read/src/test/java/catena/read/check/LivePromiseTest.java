// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Settled;
import catena.read.reader.StartRows.AcknowledgedNodes;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LivePromiseTest {
  private final Graph graph = new Graph(GraphSpec.ofSeed(3));
  private final String fingerprint = graph.spec().fingerprint();
  private final AtomicLong nanos = new AtomicLong();

  private Ledger ledger(RunDirectory run) throws IOException {
    LedgerHeader header = new LedgerHeader("i", "1", fingerprint, 0, new UUID(1, 2));
    return Ledger.create(run.fileSystem(), run.ledger(0), header);
  }

  private static Progress acknowledgedTo(Promise promise) {
    return promise.of(0).orElseThrow();
  }

  @Test
  void beforeMayBeALittleOldAndAfterNever(@TempDir Path temp) throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false));
        Ledger ledger = ledger(run)) {
      LivePromise promise =
          new LivePromise(
              new Ledgers(
                  List.of(run, run),
                  new Ledgers.Home("i", "1", fingerprint),
                  graph,
                  KnownWriters.NONE),
              nanos::incrementAndGet);
      assertThat(acknowledgedTo(promise.before()).attempted()).isEqualTo(Position.ORIGIN);
      Position end = new Position(0, 0, 10);
      ledger.intend(Position.ORIGIN, end, 10, 0, 1);
      assertThat(acknowledgedTo(promise.before()).attempted()).isEqualTo(Position.ORIGIN);
      assertThat(acknowledgedTo(promise.after()).attempted()).isEqualTo(end);
      ledger.acknowledge(2);
      ledger.sync();
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      assertThat(acknowledgedTo(promise.before()).acknowledged()).isEqualTo(end);
    }
  }

  /** A row that was read is judged by what its writer has begun by then, whatever the time. */
  @Test
  void whatTheWritersOfSomeRowsPromiseIsReadEachTime(@TempDir Path temp) throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false));
        Ledger ledger = ledger(run)) {
      LivePromise promise =
          new LivePromise(
              new Ledgers(
                  List.of(run), new Ledgers.Home("i", "1", fingerprint), graph, KnownWriters.NONE),
              () -> 0);
      Position from = Position.ORIGIN;
      for (int i = 1; i <= 3; i++) {
        Position to = new Position(0, 0, 10L * i);
        ledger.intend(from, to, 10, 0, 1);
        assertThat(acknowledgedTo(promise.read(Set.of(0)).promise()).attempted()).isEqualTo(to);
        assertThat(acknowledgedTo(promise.last()).attempted()).isEqualTo(to);
        assertThat(acknowledgedTo(promise.before()).attempted())
            .as("nobody has read all of them since")
            .isEqualTo(Position.ORIGIN);
        ledger.acknowledge(2);
        from = to;
      }
      assertThat(promise.read(Set.of(0)).doubts()).isEmpty();
      assertThat(promise.read(Set.of(0)).ledgers()).isEqualTo(1);
    }
  }

  /** Ten times as long as the last reading took, where that is more than half a second. */
  @Test
  void howOldWhatWasPromisedBeforeMayBeDependsOnHowLongAReadingTakes(@TempDir Path temp)
      throws IOException {
    AtomicLong took = new AtomicLong();
    RawLocalFileSystem slow =
        new RawLocalFileSystem() {
          @Override
          public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer)
              throws IOException {
            nanos.addAndGet(took.get());
            return super.open(file, buffer);
          }
        };
    slow.initialize(URI.create("file:///"), new Configuration(false));
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false));
        RunDirectory read = RunDirectory.on(slow, run.root());
        Ledger ledger = ledger(run)) {
      for (long second : new long[] {0, 1}) {
        took.set(Duration.ofSeconds(second).toNanos());
        nanos.set(Duration.ofHours(1 + second).toNanos());
        long began = nanos.get();
        LivePromise promise =
            new LivePromise(
                new Ledgers(
                    List.of(read),
                    new Ledgers.Home("i", "1", fingerprint),
                    graph,
                    KnownWriters.NONE),
                nanos::get);
        Position before = acknowledgedTo(promise.last()).attempted();
        Position end = new Position(0, 0, before.index() + 10);
        ledger.intend(before, end, 10, 0, 1);
        ledger.acknowledge(2);
        long age = second == 0 ? 500_000_000L : 10_000_000_000L;
        nanos.set(began + age);
        assertThat(acknowledgedTo(promise.before()).attempted()).isEqualTo(before);
        nanos.set(began + age + 1);
        assertThat(acknowledgedTo(promise.before()).attempted()).isEqualTo(end);
        assertThat(promise.times(0, new TreeSet<>(List.of(before)))).containsOnlyKeys(before);
        assertThat(promise.times(1, new TreeSet<>(List.of(before)))).isEmpty();
      }
    }
  }

  /** Another reading that has begun at the very time that is asked for is recent enough. */
  @Test
  void aReadingThatBeganAtTheTimeThatIsAskedForIsNotDoneAgain(@TempDir Path temp)
      throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false));
        Ledger ledger = ledger(run)) {
      LivePromise promise =
          new LivePromise(
              new Ledgers(
                  List.of(run), new Ledgers.Home("i", "1", fingerprint), graph, KnownWriters.NONE),
              nanos::get);
      ledger.intend(Position.ORIGIN, new Position(0, 0, 10), 10, 0, 1);
      assertThat(acknowledgedTo(promise.after()).attempted()).isEqualTo(Position.ORIGIN);
      nanos.incrementAndGet();
      assertThat(acknowledgedTo(promise.after()).attempted()).isEqualTo(new Position(0, 0, 10));
    }
  }

  @Test
  void startsAreDrawnFromAllThatWasAcknowledgedAndFromNothingElse() {
    int flush = graph.spec().flushInterval();
    Promise promise =
        new Promise(
            Map.of(
                0, Settled.at(new Position(0, 1, flush / 2)),
                3, Settled.at(new Position(0, 1, 0)),
                5, Settled.at(Position.ORIGIN)));
    AcknowledgedNodes nodes = new AcknowledgedNodes(graph, promise);
    SplittableRandom random = new SplittableRandom(1);
    int half = 0;
    int other = 0;
    for (int i = 0; i < 3000; i++) {
      Node node = nodes.draw(random).orElseThrow();
      assertThat(node.writer()).isIn(0, 3);
      assertThat(node.window()).isLessThan(node.writer() == 0 ? 2 : 1);
      if (node.window() == 1) {
        assertThat(node.index()).isLessThan(flush / 2);
        half++;
      }
      other += node.writer() == 3 ? 1 : 0;
    }
    assertThat(half).isBetween(450, 750);
    assertThat(other).isBetween(1000, 1400);
    assertThat(new AcknowledgedNodes(graph, Promise.NONE).draw(random)).isEmpty();
  }
}
