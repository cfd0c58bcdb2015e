// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import static catena.trace.HandWrittenRun.LOWER;
import static catena.trace.HandWrittenRun.ONE;
import static catena.trace.HandWrittenRun.TWO;
import static catena.trace.HandWrittenRun.UPPER;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.accumulo.UnaskedConnection;
import catena.harness.instance.FakeMetadata;
import catena.records.history.Causes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of lost rows in the files of their tablets, by traces with a cluster at hand. */
class RowSearchTest {
  /** 2026-11-22 09:00:00 UTC. */
  private static final long DELETED = 1_795_338_000_000L;

  @TempDir private Path temp;
  private HandWrittenRun run;
  private List<String> rows;
  private final FakeMetadata metadata = new FakeMetadata().table("ci", "2");

  @BeforeEach
  void threeRowsOfOneWindowAreLost() throws IOException {
    run = new HandWrittenRun(temp.resolve("run"));
    run.hosted(0, LOWER, ONE).hosted(0, UPPER, TWO);
    run.wrote(0, 10, 20, 30, 40);
    run.found(60, FindingKind.LOST, run.nodes(0, 1, LOWER).subList(0, 3));
    rows = run.nodes(0, 1, LOWER).subList(0, 3).stream().map(run::row).sorted().toList();
    metadata.tablet(LOWER).tablet(UPPER);
  }

  private String file(String name, Key... keys) throws IOException {
    String file = temp.resolve("t-1").resolve(name).toUri().toString();
    try (RFileWriter writer =
        RFile.newWriter()
            .to(file)
            .withFileSystem(FileSystem.getLocal(new Configuration()))
            .build()) {
      for (Key key : keys) {
        writer.append(key, new Value("x"));
      }
    }
    return file;
  }

  private static Key key(String row, long time, boolean delete) {
    Key key = new Key(new Text(row), new Text("f"), new Text("q"), time);
    key.setDeleted(delete);
    return key;
  }

  private Causes traced() throws IOException {
    return run.tracedWith(UnaskedConnection.of(metadata.client()));
  }

  /** Tables with logical time count. */
  @Test
  void aTimestampThatIsACounterIsNoDate() throws IOException {
    metadata.put(LOWER, "file", file("A1.rf", key(rows.get(1), 12_345, true)), "1,1");
    assertThat(traced().groups())
        .flatExtracting(Causes.Group::evidence)
        .filteredOn(line -> line.contains("delete markers"))
        .singleElement()
        .asString()
        .endsWith(", the newest of timestamp 12345");
  }

  @Test
  void entriesAndDeleteMarkersAreListedApartAndSoIsWhatIsNowhere() throws IOException {
    metadata.put(
        LOWER,
        "file",
        file(
            "A1.rf",
            key(rows.get(0), DELETED - 5_000, false),
            key(rows.get(1), DELETED, true),
            key(rows.get(1), DELETED - 9_000, true)),
        "1,1");
    metadata.put(LOWER, "file", file("A2.rf", key(rows.get(1), DELETED - 7_000, true)), "1,1");
    metadata.put(UPPER, "file", file("B1.rf", key(rows.get(2), DELETED, false)), "1,1");

    Causes causes = traced();

    assertThat(causes.groups())
        .flatExtracting(Causes.Group::evidence)
        .filteredOn(line -> line.contains("looked for now"))
        .containsExactlyInAnyOrder(
            "2 rows looked for now: 1 nowhere; 1 with entries in t-1/A1.rf",
            "1 rows looked for now: 0 nowhere; 1 with delete markers in t-1/A1.rf, t-1/A2.rf,"
                + " the newest of 2026-11-22 09:00:00.000");
    assertThat(causes.groups())
        .extracting(Causes.Group::suspicion)
        .as("no writer of this graph deletes")
        .anyMatch(words -> words.contains("another client deleted the rows"));
    assertThat(causes.notes()).contains("no write-ahead log of the time of the writes is known");
  }

  /** A cluster that is ill is not waited for with each of a hundred rows. */
  @Test
  void afterTwoFailuresNoFurtherRowIsSearched() throws IOException {
    metadata.put(LOWER, "file", temp.resolve("gone/A9.rf").toUri().toString(), "1,1");

    Causes causes = traced();

    assertThat(causes.groups())
        .flatExtracting(Causes.Group::evidence)
        .noneMatch(line -> line.contains("looked for now"));
    assertThat(causes.notes())
        .filteredOn(note -> note.startsWith("files could not be read: "))
        .singleElement()
        .asString()
        .contains("A9.rf");
    assertThat(causes.traced()).as("they are traced all the same").isEqualTo(3);
  }

  /** Else a row that is nowhere in them would be taken for one that is nowhere at all. */
  @Test
  void thatNotAllLogsWereReadIsSaid() throws IOException {
    String[] logs =
        IntStream.range(0, 51)
            .mapToObj(i -> temp.resolve("wal/host1+1001/log-" + i).toUri().toString())
            .toArray(String[]::new);
    run.hosted(1, LOWER, ONE, logs);

    assertThat(traced().notes()).contains("write-ahead logs read: 50 of 51");
  }

  @Test
  void aTableThatIsGoneHasNoFiles() throws IOException {
    Causes causes = run.tracedWith(UnaskedConnection.of(new FakeMetadata().client()));

    assertThat(causes.groups())
        .flatExtracting(Causes.Group::evidence)
        .anyMatch(line -> line.equals("3 rows looked for now: 3 nowhere"));
  }
}
