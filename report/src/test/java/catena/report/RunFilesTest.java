// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.latency.LatencyLogReader;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that tests write by hand are those that a run writes. */
class RunFilesTest {
  @TempDir Path directory;

  @Test
  void aLogOfLatenciesIsWhatARecorderWrites() throws Exception {
    List<RunFiles.Recorded> intervals =
        List.of(
            new RunFiles.Recorded("flush", RunFiles.BEGIN, List.of(3_000_000L, 5L, 800_000_001L)),
            new RunFiles.Recorded("walk", RunFiles.BEGIN + 1, List.of(7_000L), false),
            new RunFiles.Recorded("flush", RunFiles.BEGIN + 9_000, List.of(12_345_678L)));
    Path expected = directory.resolve("expected.hlog");
    AtomicLong now = new AtomicLong(RunFiles.BEGIN - 10_000);
    InstantSource clock = () -> Instant.ofEpochMilli(now.get());
    try (LatencyRecorder recorder =
        new LatencyRecorder(
            Files.newOutputStream(expected),
            clock.withZone(ZoneOffset.UTC),
            Measuring.USUAL_DIGITS)) {
      intervals.forEach(each -> recorder.operation(each.operation(), each.scheduled()));
      for (RunFiles.Recorded each : intervals) {
        now.set(each.at());
        for (long nanos : each.nanos()) {
          recorder.operation(each.operation(), each.scheduled()).record(0, nanos / 2, nanos);
        }
        recorder.writeInterval();
      }
    }

    new RunFiles(directory).latencies("written", intervals);

    assertThat(read(directory.resolve("latency/written.hlog")))
        .hasSize(5)
        .isEqualTo(read(expected));
  }

  /** Each interval's tag, times and counts; how many of its buckets are empty differs. */
  private static List<String> read(Path log) throws IOException {
    List<String> intervals = new ArrayList<>();
    try (InputStream in = Files.newInputStream(log)) {
      LatencyLogReader.read(
          in,
          (tag, from, to, histogram) -> {
            StringBuilder counts = new StringBuilder();
            histogram
                .recordedValues()
                .forEach(
                    value ->
                        counts
                            .append(' ')
                            .append(value.getValueIteratedTo())
                            .append('*')
                            .append(value.getCountAtValueIteratedTo()));
            intervals.add(tag + " " + from + " " + to + counts);
          });
    }
    return intervals;
  }
}
