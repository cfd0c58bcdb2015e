// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.EntryEncoder;
import catena.records.history.Causes;
import catena.records.history.FaultRecord;
import catena.trace.SimulatedWrites.Setup;
import catena.trace.SimulatedWrites.Truth;
import catena.trace.cause.LossGroup;
import catena.trace.cause.LossGroups;
import catena.trace.record.Loss;
import catena.trace.record.LossReader;
import catena.trace.record.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.accumulo.core.data.Mutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are killed one after the other while windows are under way. */
class KilledWhileWritingTest {
  private static final int FLUSH = 1_000;
  private static final double NEVER = 1e9;

  @TempDir private Path temp;

  private HandWrittenRun run;
  private Causes causes;
  private final Map<String, String> settings = new TreeMap<>();

  /** Windows of 10 s, kill, kill, restart. */
  private SimulatedWrites threeKills(Setup setup) throws IOException {
    run = new HandWrittenRun(temp.resolve("run"), 0, FLUSH, 1_000);
    run.run.writeSettings(new TreeMap<>(settings));
    return new SimulatedWrites(run, FLUSH, setup)
        .kill(36, 1, "kill", "tserver-1", 37)
        .kill(94, 2, "kill", "tserver-2", 31)
        .kill(153, 3, "restart", "tserver-3", 33)
        .write();
  }

  private long bytesOfAWrite() throws IOException {
    try (HandWrittenRun any = new HandWrittenRun(temp.resolve("any"), 0, FLUSH, 1_000)) {
      EntryEncoder encoder = new EntryEncoder(any.graph);
      encoder.encodeFirst(0, 1, 0);
      Mutation mutation = new Mutation(encoder.row());
      mutation.at().family(encoder.family()).qualifier(encoder.qualifier()).put(encoder.value());
      return mutation.estimatedMemoryUsed();
    }
  }

  private double right(SimulatedWrites simulated) throws IOException {
    causes = run.traced();
    RunRecord record = RunRecord.read(run.run, 10_000_000);
    List<LossGroup> groups = new LossGroups(record).of(LossReader.read(record), Set.of());
    long right = 0;
    for (LossGroup group : groups) {
      int fault = group.suspect().flatMap(of -> of.what().planned()).map(FaultRecord::id).orElse(0);
      for (Loss loss : group.losses()) {
        Truth truth = simulated.lost.get(loss.row());
        if (truth.fault() == fault && group.server().equals(Optional.of(truth.server()))) {
          right++;
        }
      }
    }
    assertThat(simulated.lost.values().stream().map(Truth::fault).distinct()).hasSizeBetween(2, 3);
    return (double) right / simulated.lost.size();
  }

  @Test
  void writesThatAreSentOneByOne() throws IOException {
    assertThat(right(threeKills(new Setup(3, 100, 220, 1e-3, NEVER)))).isGreaterThan(0.95);
    assertThat(causes.groups())
        .extracting(Causes.Group::suspicion)
        .allMatch(words -> words.contains("while they were being written"))
        .as("it is known when each was sent")
        .noneMatch(words -> words.contains("A tie: "));
  }

  @Test
  void writesThatWaitForTheFlushOfTheirWindow() throws IOException {
    settings.put("ingest.buffer", "50M");
    settings.put("ingest.latency", "120s");
    assertThat(right(threeKills(new Setup(3, 100, 220, 5e4, 120)))).isGreaterThan(0.95);
    assertThat(causes.groups())
        .extracting(Causes.Group::suspicion)
        .as("what was begun before a kill and flushed after it")
        .anyMatch(words -> words.contains("A tie: ") && words.contains("hit by fault 1 (kill)"));
  }

  @Test
  void writesThatWaitForTheirLatency() throws IOException {
    settings.put("ingest.buffer", "50M");
    settings.put("ingest.latency", "2s");
    assertThat(right(threeKills(new Setup(3, 100, 220, 5e4, 2)))).isGreaterThan(0.95);
  }

  @Test
  void writesThatAreSentWhenHalfOfASmallBufferIsFull() throws IOException {
    settings.put("ingest.buffer", Long.toString(2 * 170 * bytesOfAWrite()));
    settings.put("ingest.latency", "120s");
    assertThat(right(threeKills(new Setup(3, 100, 220, 170, 120)))).isGreaterThan(0.95);
  }

  @Test
  void windowsThatSpanTwoKills() throws IOException {
    run = new HandWrittenRun(temp.resolve("run"), 0, FLUSH, 1_000);
    SimulatedWrites simulated =
        new SimulatedWrites(run, FLUSH, new Setup(3, 100, 160, 1e-3, NEVER))
            .kill(35, 1, "kill", "tserver-1", 30)
            .kill(65.2, 2, "kill", "tserver-2", 30)
            .write();
    assertThat(right(simulated)).isGreaterThan(0.95);
  }

  @Test
  void windowsThatSpanTwoKillsOfWritersWhoseBufferIsFull() throws IOException {
    run = new HandWrittenRun(temp.resolve("run"), 0, FLUSH, 1_000);
    settings.put("ingest.latency", "120s");
    settings.put("ingest.buffer", Long.toString(2 * 170 * bytesOfAWrite()));
    run.run.writeSettings(new TreeMap<>(settings));
    SimulatedWrites simulated =
        new SimulatedWrites(run, FLUSH, new Setup(3, 100, 160, 170, 120))
            .kill(35, 1, "kill", "tserver-1", 30)
            .kill(65.2, 2, "kill", "tserver-2", 30)
            .write();
    assertThat(right(simulated)).isGreaterThan(0.95);
  }
}
