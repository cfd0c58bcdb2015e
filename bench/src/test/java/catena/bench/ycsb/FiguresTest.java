// SPDX-License-Identifier: Apache-2.0
package catena.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
  private static final String PRINTED =
      String.join(
          "\n",
          "YCSB Client 0.17.0",
          AccumuloBinding.WORKED + "4000",
          "[OVERALL], RunTime(ms), 5000",
          "[OVERALL], Throughput(ops/sec), 200.0",
          "[READ], Operations, 600",
          "[READ], 50thPercentileLatency(us), 1500",
          "[READ], 99thPercentileLatency(us), 20000",
          "[READ], Return=OK, 600",
          "[CLEANUP], Operations, 2",
          "[UPDATE], Operations, 400",
          "[UPDATE], 50thPercentileLatency(us), 10",
          "[UPDATE], 99thPercentileLatency(us), 30",
          "[UPDATE], Return=BATCHED_OK, 400");

  @TempDir private Path directory;

  @Test
  void whatYcsbPrintsIsRead() {
    Figures figures = Figures.ofYcsb(PRINTED);
    assertThat(figures.operations()).isEqualTo(1000);
    assertThat(figures.rate()).isEqualTo(250);
    assertThat(figures.latencies().keySet()).containsExactly("read", "update");
    assertThat(figures.latencies().get("read")).isEqualTo(new Figures.Latency(600, 1.5, 20));
    assertThat(figures.latencies().get("update")).isEqualTo(new Figures.Latency(400, 0.01, 0.03));
  }

  @Test
  void operationsThatFailedAreNoFigures() {
    for (String status : List.of("Return=ERROR, 1", "Return=NOT_FOUND, 3")) {
      assertThatThrownBy(() -> Figures.ofYcsb(PRINTED + "\n[READ], " + status))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContainingAll("READ", status.substring(0, status.indexOf(',')));
    }
    assertThatThrownBy(() -> Figures.ofYcsb(PRINTED.replace("Return=OK, 600", "Return=OK, 599")))
        .hasMessageContainingAll("600", "599");
    assertThatThrownBy(() -> Figures.ofYcsb(PRINTED + "\n[READ-FAILED], Operations, 1"))
        .hasMessageContaining("READ-FAILED");
  }

  @Test
  void aClientThatDidNotComeToItsEndHasNoFigures() {
    String cut = PRINTED.substring(0, PRINTED.indexOf("[OVERALL]"));
    assertThatThrownBy(() -> Figures.ofYcsb(cut)).hasMessageContaining("OVERALL");
    assertThatThrownBy(() -> Figures.ofYcsb(PRINTED.replace("[PEER]", "[SOMEBODY]")))
        .hasMessageContainingAll("PEER", "Worked");
  }

  /** YCSB's own client, with the database of its that does nothing. */
  @Test
  void whatYcsbItselfPrintsIsRead() throws Exception {
    Programs programs = new Programs("nothing", directory);
    List<String> words =
        List.of(
            "-t",
            "-P",
            Path.of("../conf/ycsb/workloada").toAbsolutePath().toString(),
            "-threads",
            "2",
            "-p",
            "db=site.ycsb.BasicDB",
            "-p",
            "basicdb.verbose=false",
            "-p",
            "operationcount=500",
            "-p",
            "measurementtype=hdrhistogram",
            "-p",
            "hdrhistogram.percentiles=50,99");
    String printed = programs.ycsb(Duration.ofMinutes(1), words);
    Figures figures = Figures.ofYcsb(AccumuloBinding.WORKED + "100\n" + printed);
    assertThat(figures.operations()).isEqualTo(500);
    assertThat(figures.rate()).isEqualTo(5000);
    assertThat(figures.latencies().get("read").count())
        .isBetween(150L, 350L)
        .isEqualTo(500 - figures.latencies().get("update").count());
  }

  /** YCSB's client ends with status 0 whatever happens, so that its figures must say it. */
  @Test
  void aProgramThatFailsIsNamedWithWhatItSaid() throws Exception {
    Programs programs = new Programs("nothing", directory);
    assertThatThrownBy(() -> programs.catena(Duration.ofMinutes(1), List.of("nothing")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("catena nothing ended with status");
    String printed = programs.ycsb(Duration.ofMinutes(1), List.of("-P", "nowhere"));
    assertThatThrownBy(() -> Figures.ofYcsb(printed)).hasMessageContaining("does not say");
  }

  /** A round before has left its figures in the same files. */
  @Test
  void whatCatenasClientsWriteIsReadFromATimeOn() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      round(run, 1_000_000, 10, 7_000_000);
      round(run, 2_000_000, 30, 2_000_000);
      Figures figures = Figures.ofCatena(run, 2_000_000);
      assertThat(figures.operations()).isEqualTo(30);
      assertThat(figures.seconds()).isEqualTo(9);
      assertThat(figures.latencies().keySet()).containsExactly("read");
      Figures.Latency read = figures.latencies().get("read");
      assertThat(read.count()).isEqualTo(30);
      assertThat(read.p50()).isBetween(0.99, 1.01); // from the real start
      assertThatThrownBy(() -> Figures.ofCatena(run, 3_000_000))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no figures");
    }
  }

  private static void round(RunDirectory run, long at, int operations, long nanos)
      throws Exception {
    long[] now = {at};
    InstantSource clock = () -> Instant.ofEpochMilli(now[0]);
    try (Journal journal = new Journal(run.append(run.events("ycsb")), e -> {});
        LatencyRecorder recorder =
            new LatencyRecorder(
                run.append(run.latency("ycsb")).stream(),
                clock.withZone(ZoneOffset.UTC),
                Measuring.USUAL_DIGITS)) {
      journal.add(new Event.ClientStarted(at, "ycsb-0", "ycsb"));
      journal.add(new Event.ClientStarted(at + 1_000, "ycsb-1", "ycsb"));
      journal.add(new Event.ClientStarted(at + 5_000, "ycsb-writes-w0", "writes"));
      for (int i = 0; i < operations; i++) {
        recorder.operation("read", true).record(0, nanos / 2, nanos);
        recorder.operation("operation", true).record(0, nanos / 2, nanos);
      }
      now[0] += 10_000;
      recorder.writeInterval();
      journal.add(new Event.ClientStopped(at + 10_000, "ycsb-0", "done"));
      journal.add(new Event.ClientStopped(at + 9_500, "ycsb-1", "done"));
    }
  }
}
