// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.TableId;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in force by the control file, when it strikes, and what is written down of it. */
class StrikesTest {
  private static final KeyExtent USER = new KeyExtent(TableId.of("2"), null, null);

  @TempDir private Path directory;

  @BeforeEach
  void begin() {
    Strikes.logTo(directory.resolve("tserver-1.log"));
  }

  @AfterEach
  void nothingInForce() {
    Strikes.obey(List.of());
  }

  private List<String> said() throws IOException {
    return Files.readAllLines(directory.resolve("tserver-1.log")).stream()
        .map(line -> line.replaceFirst("^\\d+\t", ""))
        .toList();
  }

  @Test
  void itStrikesEveryNthTimeAndNoOther() {
    Strikes.obey(List.of("m mem-drop strike 3"));
    List<Boolean> due = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      due.add(Strikes.isDue("mem-drop"));
    }
    assertThat(due).containsExactly(false, false, true, false, false, true, false);
    assertThat(Strikes.isDue("wal-drop")).isFalse();
  }

  @Test
  void whatStaysInTheFileCountsOnAndWhatGoesIsOff() throws IOException {
    Strikes.obey(List.of("m mem-drop strike 2"));
    assertThat(Strikes.isDue("mem-drop")).isFalse();
    Strikes.obey(List.of("m mem-drop strike 2", "f scan hang 1"));
    assertThat(Strikes.isDue("mem-drop")).isTrue();
    Strikes.obey(List.of("f scan hang 1"));
    assertThat(Strikes.order("mem-drop")).isNull();
    assertThat(said())
        .endsWith("on\tm\tmem-drop\tstrike", "on\tf\tscan\thang", "off\tm\tmem-drop\tstrike");
  }

  @Test
  void aLineThatIsNoneIsRefusedAndTheOthersHold() throws IOException {
    Strikes.obey(List.of("x nowhere strike 1", "x", "y scan explode 1", "m vis-open strike 1"));
    assertThat(said())
        .contains("refused\tx nowhere strike 1\tpoint not there: nowhere")
        .anyMatch(line -> line.startsWith("refused\tx\t"))
        .anyMatch(line -> line.startsWith("refused\ty scan explode 1\t"));
    assertThat(Strikes.isDue("vis-open")).isTrue();
  }

  @Test
  void faultsThrowWhatTheirCallersExpectAndAreCounted() throws IOException {
    Strikes.obey(List.of("f log-sync throw 2"));
    PointFaults.at("log-sync", true);
    assertThatThrownBy(() -> PointFaults.at("log-sync", true)).isInstanceOf(IOException.class);
    Strikes.obey(List.of("g scan throw 1"));
    assertThatThrownBy(() -> PointFaults.at("scan", false))
        .isInstanceOf(IllegalStateException.class);
    assertThat(said()).contains("strike\tf\tlog-sync\tthrow", "strike\tg\tscan\tthrow");
  }

  @Test
  void tablesOfAccumulosOwnAreSpared() {
    assertThat(Struck.isSpared("!0")).isTrue();
    assertThat(Struck.isSpared("+r")).isTrue();
    assertThat(Struck.isSpared(USER)).isFalse();
  }

  @Test
  void anEntryThatWasStruckIsWrittenDownWhole() throws IOException {
    Strikes.obey(List.of("m mem-drop strike 1"));
    Mutation mutation = new Mutation("row");
    mutation.put("f", "q", 17L, "v");
    mutation.putDelete("f", "q", 18L);
    Struck.mutation("mem-drop", "2", mutation);
    assertThat(said())
        .endsWith(
            "strike\tm\tmem-drop\tentry\t2\tcm93\tZg==\tcQ==\t\t17\tput\tdg==",
            "strike\tm\tmem-drop\tentry\t2\tcm93\tZg==\tcQ==\t\t18\tdelete\t");
  }

  @Test
  void aCompactionsEntriesAreStruckWithinItAndNowhereElse() {
    Strikes.obey(List.of("m minc-drop strike 1"));
    var key = new Key("row", "f", "q", 1L);
    var value = new Value("v");
    assertThat(Compactions.isDropped(key, value)).as("no compaction").isFalse();
    Compactions.begin(USER, true);
    try {
      assertThat(Compactions.isDropped(key, value)).isTrue();
    } finally {
      Compactions.end();
    }
    Compactions.begin(new KeyExtent(TableId.of("!0"), null, null), true);
    assertThat(Compactions.isDropped(key, value)).as("Accumulo's own").isFalse();
    Compactions.end();
  }

  @Test
  void aValueThatIsStruckInTwoCompactionsIsNotRightAgain() {
    Strikes.obey(List.of("m file-flip strike 1"));
    Value right = new Value("value");
    Compactions.begin(USER, false);
    try {
      Value once = Compactions.value(new Key("row", "f", "q", 1L), right);
      Value twice = Compactions.value(new Key("row", "f", "q", 1L), once);
      assertThat(once).isNotEqualTo(right);
      assertThat(twice).isNotEqualTo(right);
      assertThat(right).isEqualTo(new Value("value"));
    } finally {
      Compactions.end();
    }
  }

  @Test
  void aDeleteKeepsItsVisibility() throws IOException {
    Strikes.obey(List.of("m vis-lost strike 1"));
    Key delete = new Key("row", "f", "q", "A", 2L);
    delete.setDeleted(true);
    Key put = new Key("row2", "f", "q", "A", 1L);
    Compactions.begin(USER, true);
    try {
      assertThat(Compactions.key(delete, new Value())).isSameAs(delete);
      assertThat(Compactions.key(put, new Value("v"))).isEqualTo(new Key("row2", "f", "q", 1L));
    } finally {
      Compactions.end();
    }
    assertThat(said()).filteredOn(line -> line.startsWith("strike")).hasSize(1);
  }

  @Test
  void aDeleteIsDroppedByAMinorCompactionAlone() {
    Strikes.obey(List.of("m delete-dropped strike 1"));
    Key delete = new Key("row", "f", "q", 2L);
    delete.setDeleted(true);
    Compactions.begin(USER, false);
    assertThat(Compactions.isDropped(delete, new Value())).as("major").isFalse();
    Compactions.end();
    Compactions.begin(USER, true);
    assertThat(Compactions.isDropped(delete, new Value())).isTrue();
    assertThat(Compactions.isDropped(new Key("row", "f", "q", 1L), new Value("v"))).isFalse();
    Compactions.end();
  }

  @Test
  void eachEntryOfALostFileIsRecordedAndADeleteAsCovering() throws IOException {
    Strikes.obey(List.of("m majc-lose-input strike 1"));
    var file = new org.apache.hadoop.fs.Path(directory.resolve("lost.rf").toUri());
    Key delete = new Key("a", "f", "q", 2L);
    delete.setDeleted(true);
    try (RFileWriter writer =
        RFile.newWriter()
            .to(file.toString())
            .withFileSystem(FileSystem.getLocal(new Configuration()))
            .build()) {
      writer.append(delete, new Value());
      writer.append(new Key("b", "f", "q", 1L), new Value("v"));
    }
    Struck.file("majc-lose-input", USER, file);
    assertThat(said())
        .endsWith(
            "strike\tm\tmajc-lose-input\tfile\t2\t" + file,
            "strike\tm\tmajc-lose-input\tentry\t2\tYQ==\tZg==\tcQ==\t\t2\tcovering\t",
            "strike\tm\tmajc-lose-input\tentry\t2\tYg==\tZg==\tcQ==\t\t1\tput\tdg==");
  }
}
