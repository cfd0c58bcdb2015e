// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.batchwalker.BatchWalkActivity;
import catena.cluster.SharedCluster;
import catena.graph.GraphSpec;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companion;
import catena.harness.activity.Description;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunJournal;
import catena.harness.activity.Work;
import catena.harness.command.Terminal;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import catena.scenario.trial.CanaryCompanion;
import catena.scenario.trial.Check;
import catena.scenario.trial.Trial;
import catena.walker.ScanActivity;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.security.tokens.PasswordToken;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The self-test and the canary on a real cluster, and what they say when a check is blind. */
class SelftestIT {
  /** The cell of a check that was not tried. */
  private static final Pattern OPEN = Pattern.compile(" open( |\\n)");

  /**
   * Those for which other tests plant faults in a real table, and SelfTestTest or VerifyIT each
   * kind, so that the whole is left to those who ask for it.
   */
  private static final String ELSEWHERE = "exact,scan,walk,batch,ycsb";

  private static final Duration LIMIT = Duration.ofMinutes(4);

  @RegisterExtension static final SharedCluster CLUSTER = new SharedCluster().withScanServer();

  @TempDir private Path temporary;

  private CommandLine run(Path clientProperties, String name, String... settings) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "../conf/scenarios/selftest.yaml",
                "-c",
                clientProperties.toString(),
                "--run-dir",
                temporary.resolve(name).toString()));
    Stream.of(settings).forEach(setting -> words.addAll(List.of("-o", setting)));
    return CommandLine.run(words.toArray(String[]::new));
  }

  private static Set<String> tables() {
    return CLUSTER.connection().client().tableOperations().list();
  }

  @Test
  void allIsFoundAndNothingElseAndNothingIsLeftBehind() throws Exception {
    AccumuloClient client = CLUSTER.connection().client();
    Authorizations before = client.securityOperations().getUserAuthorizations(client.whoami());
    String without = Boolean.getBoolean("catena.witness") ? "" : ELSEWHERE;
    CommandLine line = run(CLUSTER.clientProperties(), "whole", "selftest.without=" + without);

    assertThat(line.status()).as(line.all()).isZero();
    assertThat(line.out())
        .contains("14 kinds of findings of 14", "findings: none")
        .doesNotContain(" MISS", "WRONG", "ALARM")
        .doesNotContainPattern(OPEN);
    String matrix = Files.readString(temporary.resolve("whole/selftest.txt"));
    assertThat(matrix.lines()).allMatch(row -> row.length() <= 78);
    matrix.lines().forEach(row -> assertThat(line.out()).contains(row));
    assertThat(tables()).noneMatch(name -> name.startsWith("catena_selftest"));
    assertThat(client.securityOperations().getUserAuthorizations(client.whoami()))
        .isEqualTo(before);
  }

  @Test
  void whatTheClusterDoesNotAllowIsNotRunAndNoPass() throws Exception {
    AccumuloClient client = CLUSTER.connection().client();
    client.securityOperations().createLocalUser("limited", new PasswordToken("limited"));
    List<String> properties =
        Files.readAllLines(CLUSTER.clientProperties()).stream()
            .map(line -> line.replaceFirst("^auth.principal=.*", "auth.principal=limited"))
            .map(line -> line.replaceFirst("^auth.token=.*", "auth.token=limited"))
            .toList();
    Path limited = Files.write(temporary.resolve("limited.properties"), properties);
    CommandLine line = run(limited, "limited");

    assertThat(line.status()).as(line.all()).isEqualTo(Verdict.UNKNOWN.exitStatus());
    assertThat(line.out())
        .contains("user limited may not make table catena_selftest: grant System.CREATE_TABLE")
        .containsPattern(OPEN)
        .doesNotContain("found ");
  }

  @Test
  void aTableThatIsThereIsRefused() throws Exception {
    CLUSTER.connection().client().tableOperations().create("mine_times");
    CommandLine line = run(CLUSTER.clientProperties(), "refused", "table.name=mine");

    assertThat(line.status()).isEqualTo(Verdict.USAGE);
    assertThat(line.notes()).contains("Table mine_times exists");
    assertThat(tables()).contains("mine_times").doesNotContain("mine");
  }

  @Test
  void aStopLeavesNothingBehindAndIsNoPass() throws Exception {
    StopSignal stop = new StopSignal();
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    CompletableFuture<Integer> running =
        CompletableFuture.supplyAsync(
            () ->
                Main.run(
                    new Terminal(stream, stream),
                    stop,
                    "run",
                    "../conf/scenarios/selftest.yaml",
                    "-c",
                    CLUSTER.clientProperties().toString(),
                    "--run-dir",
                    temporary.resolve("stopped").toString(),
                    "-o",
                    "table.name=stopped"));
    StopSignal never = new StopSignal();
    while (!tables().contains("stopped") && !running.isDone()) {
      boolean unused = never.await(Duration.ofMillis(50));
    }
    stop.ask("planted");

    assertThat(running.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .as(said.toString(StandardCharsets.UTF_8))
        .isEqualTo(Verdict.UNKNOWN.exitStatus());
    assertThat(tables()).noneMatch(name -> name.startsWith("stopped"));
  }

  private static PartEnvironment site(Terminal terminal) {
    return new PartEnvironment(
        () -> CLUSTER.connection(),
        true,
        CallerContext.NOTHING,
        List.of(),
        terminal,
        Clock.systemUTC(),
        7);
  }

  private static ScratchTable table(String name) throws Exception {
    GraphSpec spec = Faults.graph(20, 4, 0, List.of(""));
    return new ScratchTable(CLUSTER.connection(), name, spec, Map.of(), false);
  }

  /**
   * The outcome of canaries beside a run.
   *
   * @param left the note of a coordinator of the run that has died, and had made a table for them;
   *     empty if there was none
   */
  private PartOutcome canaried(String name, List<Check> checks, String left) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(stream, stream);
    try (RunDirectory directory = RunDirectory.at(temporary.resolve(name).toString());
        RunJournal earlier = new RunJournal(directory, "run", terminal)) {
      if (!left.isEmpty()) {
        earlier.journal().add(new Event.Note(1, "canary", "canary: " + left));
      }
    }
    try (RunDirectory directory = RunDirectory.at(temporary.resolve(name).toString());
        RunJournal record = new RunJournal(directory, "run", terminal)) {
      StopSignal stop = new StopSignal();
      RunContext run =
          new RunContext(
              "run", site(terminal), directory, record.journal(), Optional.empty(), stop);
      CanaryCompanion companion = new CanaryCompanion(checks);
      Settings whole =
          Settings.resolve(
              companion.settings(),
              List.of(Layer.of("test", Map.of("table.name", name, "canary.every", "300ms"))));
      if (!left.isEmpty()) {
        String table = name + "_canary";
        try (RunDirectory its = RunDirectory.at(directory.trial("table-" + table).toString());
            ScratchTable made = table(table)) {
          made.graphFile().writeTo(its);
        }
      }
      Companion.Attendance attendance = companion.attend(run, whole);
      long end = System.nanoTime() + LIMIT.toNanos();
      while (said.toString(StandardCharsets.UTF_8).lines().count() < 3) {
        assertThat(System.nanoTime()).as(said.toString(StandardCharsets.UTF_8)).isLessThan(end);
        boolean unused = stop.await(Duration.ofMillis(100));
      }
      attendance.close();
      assertThat(tables()).noneMatch(table -> table.startsWith(name));
      return attendance.outcome();
    }
  }

  @Test
  void canariesAreNoticedAndABlindCheckIsADoubtAboutTheRun() throws Exception {
    List<Check> checks = Check.all(List.of(new ScanActivity(), new BatchWalkActivity()));
    PartOutcome seeing = canaried("seeing", checks, "LOST (a row), looked for by scan: noticed");
    assertThat(seeing.verdict()).as(seeing.reasons().toString()).isEqualTo(Verdict.PASS);
    assertThat(seeing.findings()).isEmpty();
    assertThat(seeing.tally().get("canary: noticed")).isGreaterThanOrEqualTo(2);

    PartOutcome blind =
        canaried(
            "blind",
            checks.stream()
                .map(each -> new Check(each.form(), each.activity(), each.settings(), true))
                .toList(),
            "");
    assertThat(blind.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(blind.findings()).isEmpty();
    assertThat(blind.reasons()).allMatch(reason -> reason.startsWith("a canary was missed: "));

    PartOutcome takenOver = canaried("after", checks, "a canary was missed: LOST, looked for by x");
    assertThat(takenOver.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(takenOver.reasons()).containsExactly("a canary was missed: LOST, looked for by x");

    CLUSTER.connection().client().tableOperations().create("foreign_canary");
    assertThatThrownBy(() -> canaried("foreign", checks, ""))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("Table foreign_canary exists");
    CLUSTER.connection().client().tableOperations().delete("foreign_canary");
  }

  /** What waits for an answer of the cluster is interrupted, and the others are performed. */
  @Test
  void aCheckThatDoesNotEndWithinItsLimitIsOpen() throws Exception {
    Activity slow =
        new Activity() {
          @Override
          public Description description() {
            return Description.of("slow", "wait", List.of(TableName.SETTING));
          }

          @Override
          public Work prepare(PartEnvironment site, Settings own) {
            return run ->
                run.stop()
                    .interrupting(
                        () -> {
                          new CountDownLatch(1).await();
                          return PartOutcome.NOTHING;
                        });
          }
        };
    Check check =
        new Check(Check.all(List.of(new ScanActivity())).get(0).form(), slow, Map.of(), false);
    Terminal terminal = new Terminal(System.out, System.out);
    try (RunDirectory directory = RunDirectory.at(temporary.resolve("slow").toString());
        RunJournal record = new RunJournal(directory, "run", terminal);
        ScratchTable table = table("slow")) {
      StopSignal stop = new StopSignal();
      RunContext run =
          new RunContext(
              "run", site(terminal), directory, record.journal(), Optional.empty(), stop);
      try (Trial trial = new Trial(run, "slow", check, table, List.of(), Set.of())) {
        assertThat(trial.perform(stop, Duration.ofMillis(50)).failure())
            .get()
            .asString()
            .startsWith("it did not end within ");
      }
    }
  }
}
