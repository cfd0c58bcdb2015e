// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Position;
import catena.records.run.RunDirectory;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader sees of a ledger after each call of its writer, and after one that failed. */
class LedgerWriteTest {
  private static final LedgerHeader HEADER =
      new LedgerHeader("instance", "2a", "f00d", 3, new UUID(1, 2));
  private static final Position TEN = new Position(0, 0, 10);

  @TempDir private java.nio.file.Path temp;
  private RunDirectory run;
  private Path path;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
    path = run.ledger(3);
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private LedgerState read() throws IOException {
    return LedgerReader.read(run.fileSystem(), path);
  }

  @Test
  void eachCallIsSeenByReadersWhenItReturns() throws IOException {
    Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER);
    assertThat(read().header()).contains(HEADER);
    ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
    assertThat(read().attempted()).isEqualTo(TEN);
    assertThat(read().acknowledged()).isEqualTo(Position.ORIGIN);
    ledger.acknowledge(2);
    assertThat(read().acknowledged()).isEqualTo(TEN);
    ledger.close(3);
    assertThat(read().closed()).isTrue();
  }

  @Test
  void whatIsNotYetSyncedIsOnceItIsAskedFor() throws IOException {
    Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER);
    ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
    ledger.abandon("why", 2);
    ledger.sync();
    assertThat(read().lastMillis()).isEqualTo(2);
    ledger.close();
  }

  @Test
  void aStateIsThatOfTheMomentItWasOpened() throws IOException {
    try (Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER)) {
      assertThat(ledger.state()).isEqualTo(LedgerState.EMPTY);
      ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
      ledger.acknowledge(2);
    }
    try (Ledger ledger = Ledger.resume(run.fileSystem(), path, HEADER, 3, Duration.ZERO)) {
      assertThat(ledger.state().acknowledged()).isEqualTo(TEN);
      assertThat(ledger.state().windows()).isEqualTo(1);
      assertThat(read().lastMillis()).isEqualTo(3);
    }
  }

  /** What ZooKeeper stores of a writer's end and what its ledger says must agree. */
  @Test
  void theWriterKnowsAsItsReadersDoHowFarItWent() throws IOException {
    Position end = new Position(0, 1, 0);
    Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER);
    assertThat(ledger.attempted()).isEqualTo(Position.ORIGIN);
    ledger.intend(Position.ORIGIN, end, 20, 0, 1);
    assertThat(ledger.attempted()).isEqualTo(end).isEqualTo(read().attempted());
    ledger.intend(Position.ORIGIN, TEN, 10, 0, 2);
    assertThat(ledger.attempted()).isEqualTo(end).isEqualTo(read().attempted());
    ledger.acknowledge(3);
    ledger.intend(TEN, new Position(0, 2, 0), 10, 0, 4);
    ledger.shorten(new Position(0, 1, 5), 5, 0, 5);
    ledger.sync();
    assertThat(ledger.attempted()).isEqualTo(new Position(0, 1, 5)).isEqualTo(read().attempted());
    ledger.close(6);
    Ledger next = Ledger.resume(run.fileSystem(), path, HEADER, 7, Duration.ZERO);
    assertThat(next.attempted()).isEqualTo(new Position(0, 1, 5)).isEqualTo(read().attempted());
    next.close();
  }

  @Test
  void aWindowEndsOnceHoweverItEnds() throws IOException {
    try (Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER)) {
      ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
      ledger.acknowledge(2);
      assertThatIllegalStateException()
          .isThrownBy(() -> ledger.acknowledge(3))
          .withMessageContaining("acknowledged without an intent");
      assertThatIllegalStateException()
          .isThrownBy(() -> ledger.shorten(TEN, 10, 0, 3))
          .withMessageContaining("shortened without intent");
      ledger.abandon("nothing is intended", 4);
      ledger.intend(TEN, new Position(0, 1, 0), 10, 0, 5);
      ledger.abandon("rejected", 6);
      assertThatIllegalStateException().isThrownBy(() -> ledger.acknowledge(7));
    }
    assertThat(read().damage()).isEmpty();
    assertThat(read().lastMillis()).isEqualTo(6);
  }

  @Test
  void aReasonIsCutAndHasOneWord() throws IOException {
    Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER);
    ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
    ledger.abandon("!a}\t ~b " + "x".repeat(90), 2);
    ledger.close(3);
    assertThat(Files.readString(temp.resolve("ledger/writer-00003.ledger")))
        .contains("X 2 !a}-b-" + "x".repeat(74) + " ");
    assertThat(read().damage()).isEmpty();
  }

  @Test
  void aWindowThatIsStillIntendedAtTheEndIsGivenUp() throws IOException {
    Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER);
    ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
    ledger.close(2);
    assertThat(Files.readString(temp.resolve("ledger/writer-00003.ledger")))
        .containsSubsequence("X 2 closed ", "C 2 ");
  }

  @Test
  void whereNothingIsTornNothingIsMarked() throws IOException {
    Ledger.create(run.fileSystem(), path, HEADER).close();
    Ledger.resume(run.fileSystem(), path, HEADER, 3, Duration.ZERO).close();
    assertThat(Files.readString(temp.resolve("ledger/writer-00003.ledger")))
        .contains("\nR 3 0 ")
        .doesNotContain("~");
  }

  @Test
  void itIsClosedOnce() throws IOException {
    Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER);
    ledger.close();
    ledger.close(2);
    ledger.close();
    assertThat(read().closed()).isFalse();
    assertThat(read().lastMillis()).isZero();
  }

  @Test
  void oneWhoseWriterDiedInItsFirstLineIsBegunAnew() throws IOException {
    Files.createDirectories(temp.resolve("ledger"));
    Files.writeString(temp.resolve("ledger/writer-00003.ledger"), "catena-led");
    try (Ledger ledger = Ledger.resume(run.fileSystem(), path, HEADER, 1, Duration.ZERO)) {
      ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
    }
    assertThat(read().damage()).isEmpty();
    assertThat(read().header()).contains(HEADER);
    assertThat(read().tornBytes()).isZero();
  }

  @Test
  void whatIsBegunAnewIsOpenOnce() throws IOException {
    Failing failing = new Failing(run.fileSystem());
    Files.createDirectories(temp.resolve("ledger"));
    Files.writeString(temp.resolve("ledger/writer-00003.ledger"), "catena-led");
    Ledger ledger = Ledger.resume(failing, path, HEADER, 1, Duration.ZERO);
    assertThat(failing.open).isEqualTo(1);
    ledger.close();
    assertThat(failing.open).isZero();
  }

  @Test
  void whoFollowsAFileThatIsBegunAnewFollowsTheNewOne() throws IOException {
    java.nio.file.Path local = temp.resolve("ledger/writer-00003.ledger");
    Files.createDirectories(local.getParent());
    Files.writeString(local, "catena-led");
    LedgerTail tail = new LedgerTail(run.fileSystem(), path);
    assertThat(tail.isCurrent()).isFalse();
    assertThat(tail.read().tornBytes()).isEqualTo(10);
    Ledger.resume(run.fileSystem(), path, HEADER, 1, Duration.ZERO).close();
    assertThat(tail.read()).isEqualTo(read());
    assertThat(tail.read().header()).contains(HEADER);
    assertThat(tail.last()).isEqualTo(read());
    assertThat(tail.isCurrent()).isTrue();
  }

  @Test
  void whatWasReadLastStaysWhenTheFileCannotBeReadAndIsNotCurrent() throws IOException {
    try (Ledger ledger = Ledger.create(run.fileSystem(), path, HEADER)) {
      ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
    }
    LedgerTail tail = new LedgerTail(run.fileSystem(), path);
    LedgerState state = tail.read();
    Files.delete(temp.resolve("ledger/writer-00003.ledger"));
    assertThatIOException().isThrownBy(tail::read);
    assertThat(tail.isCurrent()).isFalse();
    assertThat(tail.last()).isEqualTo(state);
  }

  /** A line that failed may stand in the file in part. */
  @Test
  void nothingFollowsALineThatFailed() throws IOException {
    Failing failing = new Failing(run.fileSystem());
    Ledger ledger = Ledger.create(failing, path, HEADER);
    ledger.intend(Position.ORIGIN, TEN, 10, 0, 1);
    failing.on = true;
    assertThatIOException().isThrownBy(() -> ledger.intend(Position.ORIGIN, TEN, 10, 0, 2));
    failing.on = false;
    assertThatIOException()
        .isThrownBy(() -> ledger.acknowledge(3))
        .withMessageContaining("could not be written before");
    assertThatIOException().isThrownBy(ledger::sync);
    assertThat(read().acknowledged()).isEqualTo(Position.ORIGIN);
  }

  @Test
  void oneThatCannotBeBegunIsLetGoOf() {
    Failing failing = new Failing(run.fileSystem());
    failing.on = true;
    assertThatThrownBy(() -> Ledger.create(failing, path, HEADER)).isInstanceOf(IOException.class);
    assertThat(failing.open).isZero();
  }

  @Test
  void oneThatCannotBeCarriedOnIsLetGoOf() throws IOException {
    Failing failing = new Failing(run.fileSystem());
    Ledger.create(failing, path, HEADER).close();
    LedgerHeader other = new LedgerHeader("instance", "2b", "f00d", 3, new UUID(1, 2));
    assertThatThrownBy(() -> Ledger.resume(failing, path, other, 1, Duration.ZERO))
        .hasMessageContaining("2b");
    assertThat(failing.open).isZero();
  }

  @Test
  void ledgersOfADirectoryAreAddedUp() throws IOException {
    assertThat(LedgerTotals.of(run)).isEqualTo(LedgerTotals.NONE);
    for (int writer = 0; writer < 3; writer++) {
      LedgerHeader header = new LedgerHeader("i", "2a", "f00d", writer, new UUID(1, writer));
      try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(writer), header)) {
        ledger.intend(Position.ORIGIN, TEN, 7 + writer, 3, 1);
        ledger.acknowledge(2);
        ledger.intend(TEN, new Position(0, 1, 0), 10, 0, 3);
      }
    }
    Files.writeString(temp.resolve("ledger/writer-00009.ledger"), "catena-led");
    assertThat(LedgerTotals.of(run)).isEqualTo(new LedgerTotals(3, 3, 24, 9));
  }

  /** A file system whose files can be made to fail, and which counts those that are open. */
  private static final class Failing extends FilterFileSystem {
    private boolean on;
    private int open;

    Failing(FileSystem fs) {
      super(fs);
    }

    @Override
    public FSDataOutputStream create(
        Path file,
        FsPermission permission,
        boolean overwrite,
        int buffer,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      return failing(
          super.create(file, permission, overwrite, buffer, replication, blockSize, progress));
    }

    @Override
    public FSDataOutputStream append(Path file, int buffer, Progressable progress)
        throws IOException {
      return failing(super.append(file, buffer, progress));
    }

    private FSDataOutputStream failing(OutputStream to) {
      open++;
      OutputStream failing =
          new FilterOutputStream(to) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
              if (on) {
                throw new IOException("no space left");
              }
              out.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
              open--;
              super.close();
            }
          };
      return new FSDataOutputStream(failing, null);
    }
  }
}
