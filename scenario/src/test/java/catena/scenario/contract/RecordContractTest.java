// SPDX-License-Identifier: Apache-2.0
package catena.scenario.contract;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.fault.Fault;
import catena.agitator.observe.ClientJournals;
import catena.agitator.observe.Recovery;
import catena.graph.judge.FindingKind;
import catena.harness.watch.RunFollower;
import catena.records.history.Causes;
import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.sample.ClassicField;
import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import catena.records.verdict.Finding;
import catena.report.Reports;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.stats.sample.ClientSampler;
import catena.stats.sample.ClusterSampler;
import catena.stats.sample.Grid;
import catena.stats.sample.Metric;
import catena.trace.Tracer;
import catena.trace.record.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one module writes into a run directory, the others read as it was meant. */
class RecordContractTest {
  private static final long AT = 1_795_000_020_000L;

  @TempDir private Path files;
  private RunDirectory run;

  @BeforeEach
  void open() {
    run = RunDirectory.at(files.toString());
  }

  @AfterEach
  void close() throws Exception {
    run.close();
  }

  private void events(String name, Event... events) throws IOException {
    try (Journal journal = new Journal(run.append(run.events(name)), e -> {})) {
      List.of(events).forEach(journal::add);
    }
  }

  private RunHistory report() throws IOException {
    return RunReader.read(run, Clock.fixed(Instant.ofEpochMilli(AT + 60_000), ZoneOffset.UTC));
  }

  private RunRecord trace() throws IOException {
    return RunRecord.read(run, 100);
  }

  private List<FaultRecord> traced() throws IOException {
    return trace().servers().faults().stream().flatMap(fault -> fault.planned().stream()).toList();
  }

  /** A sampler of the clients that was there from the begin; its file is closed with it. */
  private ClientSampler sampler() throws IOException {
    SampleFile lines = SampleFile.open(run, run.clientSamples(), trouble -> {});
    return new ClientSampler(
        new RunFollower(run, Clock.systemUTC(), note -> {}), new Grid(1_000), AT, "h", lines);
  }

  private static Event.FaultStarted started(long at, String kind) {
    return new Event.FaultStarted(
        at, "agitate", 1, kind, List.of("tserver-1@h:9997"), at, List.of());
  }

  @Test
  void onlyFaultsThatEndAServerInOrderAreOrderly() throws Exception {
    for (String word : List.of("kill", "restart", "pause", "cut", "offline")) {
      events(word, started(AT, word));
    }
    assertThat(traced()).hasSize(5).allMatch(FaultRecord::isAbrupt);
    for (String word : List.of("stop", "migrate", "rolling-restart")) {
      assertThat(Fault.of(word)).map(Fault::word).contains(word);
      events("orderly-" + word, started(AT + 1, word));
    }
    assertThat(traced()).filteredOn(fault -> !fault.isAbrupt()).hasSize(3);
  }

  @Test
  void theGroupOfASecondPartsWriterIsTheSameInSamplesAndReport() throws Exception {
    String writer = ClientName.writer("ingest-2", 3);
    try (ClientSampler sampler = sampler()) {
      events("ingest-2", new Event.Flush(AT + 1_000, writer, 3, 0, 0, 9, 0, 1, 1_000_000));
      sampler.sample(AT + 2_000);
    }
    assertThat(writer).isEqualTo("ingest-2-w3");
    assertThat(Files.readString(files.resolve("stats/clients.jsonl"))).contains("group:ingest-2@h");
    assertThat(report().journal().work()).containsOnlyKeys("ingest-2");
  }

  @Test
  void theFaultOfAnAgitatorIsTheSameForReportAndTrace() throws Exception {
    Recovery recovery = new Recovery(AT);
    for (RecoveryMeasure measure : RecoveryMeasure.values()) {
      recovery.at(measure, OptionalLong.of(AT + 4_000));
    }
    events(
        "agitate",
        started(AT, "kill"),
        new Event.FaultDone(AT + 1, "agitate", 1),
        new Event.FaultProven(AT + 2, "agitate", 1, "its process is gone"),
        new Event.FaultHealed(AT + 3, "agitate", 1, "started"),
        new Event.FaultRecovered(AT + 4_000, "agitate", 1, recovery.measures()),
        new Event.FaultDoubted(AT + 5_000, "agitate", 1, "recover", "too late"));
    FaultRecord fault = report().faults().get(0);
    assertThat(traced()).containsExactly(fault);
    assertThat(fault.targets()).containsExactly("tserver-1@h:9997");
    assertThat(fault.evidence()).contains("its process is gone");
    assertThat(fault.recoveredAt()).hasValue(AT + 4_000);
    assertThat(fault.measures()).hasSize(RecoveryMeasure.values().length).containsValue(4.0);
    assertThat(fault.doubts()).containsExactly("recover: too late");
  }

  @Test
  void aFaultThatAnotherProcessHealedIsHealedForReportAndTrace() throws Exception {
    events("agitate", started(AT, "kill"));
    events("heal", new Event.FaultHealed(AT + 9, "heal", 1, "started"));
    assertThat(report().faults().get(0).healedAt()).hasValue(AT + 9);
    assertThat(traced()).isEqualTo(report().faults());
    assertThat(report().missing()).noneMatch(words -> words.contains("begin"));
  }

  @Test
  void aFaultWhoseEventsComeInAnotherOrderIsTheSameForReportAndTrace() throws Exception {
    events("a", new Event.FaultRecovered(AT + 9, "agitate", 1, new TreeMap<>()));
    events("b", started(AT, "kill"));
    assertThat(report().faults().get(0).recoveredAt()).hasValue(AT + 9);
    assertThat(traced()).isEqualTo(report().faults());
  }

  @Test
  void aSecondAgitatorOfTheSameNameHasItsOwnFaults() throws Exception {
    events(
        "agitate",
        started(AT, "kill"),
        new Event.FaultHealed(AT + 1, "agitate", 1, "x"),
        started(AT + 2, "kill"));
    assertThat(report().faults()).extracting(FaultRecord::healed).containsExactly(true, false);
    assertThat(traced()).isEqualTo(report().faults());
  }

  @Test
  void whatReadersGotDoneIsTheSameInSamplesAndReport() throws Exception {
    String reader = ClientName.reader("walk", 0);
    try (ClientSampler sampler = sampler()) {
      events(
          "walk",
          new Event.Throughput(AT + 2_000, reader, false, 2, 10, 20, 30, 400, 0.1, 0, List.of()),
          new Event.Throughput(AT + 2_000, "ingest-w0", true, 2, 7, 0, 900, 0, 0.1, 0, List.of()));
      sampler.sample(AT + 2_000);
    }
    assertThat(report().journal().work()).containsOnlyKeys("walk");
    assertThat(report().journal().work().get("walk").of(Counted.ROWS).total()).isEqualTo(20);
    assertThat(Files.readAllLines(files.resolve("stats/clients.jsonl")))
        .filteredOn(line -> line.contains("group:"))
        .hasSize(2)
        .allSatisfy(
            line -> {
              Sample sample = Sample.parse(line);
              assertThat(sample.scope()).isEqualTo("group:walk@h");
              assertThat(sample.values().get("rows.rate").doubleValue()).isEqualTo(10);
            });
  }

  @Test
  void theLatenciesOfAClientAreTheSameInSamplesAndReport() throws Exception {
    Clock then = Clock.fixed(Instant.ofEpochMilli(AT + 1_000), ZoneOffset.UTC);
    try (ClientSampler sampler = sampler()) {
      try (LatencyRecorder recorder =
          new LatencyRecorder(
              run.append(run.latency("walk-0")).stream(), then, Measuring.USUAL_DIGITS)) {
        recorder.operation("lookup", true).record(0, 0, 4_000_000_000L);
      }
      sampler.sample(AT + 2_000);
    }
    assertThat(report().latencies().get("lookup").total().getTotalCount()).isEqualTo(1);
    assertThat(Files.readString(files.resolve("stats/clients.jsonl")))
        .contains("\"latency.lookup.count\":1");
  }

  @Test
  void everyFieldOfTheClassicLineIsReadUnderItsName() throws Exception {
    Map<Metric, Double> cluster = new EnumMap<>(Metric.class);
    Map<Metric, Double> table = new EnumMap<>(Metric.class);
    double next = 1;
    for (Metric metric : Metric.values()) {
      cluster.put(metric, next++);
      table.put(metric, next++);
    }
    try (SampleFile lines = SampleFile.open(run, run.classicSamples(), trouble -> {})) {
      lines.lines(List.of(ClusterSampler.classic(AT, cluster, table).line()));
    }
    ClusterSampler.classic(AT, cluster, table)
        .values()
        .forEach((field, value) -> assertThat(read(field)).as(field.name()).isEqualTo(value));
    assertThat(read(ClassicField.TABLET_SERVERS)).isEqualTo(cluster.get(Metric.TSERVERS));
    assertThat(read(ClassicField.TABLE_RECS)).isEqualTo(table.get(Metric.ENTRIES));
    assertThat(Arrays.stream(ClassicField.values()).map(this::read)).doesNotContain(Double.NaN);
  }

  private double read(ClassicField field) {
    try {
      double[] known = report().samples().of(field).known();
      return known.length == 0 ? Double.NaN : known[known.length - 1];
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSampleIsReadAsItWasTakenAndItsGapsAreGaps() throws Exception {
    EnumSet<Metric> wanted = EnumSet.of(Metric.HOLD, Metric.FATE);
    try (SampleFile lines = SampleFile.open(run, run.clusterSamples(), trouble -> {})) {
      lines.lines(List.of(Metric.line(AT, AT, Sample.CLUSTER, wanted, Map.of(Metric.HOLD, 2.5))));
    }
    assertThat(report().samples().of("cluster", "hold.time").known()).containsExactly(2.5);
    assertThat(report().samples().of("cluster", "fate.operations").size()).isEqualTo(1);
    assertThat(report().samples().of("cluster", "fate.operations").known()).isEmpty();
  }

  @Test
  void theCausesThatAreTracedAreThoseThatAreReported() throws Exception {
    events(
        "agitate",
        started(AT, "kill"),
        new Event.FindingSeen(
            AT + 9, "walk-0", Finding.of(FindingKind.LOST, "0000000000000001", AT + 9)),
        new Event.TabletHosted(AT - 9, "tablets", "2<", Optional.of("h:9997"), List.of()),
        new Event.TabletHosted(AT + 5, "tablets", "2<", Optional.empty(), List.of("wal/h/7")));
    Causes causes = Tracer.trace(run, Optional.empty(), ZoneOffset.UTC);

    assertThat(causes.groups()).hasSize(1);
    assertThat(causes.unhosted()).hasSize(1);
    assertThat(report().causes()).isEqualTo(causes);
  }

  @Test
  void settingsOfAnyLettersAreTheSameForReportAndTrace() throws Exception {
    run.writeSettings(new TreeMap<>(Map.of("table.name", "Äpfel=ü \\ #1", "b", "")));
    assertThat(report().settings()).containsEntry("table.name", "Äpfel=ü \\ #1");
    assertThat(trace().setting("table.name")).isEqualTo("Äpfel=ü \\ #1");
  }

  @Test
  void findingsThatAreCutOffAreReadAsFarAsTheyGo() throws Exception {
    String whole =
        Json.LINES.writeValueAsString(Finding.of(FindingKind.LOST, "0000000000000001", AT));
    Files.writeString(files.resolve("findings.jsonl"), whole + "\n{\"kind\":\"LO");
    assertThat(report().findings().total()).isEqualTo(1);
    assertThat(trace().notes()).contains("findings.jsonl: one line is cut off or unreadable");
  }

  @Test
  void aGraphThatIsCutOffStopsNeither() throws Exception {
    Files.writeString(files.resolve("graph.json"), "{\"table\":\"x");
    assertThat(report().graph()).isEmpty();
    assertThat(trace().notes()).contains("graph.json is cut off or damaged");
  }

  @Test
  void damagedSettingsStopNeither() throws Exception {
    Files.writeString(files.resolve("settings.properties"), "a=\\u00");
    assertThat(report().settings()).isEmpty();
    assertThat(trace().setting("a")).isEmpty();
  }

  private static Stream<Class<?>> kinds(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .flatMap(each -> each.isSealed() ? kinds(each) : Stream.of(each));
  }

  @Test
  void anEventOfWhichOnlyItsTypeIsLeftStopsNoReader() throws Exception {
    List<String> lines = new ArrayList<>();
    for (String type : kinds(Event.class).map(Class::getSimpleName).toList()) {
      lines.add("{\"type\":\"%s\"}".formatted(type));
      lines.add("{\"type\":\"%s\",\"at\":%d,\"client\":\"c\"}".formatted(type, AT));
    }
    lines.add(
        "{\"type\":\"Measured\",\"at\":1795000020000,\"client\":\"c\",\"what\":\"throughput\"}");
    lines.add("{\"type\":\"Note\",\"at\":%d,\"client\":\"x\",\"text\":\"after\"}".formatted(AT));
    ClientJournals agitator =
        new ClientJournals(new RunFollower(run, Clock.systemUTC(), note -> {}));
    try (ClientSampler sampler = sampler()) {
      Files.createDirectories(files.resolve("events"));
      Files.write(files.resolve("events/walk.jsonl"), lines);
      sampler.sample(AT + 60_000);
      agitator.read();
    }
    assertThat(report().journal().remarks()).anyMatch(remark -> remark.text().equals("after"));
    assertThat(report().faults()).hasSize(1).allMatch(FaultRecord::recovered);
    assertThat(traced()).isEqualTo(report().faults());
    assertThat(trace().notes()).anyMatch(note -> note.startsWith("events/walk.jsonl: "));
    new Reports(Clock.systemUTC(), ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
        .write(List.of(run), run);
    assertThat(files.resolve("report.html")).isNotEmptyFile();
  }
}
