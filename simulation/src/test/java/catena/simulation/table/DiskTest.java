// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.simulation.world.EventLog;
import catena.simulation.world.World;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** The disk keeps what HDFS would keep, and no more than that. */
final class DiskTest {
  private static final Path LEDGER = new Path("simulated:///run/ledger/writer-00000.ledger");
  private static final Path OTHER = new Path("simulated:///run/events/ingest.jsonl");

  private Disk disk = disk(1);

  private static Disk disk(long seed) {
    try {
      return new Disk(
          new World(new SplittableRandom(seed), new EventLog(), new World.Unrest(0, 0)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(String synced, String unsynced) throws IOException {
    try (FSDataOutputStream out = disk.create(LEDGER, false)) {
      out.write(synced.getBytes(US_ASCII));
      out.hsync();
      out.write(unsynced.getBytes(US_ASCII));
    }
  }

  private String content() {
    return new String(disk.bytes(LEDGER), US_ASCII);
  }

  @Test
  void whatWasWrittenIsReadAndAppendedTo() throws IOException {
    write("one ", "two ");
    try (FSDataOutputStream out = disk.append(LEDGER)) {
      assertThat(out.getPos()).isEqualTo(8);
      out.write('3');
    }
    try (FSDataInputStream in = disk.open(LEDGER)) {
      in.seek(4);
      assertThat(in.readAllBytes()).asString(US_ASCII).isEqualTo("two 3");
      assertThat(in.read()).isEqualTo(-1);
    }
    assertThat(disk.getFileStatus(LEDGER).getLen()).isEqualTo(9);
  }

  @Test
  void theDeathOfAWriterLeavesWhatWasSyncedAndAnyBeginningOfTheRest() throws IOException {
    Set<String> left = new TreeSet<>();
    for (int seed = 0; seed < 200; seed++) {
      disk = disk(seed);
      write("safe", "abc");
      disk.tear(LEDGER);
      left.add(content());
    }
    assertThat(left).containsExactly("safe", "safea", "safeab", "safeabc");
  }

  @Test
  void whatAReaderHasSeenStays() throws IOException {
    for (int seed = 0; seed < 50; seed++) {
      disk = disk(seed);
      write("safe", "abc");
      try (FSDataInputStream in = disk.open(LEDGER)) {
        assertThat(in.readNBytes(6)).hasSize(6);
      }
      disk.tear(LEDGER);
      assertThat(content()).startsWith("safeab");
    }
  }

  @Test
  void aFileThatIsNotThereIsNotTorn() {
    disk.tear(LEDGER);
    assertThatThrownBy(() -> disk.open(LEDGER)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> disk.append(LEDGER)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> disk.getFileStatus(LEDGER)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> disk.listStatus(LEDGER.getParent()))
        .isInstanceOf(FileNotFoundException.class);
    assertThat(disk.delete(LEDGER, false)).isFalse();
  }

  @Test
  void aFileThatIsShortenedEndsBehindALineOrIsGone() throws IOException {
    Set<String> left = new TreeSet<>();
    for (int seed = 0; seed < 200; seed++) {
      disk = disk(seed);
      write("1\n22\n333\n", "4");
      disk.shorten(LEDGER);
      boolean there = Arrays.stream(listed()).anyMatch(file -> file.getPath().equals(LEDGER));
      left.add(there ? content() : "gone");
    }
    assertThat(left).containsExactlyInAnyOrder("gone", "1\n", "1\n22\n", "1\n22\n333\n");
  }

  private FileStatus[] listed() throws IOException {
    try {
      return disk.listStatus(LEDGER.getParent());
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  @Test
  void aFileWithoutALineIsShortenedToNothing() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      disk = disk(seed);
      write("no line", "");
      disk.shorten(LEDGER);
      if (listed().length > 0) {
        assertThat(content()).isEmpty();
      }
    }
  }

  @Test
  void renamedFilesTakeThePlaceOfOthersAndNewOnesDoNot() throws IOException {
    Path next = new Path("simulated:///run/ledger/next.ledger");
    write("old", "");
    try (FSDataOutputStream out = disk.create(next, true)) {
      out.write("new".getBytes(US_ASCII));
    }
    assertThatThrownBy(() -> disk.create(LEDGER, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exists");
    assertThat(disk.rename(next, LEDGER)).isTrue();
    assertThat(content()).isEqualTo("new");
    assertThat(listed()).hasSize(1);
  }

  @Test
  void onlyLedgersAreKeptSinceNothingElseIsReadAgain() throws IOException {
    try (FSDataOutputStream out = disk.create(OTHER, true)) {
      out.write("an event".getBytes(US_ASCII));
      out.hsync();
    }
    assertThat(disk.bytes(OTHER)).isEmpty();
  }
}
