// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.fixture.FlushedFileSystem;
import catena.records.fixture.LatencySums;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which log a recorder gets, and what others see of it while it is written. */
class LatencyLogsTest {
  @TempDir private Path temp;

  private static LatencyRecorder open(RunDirectory run) throws IOException {
    return LatencyRecorder.open(run, "walk", Clock.systemUTC(), Measuring.USUAL_DIGITS);
  }

  /** Processes of one name may begin at the same moment, and none may write into another's log. */
  @Test
  void twoOfOneNameHaveALogEachWhateverTheFileSystem() throws IOException {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(temp.toUri().getPath());
    try (RunDirectory local = RunDirectory.at(temp.toString(), new Configuration(false));
        RunDirectory flushed = RunDirectory.on(new FlushedFileSystem(), root);
        LatencyRecorder one = open(local);
        LatencyRecorder two = open(flushed);
        LatencyRecorder three = open(local)) {
      for (LatencyRecorder log : List.of(one, two, three)) {
        log.operation("lookup", true).record(0, 1, 2);
        log.writeInterval();
      }
      assertThat(local.latencies())
          .extracting(org.apache.hadoop.fs.Path::getName)
          .containsExactlyInAnyOrder("walk.hlog", "walk~2.hlog", "walk~3.hlog");
      assertThat(LatencySums.of(local, "lookup").getTotalCount()).isEqualTo(3);
    }
  }

  /** So a collector sees them, and a killed client loses no more than the last interval. */
  @Test
  void othersSeeAnIntervalAsSoonAsItIsWrittenWhereOnlyWhatIsFlushedIsSeen() throws IOException {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(temp.toUri().getPath());
    try (RunDirectory run = RunDirectory.on(new FlushedFileSystem(), root);
        RunDirectory other = RunDirectory.at(temp.toString(), new Configuration(false));
        LatencyRecorder log = open(run)) {
      LatencyRecorder.Operation lookup = log.operation("lookup", true);
      for (int interval = 1; interval <= 3; interval++) {
        lookup.record(0, 1, 2);
        log.writeInterval();
        assertThat(LatencySums.of(other, "lookup").getTotalCount()).isEqualTo(interval);
      }
      assertThat(log.trouble()).isEmpty();
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
