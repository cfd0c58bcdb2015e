// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.GraphSpec;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.DryRun;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.report.ResultsFile;
import catena.report.history.RunReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dry run takes its times from what finished runs beside it measured on the same instance. */
class EarlierRunsTest {
  private static final long BEGIN = 1_795_000_020_000L;
  private static final String CONSTANTS = "takes about 42s, by the rates of a machine of two cores";

  @TempDir private Path runs;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  /**
   * Four clients write 525,000 entries each; a phase checks them exactly, another by references.
   */
  private PlannedRun planned(String ofIngest, String ofVerify) throws IOException {
    Path file =
        Files.writeString(
            runs.resolve("x.yaml"),
            """
            name: x
            about: some writes and two checks
            settings: {ingest.clients: 4, ingest.entries: 525000}
            phases:
              - createtable
              - ingest: {%s}
              - verify: {%s}
              - verify: {verify.mode: references}
            """
                .formatted(ofIngest, ofVerify));
    return PlannedRun.of(
            ScenarioFile.read(Activities.SHIPPED, file, List.of(), () -> 0),
            new CommonOptions(),
            Activities.SHIPPED.settings(),
            Optional.empty())
        .get(0);
  }

  /**
   * The run of a plan whose writers took some seconds, and whose checks twice that and ten times.
   */
  private void ran(String name, PlannedRun plan, String instance, Verdict verdict, int seconds)
      throws IOException {
    Path path = Files.createDirectory(runs.resolve(name));
    try (RunDirectory directory = RunDirectory.open(path.toString())) {
      plan.plan().writeTo(directory);
      directory.writeSettings(plan.settings().effective());
      new GraphFile("t", "2a", instance, GraphSpec.ofSeed(5)).writeTo(directory);
      VerdictFile.of(verdict, List.of(), Map.of(), Map.of()).writeTo(directory);
      StringBuilder lines = new StringBuilder();
      for (Event event : events(seconds * 1000L)) {
        lines.append(Journal.line(event)).append('\n');
      }
      Files.createDirectory(path.resolve("events"));
      Files.writeString(path.resolve("events/run.jsonl"), lines);
      ResultsFile.put(directory, RunReader.read(directory, Clock.systemUTC()));
    }
  }

  private static List<Event> events(long millis) {
    List<Event> events = new ArrayList<>();
    events.add(new Event.RunStarted(BEGIN, "run", "x"));
    long at = BEGIN + 1000;
    phase(events, "createtable", BEGIN, at);
    for (int i = 0; i < 4; i++) {
      String client = "ingest-w" + i;
      long nanos = millis * 1_000_000;
      events.add(new Event.ClientStarted(at, client, "writes"));
      events.add(new Event.Flush(at + millis, client, i, 0, 0, 525_000, 0, nanos, nanos));
      events.add(new Event.ClientStopped(at + millis, client, Event.ClientStopped.DONE));
    }
    phase(events, "ingest", at, at + millis);
    phase(events, "verify", at + millis, at + 3 * millis);
    phase(events, "verify", at + 3 * millis, at + 13 * millis);
    events.add(new Event.RunEnded(at + 13 * millis, "run", Verdict.PASS));
    return events;
  }

  private static void phase(List<Event> events, String words, long from, long to) {
    events.add(new Event.PhaseStarted(from, "run", words));
    events.add(new Event.PhaseEnded(to, "run", words, "done"));
  }

  private Terminal terminal() {
    said.reset();
    PrintStream stream = new PrintStream(said, true, UTF_8);
    return new Terminal(stream, stream);
  }

  /** What a dry run of another run beside them on an instance says of its time. */
  private String told(String instance) throws IOException {
    PlannedRun next = planned("", "");
    Terminal terminal = terminal();
    DryRun dry = new DryRun(next.scenario(), next.settings());
    dry.at("table t on " + instance, 2);
    String named = runs.resolve("next").toString();
    dry.measured(ScenarioCommand.measured(Optional.of(named), instance, terminal));
    dry.print(terminal, List.of(), next.settings().effective());
    assertThat(said.toString(UTF_8).lines()).first().isEqualTo("table t on " + instance);
    return said.toString(UTF_8).lines().toList().get(1);
  }

  @Test
  void theTimeIsThatOfRunsBesideIt() throws IOException {
    assertThat(told("i")).as("nothing was run").isEqualTo(CONSTANTS);
    ran("one", planned("", ""), "i", Verdict.PASS, 100);
    assertThat(told("i"))
        .as("3 s, 100 s, 200 s + 3 s, 1000 s + 3 s")
        .isEqualTo("takes about 21m49s, by the rates of 1 run of this cluster");
    assertThat(told("j")).as("another instance").isEqualTo(CONSTANTS);
    ran("two", planned("", ""), "i", Verdict.FAIL, 1);
    ran("three", planned("", ""), "i", Verdict.UNKNOWN, 1);
    ran("four", planned("", ""), "j", Verdict.PASS, 1);
    assertThat(told("i")).contains("about 21m49s", "by the rates of 1 run of");
    ran("five", planned("", ""), "i", Verdict.BUDGET, 100);
    assertThat(told("i")).contains("about 21m49s", "by the rates of 2 runs of this cluster");
  }

  @ParameterizedTest
  @CsvSource({
    "ingest.rate: 100, '', '', 10500.000",
    "ingest.pause.length: 1s, '', '', 10500.000",
    "ingest.bulk: true, '', '', 10500.000",
    "'', verify.sample: 0.5, 5250.000, ''",
    "'', 'verify.rows: \":900\"', 5250.000, ''",
    "'', verify.mode: both, 5250.000, ''",
    "'', verify.mode: references, 5250.000, ''",
    "'', verify.mode: exact, 5250.000, 10500.000"
  })
  void onlyWhatNothingHeldBackAndWhatCheckedEverythingIsARate(
      String ofIngest, String ofVerify, String client, String exact) throws IOException {
    ran("one", planned(ofIngest, ofVerify), "i", Verdict.PASS, 100);
    List<String> lines = Files.readAllLines(runs.resolve("results.csv"));
    assertThat(lines.get(0))
        .endsWith(",instance,ingest_client_rate,verify_exact_rate,verify_references_rate");
    assertThat(lines.get(1)).endsWith(",i," + client + "," + exact + ",2100.000");
  }

  @Test
  void aFileThatHoldsNoResultsIsNamedAndTheConstantsStay() throws IOException {
    Files.writeString(runs.resolve("results.csv"), "time,value\n1,2\n");
    Terminal terminal = terminal();
    String named = runs.resolve("next").toString();
    assertThat(ScenarioCommand.measured(Optional.of(named), "i", terminal)).isEmpty();
    assertThat(said.toString(UTF_8))
        .startsWith("The rates of earlier runs are not known: ")
        .contains("results.csv has no column run");
  }
}
