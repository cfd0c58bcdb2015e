// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Missing;
import catena.records.history.Span;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import catena.report.RunFiles;
import catena.report.history.RunReader.LatencyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyReaderTest {
  private static final int LOGS = 7;
  private static final int INTERVALS = 12;
  private static final long TENTH = 100_000_000L;

  @TempDir private Path temp;

  private SortedMap<String, SortedMap<String, LatencyTrack>> read(int parts, Missing missing)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(parts);
    try (RunDirectory run = new RunFiles(temp).open()) {
      Span span = new Span(RunFiles.BEGIN, RunFiles.BEGIN + INTERVALS * 10_000L);
      return LatencyReader.read(
          new TolerantReader(run, missing),
          span,
          new RunTimes(RunFiles.BEGIN, RunFiles.BEGIN, new LongAdder()),
          threads,
          parts);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Each worker's log has the same operation: what several threads read comes to the same. */
  @Test
  void whateverReadsTheLogsOfAnOperationItComesToTheSame() throws Exception {
    RunFiles files = new RunFiles(temp);
    for (int log = 0; log < LOGS; log++) {
      List<RunFiles.Recorded> intervals = new ArrayList<>();
      for (int i = 1; i <= INTERVALS; i++) {
        long nanos = TENTH * (log + i);
        intervals.add(
            new RunFiles.Recorded("lookup", RunFiles.BEGIN + i * 10_000L, List.of(nanos, nanos)));
      }
      files.latencies("walk.w" + log, intervals);
    }
    files.text("latency/walk.w9.hlog", "torn");
    Missing ofOne = new Missing();
    LatencyTrack alone = read(1, ofOne).get("walk").get("lookup");
    assertThat(alone.total().getTotalCount()).isEqualTo(2L * LOGS * INTERVALS);
    assertThat(alone.slices()).hasSize(INTERVALS);

    for (int parts : new int[] {2, 3, 20}) {
      Missing missing = new Missing();
      SortedMap<String, SortedMap<String, LatencyTrack>> several = read(parts, missing);
      SortedMap<String, LatencyTrack> sums = new TreeMap<>();
      several.values().forEach(own -> LatencyReader.addTo(sums, own));
      LatencyTrack track = sums.get("lookup");
      assertThat(track.total()).isEqualTo(alone.total());
      assertThat(track.slices()).isEqualTo(alone.slices());
      assertThat(track.times()).isEqualTo(alone.times());
      assertThat(several).containsOnlyKeys("walk");
      LatencyTrack ofPart = several.get("walk").get("lookup");
      assertThat(ofPart.total()).isEqualTo(alone.total());
      assertThat(ofPart.slices()).isEqualTo(alone.slices());
      assertThat(missing.sentences()).isEqualTo(ofOne.sentences());
    }
  }
}
