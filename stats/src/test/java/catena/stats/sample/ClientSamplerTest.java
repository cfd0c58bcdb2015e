// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.watch.RunFollower;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.sample.SampleFile;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientSamplerTest {
  private static final long START = 1_000_000;

  @TempDir Path directory;

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("stats/clients.jsonl"))) {
      lines.add(Json.LINES.readTree(line));
    }
    return lines;
  }

  private static Event flush(long at, long entries) {
    return new Event.Flush(at, "ingest-w0", 0, 0, 0, entries, 0, 1, 1_000_000_000L);
  }

  @Test
  void readsWhatIsWrittenFromNowOnAndWritesItWhenItsTimeHasCome() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString());
        Journal journal = new Journal(run.append(run.events("ingest")), e -> {})) {
      journal.add(flush(START + 1_000, 77)); // Written before: no business of this sampler.
      journal.flush();
      RunFollower follower = new RunFollower(run, Clock.systemUTC(), note -> {});
      SampleFile file = SampleFile.open(run, run.clientSamples(), trouble -> {});
      ClientSampler sampler = new ClientSampler(follower, new Grid(1_000), START, "h", file);
      journal.add(flush(START + 2_000, 500));
      journal.flush();
      Clock then = Clock.fixed(Instant.ofEpochMilli(START + 3_000), ZoneOffset.UTC);
      try (LatencyRecorder latency =
          new LatencyRecorder(
              run.append(run.latency("ingest")).stream(), then, Measuring.USUAL_DIGITS)) {
        latency.operation("flush", true).record(0, 0, 4_000_000_000L);
      }
      follower.poll();
      sampler.sample(START + 4_000);
      assertThat(lines()).isEmpty();
      sampler.sample(START + 2_000 + ClientSampler.LAG_MILLIS);
      assertThat(lines()).hasSize(3);
      sampler.close();
    }
    List<JsonNode> second =
        lines().stream().filter(l -> l.path("at").asLong() == START + 2_000).toList();
    assertThat(second).hasSize(2);
    assertThat(second.get(0).path("values").path("acknowledged.rate").asDouble()).isEqualTo(500);
    assertThat(second.get(1).path("scope").asText()).isEqualTo("group:ingest@h");
    JsonNode third =
        lines().stream()
            .filter(l -> l.path("at").asLong() == START + 3_000)
            .findFirst()
            .orElseThrow();
    assertThat(third.path("values").path("latency.flush.max").asDouble()).isBetween(3.99, 4.01);
    assertThat(third.path("values").path("latency.flush.count").asInt()).isEqualTo(1);
  }

  /** Before, all that was read in a minute came to stand in the bin that happened to be open. */
  @Test
  void longIntervalsOfManyWorkersAreWaitedFor() throws Exception {
    int tens = 10_000;
    try (RunDirectory run = RunDirectory.at(directory.toString());
        Journal journal = new Journal(run.append(run.events("worker-0-1")), e -> {})) {
      RunFollower follower = new RunFollower(run, Clock.systemUTC(), note -> {});
      SampleFile file = SampleFile.open(run, run.clientSamples(), trouble -> {});
      try (ClientSampler sampler = new ClientSampler(follower, new Grid(tens), START, "h", file)) {
        for (long at = START + tens; at <= START + 30L * tens; at += tens) {
          if ((at - START) % (6L * tens) == 0) {
            journal.add(
                new Event.Throughput(
                    at, "walk.w0-0", false, 60, 6_000, 6_000, 6_000, 540_000, 0.5, 0, List.of()));
            journal.flush();
          }
          follower.poll();
          sampler.sample(at);
        }
      }
    }
    List<Double> rates =
        lines().stream()
            .filter(line -> line.path("scope").asText().equals("cluster"))
            .filter(line -> line.path("at").asLong() > START + 7L * tens)
            .map(line -> line.path("values").path("operations.rate").asDouble())
            .toList();
    assertThat(rates).hasSizeGreaterThan(20).allMatch(rate -> rate == 100);
  }
}
