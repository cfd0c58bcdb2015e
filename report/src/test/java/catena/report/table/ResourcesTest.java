// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.sample.Sample;
import catena.records.verdict.Verdict;
import catena.report.RunFiles;
import catena.report.SyntheticRun;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.page.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourcesTest {
  @TempDir private Path directory;

  private static RunHistory read(RunFiles files) throws Exception {
    try (RunDirectory run = files.open()) {
      return RunReader.read(run, RunFiles.LATER);
    }
  }

  /**
   * A scan from second 20 to second 30, in a run that is sampled each 2 s on two hosts, and on some
   * more on which tservers do nothing.
   */
  private RunFiles scanned(int idle) {
    RunFiles files = new RunFiles(directory.resolve("scanned" + idle));
    long begin = RunFiles.BEGIN;
    files.events(
        "run",
        new Event.RunStarted(begin, "run", "x"),
        new Event.PhaseStarted(begin + 20_000, "run", "scan"),
        new Event.ClientStarted(begin + 20_000, "scan-0", "scan"),
        new Event.Throughput(
            begin + 30_000, "scan-0", false, 10, 50, 2000, 20_000, 4_096_000, 0.5, 0, List.of()),
        new Event.ClientStopped(begin + 30_000, "scan-0", "done"),
        new Event.PhaseEnded(begin + 30_000, "run", "scan", "done"),
        new Event.RunEnded(begin + 60_000, "run", Verdict.PASS));
    for (int i = 0; i < idle; i++) {
      StringBuilder lines = new StringBuilder();
      for (int second = 0; second <= 60; second += 2) {
        String scope = Sample.group("tserver", "idle-" + i);
        lines.append(sample(begin + second * 1000L, scope, 0)).append('\n');
      }
      files.text("stats/host-idle-" + i + ".jsonl", lines.toString());
    }
    for (String host : List.of("a", "b")) {
      StringBuilder lines = new StringBuilder();
      for (int second = 0; second <= 60; second += 2) {
        long at = begin + second * 1000L;
        // Until 20 and from 32 on others work: their 9 cores are none of the scan's.
        boolean ofScan = second > 20 && second <= 30;
        lines.append(sample(at, Sample.group("tserver", host), ofScan ? 0.25 : 9)).append('\n');
        if (host.equals("a")) {
          lines.append(sample(at, Sample.group("client", host), ofScan ? 0.5 : 9)).append('\n');
        }
        double busy = ofScan ? host.equals("a") ? 0.4 : 0.6 : 1;
        lines
            .append(Sample.of(at, Sample.host(host), List.of(), Map.of("cpu.ratio", busy)).json())
            .append('\n');
      }
      files.text("stats/host-" + host + ".jsonl", lines.toString());
    }
    return files;
  }

  private static String sample(long at, String scope, double cores) {
    Map<String, Double> used = Map.of("cpu.cores", cores, "net.sent.rate", 1024 * cores);
    return Sample.of(at, scope, List.of(), used).json();
  }

  private static Map<String, String> only(Table table) {
    assertThat(table.texts()).hasSize(1);
    Map<String, String> row = new TreeMap<>();
    for (int i = 0; i < table.titles().size(); i++) {
      row.put(table.titles().get(i), table.texts().get(0).get(i));
    }
    return row;
  }

  @Test
  void meansAreOfTheSamplesWithinTheWorkAndOfAllProcessesOfAKind() throws Exception {
    Table table = Resources.of(List.of(read(scanned(0))));
    assertThat(only(table))
        .containsEntry("Phase", "scan")
        .containsEntry("Work", "scan rows")
        .containsEntry("Per second", "200")
        .containsEntry("Read", "400.0 KiB/s")
        .containsEntry("Client CPU", "0.50")
        .containsEntry("tserver CPU", "0.50")
        .containsEntry("tserver sent", "512 B/s")
        .containsEntry("Host CPU", "50 %")
        .doesNotContainKey("datanode CPU");
  }

  /** They are folded while they are read. */
  @Test
  void tserversOfManyHostsAreAddedUpToo() throws Exception {
    assertThat(only(Resources.of(List.of(read(scanned(20))))))
        .containsEntry("Client CPU", "0.50")
        .containsEntry("tserver CPU", "0.50")
        .containsEntry("tserver sent", "512 B/s")
        .containsEntry("Host CPU", "50 %");
  }

  @Test
  void eachRunHasItsRowsAndOneWithoutSamplesHasNone() throws Exception {
    List<RunHistory> runs = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      runs.add(
          read(new SyntheticRun(new RunFiles(directory.resolve(name)), 1, 600, 30, 1).write()));
    }
    Table table = Resources.of(runs);
    assertThat(table.titles()).contains("Client CPU", "tserver CPU", "datanode CPU", "Host CPU");
    assertThat(table.texts()).anyMatch(row -> row.get(0).equals("one"));
    assertThat(table.texts()).anyMatch(row -> row.get(0).equals("two"));
    RunFiles silent = new RunFiles(directory.resolve("silent"));
    silent.events("run", new Event.RunStarted(RunFiles.BEGIN, "run", "x"));
    assertThat(Resources.of(List.of(read(silent))).rows()).isEmpty();
  }
}
