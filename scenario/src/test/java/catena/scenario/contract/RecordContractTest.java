package catena.scenario.contract;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.Finding;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.stats.client.ClientSampler;
import catena.stats.sample.Grid;
import catena.stats.sample.StatsFile;
import catena.trace.record.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordContractTest {
  private static final long AT = 1_795_000_020_000L;

  @TempDir private Path files;
  private RunDirectory run;

  @BeforeEach
  void open() {
    run = RunDirectory.at(files.toString(), new Configuration());
  }

  @AfterEach
  void close() throws Exception {
    run.close();
  }

  private void events(String name, Event... events) throws Exception {
    try (Journal journal = new Journal(run.append(run.events(name)), e -> {})) {
      List.of(events).forEach(journal::add);
    }
  }

  private RunHistory report() throws Exception {
    return RunReader.read(run, Clock.fixed(Instant.ofEpochMilli(AT + 60_000), ZoneOffset.UTC));
  }

  private RunRecord trace() throws Exception {
    return RunRecord.read(run, 100);
  }

  @Test
  void aRestartIsAnAbruptFault() throws Exception {
    events("agitate", new Event.FaultStarted(AT, "agitate", 1, "restart", List.of("tserver-1"), AT));
    assertThat(trace().faults().faults().get(0).isAbrupt()).isTrue();
  }

  @Test
  void theGroupOfASecondPartsWriterIsTheSameInSamplesAndReport() throws Exception {
    StatsFile lines = StatsFile.open(run, ClientSampler.LINES, trouble -> {});
    ClientSampler sampler = new ClientSampler(run, new Grid(1_000), AT, "h", lines);
    events("ingest-2", new Event.Flush(AT + 1_000, "ingest-2-w3", 3, 0, 0, 9, 0, 1, 1_000_000));
    sampler.sample(AT + 2_000);
    sampler.close();
    assertThat(Files.readString(files.resolve("stats/clients.jsonl"))).contains("group:ingest-2@h");
    assertThat(report().journal().work()).containsOnlyKeys("ingest-2");
  }

  @Test
  void aFaultThatAnotherProcessHealedIsHealedForReportAndTrace() throws Exception {
    events("agitate", new Event.FaultStarted(AT, "agitate", 1, "kill", List.of("tserver-1"), AT));
    events("heal", new Event.FaultHealed(AT + 9, "heal", 1, "started"));
    assertThat(trace().faults().faults().get(0).healedAt()).hasValue(AT + 9);
    assertThat(report().faults().get(0).healedAt()).hasValue(AT + 9);
  }

  @Test
  void aFaultWhoseEventsComeInAnotherOrderIsTheSameForReportAndTrace() throws Exception {
    events("a", new Event.FaultRecovered(AT + 9, "agitate", 1, new TreeMap<>()));
    events("b", new Event.FaultStarted(AT, "agitate", 1, "kill", List.of("tserver-1"), AT));
    assertThat(report().faults().get(0).recoveredAt()).hasValue(AT + 9);
    assertThat(trace().faults().faults().get(0).recoveredAt()).hasValue(AT + 9);
  }

  @Test
  void aSecondAgitatorOfTheSameNameHasFaultsOfItsOwn() throws Exception {
    events(
        "agitate",
        new Event.FaultStarted(AT, "agitate", 1, "kill", List.of("tserver-1"), AT),
        new Event.FaultHealed(AT + 1, "agitate", 1, "x"),
        new Event.FaultStarted(AT + 2, "agitate", 1, "kill", List.of("tserver-2"), AT + 2));
    assertThat(report().faults()).hasSize(2);
    assertThat(trace().faults().faults()).hasSize(2);
  }

  @Test
  void findingsThatAreCutOffAreReadAsFarAsTheyGo() throws Exception {
    Files.writeString(
        files.resolve("findings.jsonl"),
        catena.harness.run.Json.LINES.writeValueAsString(
                Finding.of(FindingKind.LOST, "0000000000000001", AT))
            + "\n{\"kind\":\"LO",
        StandardOpenOption.CREATE);
    assertThat(report().findings().total()).isEqualTo(1);
    assertThat(trace().leftOut()).isZero();
  }

  @Test
  void aGraphThatIsCutOffStopsNeither() throws Exception {
    Files.writeString(files.resolve("graph.json"), "{\"table\":\"x");
    assertThat(report().graph()).isEmpty();
    assertThat(trace().graph()).isEmpty();
  }

  @Test
  void damagedSettingsStopNeither() throws Exception {
    Files.writeString(files.resolve("settings.properties"), "a=\\u00");
    assertThat(report().settings()).isEmpty();
    assertThat(trace().setting("a")).isEmpty();
  }

  @Test
  void anEventWithoutItsNumbersStopsNobody() throws Exception {
    Path journal = Files.createDirectories(files.resolve("events")).resolve("walk.jsonl");
    StatsFile lines = StatsFile.open(run, ClientSampler.LINES, trouble -> {});
    ClientSampler sampler = new ClientSampler(run, new Grid(1_000), AT, "h", lines);
    Files.writeString(
        journal,
        "{\"type\":\"Measured\",\"at\":1,\"client\":\"walk-0\"}\n"
            + "{\"type\":\"Measured\",\"at\":1,\"client\":\"walk-0\",\"what\":\"throughput\"}\n"
            + "{\"type\":\"FaultStarted\",\"at\":1,\"client\":\"agitate\",\"id\":1}\n"
            + "{\"type\":\"Note\",\"at\":2,\"client\":\"x\",\"text\":\"after\"}\n");
    assertThat(report().journal().remarks()).hasSize(1);
    assertThat(trace().faults().faults()).isEmpty();
    sampler.sample(AT + 60_000);
    sampler.close();
  }
}
