// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTailTest {
  private static final LedgerHeader HEADER =
      new LedgerHeader("instance", "2a", "f00d", 3, new UUID(1, 2));

  @TempDir private Path temp;
  private RunDirectory run;
  private LedgerTail tail;
  private Path local;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
    tail = new LedgerTail(run.fileSystem(), run.ledger(3));
    local = temp.resolve("ledger/writer-00003.ledger");
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private static Window window(long from, long to) {
    return new Window(new Position(0, 0, from), new Position(0, 0, to), to - from, 0);
  }

  private LedgerState whole() throws IOException {
    return LedgerReader.read(run.fileSystem(), run.ledger(3));
  }

  @Test
  void eachReadOfTheTailEqualsAReadOfTheWhole() throws IOException {
    try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(3), HEADER)) {
      assertThat(tail.read()).isEqualTo(whole());
      for (int i = 0; i < 20; i++) {
        ledger.intend(window(10L * i, 10L * i + 10), 1000 + i);
        assertThat(tail.read()).isEqualTo(whole());
        ledger.acknowledge(2000 + i);
        ledger.sync();
        assertThat(tail.read()).isEqualTo(whole());
      }
      ledger.close(3000);
    }
    assertThat(tail.read()).isEqualTo(whole());
    assertThat(tail.read().acknowledged()).isEqualTo(new Position(0, 0, 200));
    assertThat(tail.isCurrent()).isTrue();
  }

  /** Wherever the file ends when it is read, in a line or between two. */
  @Test
  void aFileThatGrowsByteByByteComesToTheSame() throws IOException {
    try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(3), HEADER)) {
      ledger.intend(window(0, 10), 1000);
      ledger.acknowledge(1001);
      ledger.close(1002);
    }
    byte[] bytes = Files.readAllBytes(local);
    for (int length = 0; length <= bytes.length; length++) {
      Files.write(local, Arrays.copyOf(bytes, length));
      assertThat(tail.read()).as("%d bytes", length).isEqualTo(whole());
    }
  }

  @Test
  void aWriterThatCarriesOnBehindTornBytesIsFollowed() throws IOException {
    try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(3), HEADER)) {
      ledger.intend(window(0, 10), 1000);
    }
    Files.writeString(local, "A 10", StandardOpenOption.APPEND);
    assertThat(tail.read().tornBytes()).isEqualTo(4);
    try (Ledger ledger =
        Ledger.resume(run.fileSystem(), run.ledger(3), HEADER, 2000, Duration.ZERO)) {
      assertThat(tail.read()).isEqualTo(whole());
      ledger.intend(window(0, 10), 2001);
      ledger.acknowledge(2002);
      ledger.sync();
    }
    assertThat(tail.read().acknowledged()).isEqualTo(new Position(0, 0, 10));
    assertThat(tail.read().damage()).isEmpty();
  }

  @Test
  void aFileThatIsBegunAnewSinceItsWriterDiedInTheFirstLineIsFollowed() throws IOException {
    Files.createDirectories(local.getParent());
    Files.writeString(local, "catena-ledger 1 another-inst");
    assertThat(tail.read().tornBytes()).isEqualTo(28);
    Files.delete(local);
    try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(3), HEADER)) {
      assertThat(tail.read()).isEqualTo(whole());
      ledger.intend(window(0, 10), 1000);
      ledger.acknowledge(1001);
      ledger.sync();
      assertThat(tail.read().acknowledged()).isEqualTo(new Position(0, 0, 10));
    }
  }

  @Test
  void damageStays() throws IOException {
    try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(3), HEADER)) {
      ledger.intend(window(0, 10), 1000);
      ledger.acknowledge(1001);
    }
    assertThat(tail.read().damage()).isEmpty();
    Files.writeString(local, "nonsense\n", StandardOpenOption.APPEND);
    assertThat(tail.read()).isEqualTo(whole());
    assertThat(tail.read().damage()).isPresent();
    assertThat(tail.read().acknowledged()).isEqualTo(new Position(0, 0, 10));
  }

  /** As NFS does, which answers from a cache for some seconds. */
  @Test
  void aFileSystemWhoseLengthsLagHidesNothing() throws IOException {
    RawLocalFileSystem lagging =
        new RawLocalFileSystem() {
          @Override
          public FileStatus getFileStatus(org.apache.hadoop.fs.Path file) throws IOException {
            FileStatus now = super.getFileStatus(file);
            return new FileStatus(0, now.isDirectory(), 1, 1, 0, now.getPath());
          }
        };
    lagging.initialize(URI.create("file:///"), new Configuration(false));
    LedgerTail late = new LedgerTail(lagging, run.ledger(3));
    try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(3), HEADER)) {
      ledger.intend(window(0, 10), 1000);
      assertThat(late.read().attempted()).isEqualTo(new Position(0, 0, 10));
      ledger.acknowledge(1001);
      ledger.intend(window(10, 20), 1002);
      assertThat(late.read().attempted()).isEqualTo(new Position(0, 0, 20));
    }
  }

  /** One DataNode may have less of what is not synced yet than another had a moment ago. */
  @Test
  void aFileThatShowsLessThanItDidHasNothingNew() throws IOException {
    try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(3), HEADER)) {
      ledger.intend(window(0, 10), 1000);
      LedgerTail other = new LedgerTail(new Shorter(), run.ledger(3));
      LedgerState before = other.read();
      assertThat(before.attempted()).isEqualTo(new Position(0, 0, 10));

      assertThat(other.read()).isEqualTo(before);
      assertThat(other.isCurrent()).isTrue();
    }
  }

  /** Shows the whole file once and then nothing. */
  private static final class Shorter extends RawLocalFileSystem {
    private boolean shown;

    Shorter() throws IOException {
      initialize(URI.create("file:///"), new Configuration(false));
    }

    @Override
    public org.apache.hadoop.fs.FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer)
        throws IOException {
      org.apache.hadoop.fs.FSDataInputStream in = super.open(file, buffer);
      if (!shown) {
        shown = true;
        return in;
      }
      return new org.apache.hadoop.fs.FSDataInputStream(in) {
        @Override
        public void seek(long position) throws IOException {
          throw new java.io.EOFException("Cannot seek after EOF");
        }
      };
    }
  }
}
