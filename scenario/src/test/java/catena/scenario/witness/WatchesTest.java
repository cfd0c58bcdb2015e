// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import static org.assertj.core.api.Assertions.assertThat;

import catena.scenario.witness.Sightings.Hosting;
import catena.scenario.witness.Sightings.ProcessChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchesTest {
  private static final String LOADED =
      "2026-01-02T03:04:05,678 [EventCoordinator] INFO : tablet 2;4<"
          + " was loaded on 127.0.0.1:20400";

  @TempDir Path temporary;

  private void stat(long pid, char state) throws Exception {
    Files.createDirectories(temporary.resolve("proc/" + pid));
    Files.writeString(temporary.resolve("proc/" + pid + "/stat"), pid + " (a) b) " + state + " 1");
  }

  private void pidFile(String server, long pid, int port) throws Exception {
    Path file = Files.createDirectories(temporary.resolve("run")).resolve(server + ".pid");
    Files.writeString(file, "{\"pid\": %d, \"ports\": {\"client\": %d}}".formatted(pid, port));
    Files.setLastModifiedTime(
        file, java.nio.file.attribute.FileTime.from(Instant.ofEpochSecond(pid)));
  }

  @Test
  void aProcessIsSeenToRunToBeHaltedToEndAndToHaveASuccessor() throws Exception {
    ProcessWatch watch = new ProcessWatch(temporary.resolve("proc"), temporary.resolve("run"));
    watch.poll(100);
    pidFile("tserver-1", 7, 20001);
    stat(7, 'R');
    watch.poll(200);
    stat(7, 'S');
    watch.poll(300);
    stat(7, 'T');
    watch.poll(400);
    stat(7, 'S');
    watch.poll(500);
    Files.delete(temporary.resolve("proc/7/stat"));
    Files.delete(temporary.resolve("proc/7"));
    watch.poll(600);
    pidFile("tserver-1", 8, 20002);
    stat(8, 'S');
    watch.poll(700);
    assertThat(watch.changes())
        .containsExactly(
            new ProcessChange(100, 200, "tserver-1", 7, 20001, 'S'),
            new ProcessChange(300, 400, "tserver-1", 7, 20001, 'T'),
            new ProcessChange(400, 500, "tserver-1", 7, 20001, 'S'),
            new ProcessChange(500, 600, "tserver-1", 7, 20001, 'X'),
            new ProcessChange(600, 700, "tserver-1", 8, 20002, 'S'));
  }

  @Test
  void aLineOfAManagersLogIsReadOnceAndWhenItIsWhole() throws Exception {
    Path log = temporary.resolve("manager-1.log");
    Files.writeString(temporary.resolve("manager-1.log.old"), LOADED + "\n");
    Files.writeString(log, "something else\n" + LOADED.substring(0, 60));
    ManagerLogs logs = new ManagerLogs(temporary, ZoneOffset.UTC);
    logs.poll();
    assertThat(logs.hostings()).isEmpty();
    Files.writeString(log, LOADED.substring(60) + "\n", StandardOpenOption.APPEND);
    logs.poll();
    logs.poll();
    long at = Instant.parse("2026-01-02T03:04:05.678Z").toEpochMilli();
    assertThat(logs.hostings()).containsExactly(new Hosting(at, "2;4<", "127.0.0.1:20400", true));
  }

  @Test
  void thatATabletWasUnloadedIsReadToo() {
    String line = LOADED.replace("loaded on", "unloaded from");
    assertThat(ManagerLogs.hosting(line, ZoneOffset.UTC))
        .hasValueSatisfying(hosting -> assertThat(hosting.loaded()).isFalse());
    assertThat(ManagerLogs.hosting(LOADED.replace("tablet 2", "table 2"), ZoneOffset.UTC))
        .isEmpty();
  }

  @Test
  void clientsWriteInEveryTabletAndNoRowOfAGraph() {
    List<String> rows = TabletClients.rows(List.of(new Text("4000000000000000")));
    assertThat(rows).containsExactly("0000000000000000~", "4000000000000000~");
    assertThat(rows).noneMatch(row -> row.matches("[0-9a-f]{16}"));
    assertThat(Extent.parse("2;4000000000000000<").holds(rows.get(0))).isTrue();
    assertThat(Extent.parse("2<;4000000000000000").holds(rows.get(1))).isTrue();
  }

  @Test
  void cellsOfTheReportAreRead() {
    assertThat(Shown.value("37.2 s")).contains(Range.exactly(37.2));
    assertThat(Shown.value("< 1 s")).contains(new Range(0, 1));
    assertThat(Shown.value("> 3m05s")).contains(new Range(185, Double.POSITIVE_INFINITY));
    assertThat(Shown.value("850 ms")).contains(Range.exactly(0.85));
    assertThat(Shown.value("43 %")).contains(Range.exactly(0.43));
    assertThat(Shown.value("none in 12 s")).contains(Range.exactly(0));
    assertThat(Shown.value("–")).isEqualTo(Optional.empty());
  }
}
