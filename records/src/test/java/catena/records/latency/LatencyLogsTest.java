// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.fixture.FlushedFileSystem;
import catena.records.latency.Meters.LatencyLogs;
import catena.records.latency.Meters.LatencySummary;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What many clients cost, and what others see of a log while it is written. */
class LatencyLogsTest {
  private static final int CLIENTS = 300;

  @TempDir private Path temp;

  /** A histogram of 3.4 MB for each of them would be too much. */
  @Test
  void manyClientsOfAPartShareOneLog() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false));
        LatencyLogs logs = new LatencyLogs(run, Clock.systemUTC(), Measuring.USUAL_DIGITS)) {
      Set<LatencyRecorder> recorders = new HashSet<>();
      List<LatencyRecorder.Operation> operations = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        LatencyRecorder recorder = logs.open("walk-" + client);
        recorders.add(recorder);
        operations.add(recorder.operation("lookup", true));
      }
      operations.forEach(each -> each.record(0, 1, Duration.ofSeconds(30).toNanos()));
      operations.forEach(each -> each.record(0, 1, 2));
      logs.writeIntervals();

      assertThat(recorders).as("those who hold histograms").hasSize(1);
      assertThat(run.latencies()).hasSize(1);
      assertThat(logs.summary().of("lookup").getTotalCount()).isEqualTo(2 * CLIENTS);
      logs.open("scan-0").operation("scan", true).record(0, 1, 2);
      assertThat(run.latencies()).hasSize(2);
    }
  }

  /** Processes of one name may begin at the same moment, and none may write into another's log. */
  @Test
  void twoOfOneNameHaveALogEachWhateverTheFileSystem() throws IOException {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(temp.toUri().getPath());
    try (RunDirectory local = RunDirectory.at(temp.toString(), new Configuration(false));
        RunDirectory flushed = RunDirectory.on(new FlushedFileSystem(), root);
        LatencyLogs one = new LatencyLogs(local, Clock.systemUTC(), Measuring.USUAL_DIGITS);
        LatencyLogs two = new LatencyLogs(flushed, Clock.systemUTC(), Measuring.USUAL_DIGITS);
        LatencyLogs three = new LatencyLogs(local, Clock.systemUTC(), Measuring.USUAL_DIGITS)) {
      for (LatencyLogs logs : List.of(one, two, three)) {
        logs.open("walk-0").operation("lookup", true).record(0, 1, 2);
        logs.writeIntervals();
      }
      assertThat(local.latencies())
          .extracting(org.apache.hadoop.fs.Path::getName)
          .containsExactlyInAnyOrder("walk.hlog", "walk~2.hlog", "walk~3.hlog");
      assertThat(LatencySummary.read(local).of("lookup").getTotalCount()).isEqualTo(3);
    }
  }

  /** So a collector sees them, and a killed client loses no more than the last interval. */
  @Test
  void othersSeeAnIntervalAsSoonAsItIsWrittenWhereOnlyWhatIsFlushedIsSeen() throws IOException {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(temp.toUri().getPath());
    try (RunDirectory run = RunDirectory.on(new FlushedFileSystem(), root);
        RunDirectory other = RunDirectory.at(temp.toString(), new Configuration(false));
        LatencyLogs logs = new LatencyLogs(run, Clock.systemUTC(), Measuring.USUAL_DIGITS)) {
      LatencyRecorder.Operation lookup = logs.open("walk-0").operation("lookup", true);
      for (int interval = 1; interval <= 3; interval++) {
        lookup.record(0, 1, 2);
        logs.writeIntervals();
        assertThat(LatencySummary.read(other).of("lookup").getTotalCount()).isEqualTo(interval);
      }
      assertThat(logs.trouble()).isEmpty();
    }
  }

  @Test
  void whatCannotBeWrittenIsReportedAndNothingFollowsIt() {
    int[] written = new int[1];
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            written[0]++;
            throw new IOException("No space left on device");
          }
        };
    try (LatencyRecorder recorder =
        new LatencyRecorder(full, Clock.systemUTC(), Measuring.USUAL_DIGITS)) {
      LatencyRecorder.Operation lookup = recorder.operation("lookup", true);
      lookup.record(0, 1, 2);
      recorder.writeInterval();
      lookup.record(0, 1, 2);
      recorder.writeInterval();

      assertThat(written[0]).isEqualTo(1);
      assertThat(recorder.trouble())
          .hasValueSatisfying(why -> assertThat(why).contains("No space left on device"));
    }
  }
}
