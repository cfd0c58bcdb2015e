// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import catena.graph.judge.FindingKind;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companion;
import catena.harness.activity.Companions;
import catena.harness.activity.Description;
import catena.harness.activity.HeldDoubts;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.ProvenSoFar;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of scenarios from their settings to their verdicts, performed in this process. */
@Timeout(60)
class RunTest {
  private static final Setting<Integer> OF_RUN =
      Setting.ofInt("run.number", 1, 0, 99, "of the run as a whole");

  @TempDir private Path temp;
  private final StopSignal stop = new StopSignal();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final List<String> happened = new ArrayList<>();
  private Companion companion = new Witness();
  private CommonOptions options = new CommonOptions();
  private Function<PhaseSettings, PhasePerformer> performer =
      settings -> new PhasePerformer(settings, Optional.empty());

  /** Takes note of what happens to it. */
  private class Witness implements Companion {
    private final HeldDoubts doubts = new HeldDoubts();

    @Override
    public String name() {
      return "witness";
    }

    @Override
    public Attendance attend(RunContext run, Settings whole) {
      happened.add("companion begins");
      return new Attendance() {
        @Override
        public PartOutcome outcome() {
          return PartOutcome.fact("witnessed");
        }

        @Override
        public void holdBy(Consumer<String> each) {
          doubts.holdBy(each);
        }

        @Override
        public void close() {
          happened.add("companion ends");
        }
      };
    }

    @Override
    public PartOutcome after(RunContext run, Settings whole) {
      happened.add("companion looks back");
      return PartOutcome.NOTHING;
    }
  }

  private Played played(String name, Verdict verdict, String... reasons) {
    return Played.of(
        name,
        (run, own) -> {
          happened.add(run.name() + " performed");
          return new PartOutcome(verdict, List.of(reasons), Map.of(), Map.of(), List.of());
        });
  }

  private static Phase alone(Activity activity) {
    return new Phase(List.of(new Part(activity.name(), activity, Map.of())));
  }

  private static Scenario scenario(Map<String, String> settings, Phase... phases) {
    return new Scenario(
        "soak",
        "a test",
        Optional.empty(),
        Optional.empty(),
        Layer.of("the scenario", settings),
        List.of(phases));
  }

  private static PhaseSettings.Terms terms(Scenario scenario) {
    List<Setting<?>> known =
        Stream.concat(
                scenario.parts().stream().flatMap(part -> part.activity().settings().stream()),
                Stream.of(OF_RUN))
            .<Setting<?>>map(each -> each)
            .distinct()
            .toList();
    return new PhaseSettings.PlainTerms(known, List.of(OF_RUN));
  }

  private PhaseSettings settings(Scenario scenario, String... words) {
    options = new CommonOptions();
    JCommander.newBuilder().addObject(options).build().parse(words);
    Problems problems = new Problems();
    PhaseSettings settings =
        PhaseSettings.of(
            scenario,
            options,
            List.of(Layer.of("below", Map.of("run.number", "2"))),
            CallerContext.NOTHING,
            terms(scenario),
            problems);
    problems.throwIfAny();
    return settings;
  }

  private PartEnvironment site() {
    PrintStream stream = new PrintStream(said, true, UTF_8);
    return new PartEnvironment(
        () -> {
          throw new IllegalStateException("no cluster is asked");
        },
        true,
        CallerContext.NOTHING,
        List.of(),
        new Terminal(stream, stream),
        Clock.systemUTC(),
        7);
  }

  private RunDirectory directory() {
    return RunDirectory.at(temp.resolve("run").toString(), new Configuration(false));
  }

  private VerdictFile run(Phase... phases) throws Exception {
    try (RunDirectory directory = directory()) {
      Verdict verdict = perform(directory, phases);
      VerdictFile file = VerdictFile.readFrom(directory).orElseThrow();
      assertThat(file.verdict()).isEqualTo(verdict);
      return file;
    }
  }

  private Verdict perform(RunDirectory directory, Phase... phases) throws Exception {
    Scenario scenario = scenario(Map.of(), phases);
    PhaseSettings settings = settings(scenario);
    PendingVerdict pending = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    return new Run(
            scenario,
            settings,
            Run.Form.SCENARIO,
            RunVerdict.ofScenario(directory, pending),
            new Companions(List.of(companion)),
            performer.apply(settings))
        .perform(site(), stop);
  }

  private List<Event> events() throws IOException {
    List<Event> events = new ArrayList<>();
    try (RunDirectory directory = directory()) {
      JournalReader.read(directory.fileSystem(), directory.events("run"), events::add);
    }
    return events;
  }

  /** An event without its time. */
  private static String words(Event event) {
    if (event instanceof Event.RunStarted it) {
      return "run of " + it.scenario();
    } else if (event instanceof Event.RunEnded it) {
      return "run ended " + it.verdict();
    } else if (event instanceof Event.PhaseStarted it) {
      return it.phase() + " begins";
    } else if (event instanceof Event.PhaseEnded it) {
      return it.phase() + " ends: " + it.reason();
    } else if (event instanceof Event.PartEnded it) {
      return it.part() + " " + it.verdict() + " " + it.reasons();
    }
    return event.getClass().getSimpleName();
  }

  @Test
  void aRunGoesFromItsBeginningToItsVerdictAndTheJournalHasAllOfIt() throws Exception {
    VerdictFile file =
        run(alone(played("ingest", Verdict.PASS)), alone(played("verify", Verdict.PASS)));

    assertThat(file.verdict()).isEqualTo(Verdict.PASS);
    assertThat(happened)
        .containsExactly(
            "companion begins",
            "ingest performed",
            "verify performed",
            "companion ends",
            "companion looks back");
    assertThat(events().stream().map(RunTest::words))
        .containsExactly(
            "run of soak",
            "ingest begins",
            "ingest PASS []",
            "ingest ends: done",
            "verify begins",
            "verify PASS []",
            "verify ends: done",
            "run ended PASS");
    assertThat(said.toString(UTF_8).lines().map(String::strip).toList())
        .containsSubsequence("== ingest", "== verify", "witnessed", "PASS")
        .anyMatch(line -> line.matches("Scenario soak; .*; phases: ingest \\d+s, verify \\d+s"));
  }

  @Test
  void whatIsFoundIsAFailureAtOnceAndItsPartIsOnRecordWithTheReason() throws Exception {
    Played walk =
        Played.of(
            "walk",
            (run, own) ->
                new PartOutcome(
                    Verdict.FAIL,
                    List.of("rows are gone"),
                    Map.of(),
                    Map.of(FindingKind.LOST, 3L),
                    List.of()));
    Played verify =
        Played.of(
            "verify",
            (run, own) -> {
              happened.add(
                  "by now " + VerdictFile.readFrom(run.directory()).orElseThrow().verdict());
              return PartOutcome.NOTHING;
            });
    VerdictFile file = run(alone(walk), alone(verify));

    assertThat(file.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file.findings()).isEqualTo(Map.of(FindingKind.LOST, 3L));
    assertThat(happened).contains("by now FAIL");
    assertThat(events().stream().map(RunTest::words)).contains("walk FAIL [rows are gone]");
  }

  @Test
  void aLaterPartThatFailsIsADoubtAndTheRunGoesOn() throws Exception {
    Played broken =
        Played.of(
            "walk",
            (run, own) -> {
              throw new IOException("planted");
            });
    VerdictFile file =
        run(
            alone(played("ingest", Verdict.PASS)),
            alone(broken),
            alone(played("verify", Verdict.PASS)));
    assertThat(file.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file.reasons()).containsExactly("walk failed: planted");
    assertThat(happened).contains("verify performed");
  }

  /** As that of a fleet, while ZooKeeper is silent: the run itself goes on. */
  @Test
  void aPartThatOnlyItsPerformerStopsIsADoubtAndTheRunGoesOn() throws Exception {
    performer =
        settings ->
            new PhasePerformer(settings, Optional.empty()) {
              @Override
              protected PartOutcome guarded(
                  StopSignal whole, FailableFunction<StopSignal, PartOutcome, Exception> part)
                  throws Exception {
                StopSignal its = whole.child();
                its.ask("nobody knows whether this process may go on");
                return part.apply(its);
              }
            };
    VerdictFile file =
        run(alone(Played.of("flush", RunTest::waiting)), alone(played("verify", Verdict.PASS)));
    assertThat(file.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file.reasons()).containsExactly("flush was stopped before it was done");
    assertThat(happened).contains("verify performed");
  }

  private static PartOutcome waiting(RunContext run, Settings own) throws Exception {
    return run.stop()
        .interrupting(
            () -> {
              new CountDownLatch(1).await();
              return PartOutcome.NOTHING;
            });
  }

  @Test
  void whoeverStopsTheRunKeepsWhatItsCompanionsSay() throws Exception {
    Played flush =
        Played.of(
            "flush",
            (run, own) -> {
              stop.ask("stopped by a signal");
              return waiting(run, own);
            });
    VerdictFile file = run(alone(played("ingest", Verdict.PASS)), alone(flush));
    assertThat(file.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file.reasons()).contains("flush was stopped before it was done");
    assertThat(said.toString(UTF_8)).contains("witnessed");
    assertThat(happened).contains("companion looks back");
  }

  /** As a journal on HDFS that has lost its DataNodes. */
  @Test
  void aJournalThatCannotBeClosedDoesNotContradictTheVerdictThatIsWritten() throws Exception {
    boolean[] gone = {false};
    companion =
        new Witness() {
          @Override
          public void concluded(RunContext run) {
            gone[0] = true;
          }
        };
    FileSystem remote =
        new FilterFileSystem(new RawLocalFileSystem()) {
          @Override
          public FSDataOutputStream create(
              org.apache.hadoop.fs.Path file,
              FsPermission permission,
              boolean overwrite,
              int buffer,
              short replication,
              long block,
              Progressable progress)
              throws IOException {
            OutputStream out =
                super.create(file, permission, overwrite, buffer, replication, block, progress);
            return new FSDataOutputStream(out, null) {
              @Override
              public void hsync() throws IOException {
                if (gone[0]) {
                  throw new IOException("all datanodes are bad");
                }
                super.hsync();
              }
            };
          }
        };
    remote.initialize(URI.create("file:///"), new Configuration());
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(temp.resolve("run").toUri());
    try (RunDirectory directory = RunDirectory.on(remote, root)) {
      assertThat(perform(directory, alone(played("verify", Verdict.PASS)))).isEqualTo(Verdict.PASS);
      assertThat(VerdictFile.readFrom(directory).orElseThrow().verdict()).isEqualTo(Verdict.PASS);
    }
    assertThat(said.toString(UTF_8))
        .contains("the end of the journal is not on record: all datanodes are bad");
  }

  @Test
  void whatIsNotOnRecordIsHeldAtOnceByWhoeverMayHandTheRunOver() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    Files.createDirectories(temp.resolve("run/events"));
    Files.createSymbolicLink(temp.resolve("run/events/run.jsonl"), full);
    List<String> held = new ArrayList<>();
    performer =
        settings ->
            new PhasePerformer(settings, Optional.empty()) {
              @Override
              public void hold(String why) {
                held.add(why);
              }
            };
    Played ingest =
        Played.of(
            "ingest",
            (run, own) -> {
              run.journal().flush();
              happened.add("held by then: " + held.size());
              return PartOutcome.NOTHING;
            });
    assertThat(run(alone(ingest)).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(happened).contains("held by then: 1");
    assertThat(held.get(0)).startsWith("the journal cannot be written: ");
  }

  @Test
  void whatACompanionDoubtsIsHeldAtOnceByWhoeverMayHandTheRunOver() throws Exception {
    Witness witness = new Witness();
    companion = witness;
    witness.doubts.add("before the first phase");
    performer =
        settings ->
            new PhasePerformer(settings, Optional.empty()) {
              @Override
              public void hold(String why) {
                happened.add("held: " + why);
              }
            };
    VerdictFile unused =
        run(
            alone(
                Played.of(
                    "ingest",
                    (run, own) -> {
                      witness.doubts.add("beside a phase");
                      happened.add("the phase goes on");
                      return PartOutcome.NOTHING;
                    })));
    assertThat(happened)
        .containsSubsequence(
            "held: before the first phase", "held: beside a phase", "the phase goes on");
  }

  @Test
  void whatWasFoundIsAFailureAlsoWhereTheVerdictCannotBeWritten() throws Exception {
    Played walk =
        Played.of(
            "walk",
            (run, own) -> {
              run.found();
              Path verdict = temp.resolve("run/verdict.json");
              Files.delete(verdict);
              Files.createDirectories(verdict.resolve("no room"));
              return PartOutcome.NOTHING;
            });
    try (RunDirectory directory = directory()) {
      assertThat(perform(directory, alone(walk))).isEqualTo(Verdict.FAIL);
    }
    assertThat(said.toString(UTF_8)).contains("The run was not completed: ");
  }

  /** Nothing was done that could be thrown away. */
  @Test
  void whereTheFirstPartFailsTheRunIsBroken() throws Exception {
    Played broken =
        Played.of(
            "ingest",
            (run, own) -> {
              throw new UsageException("there is no such table");
            });
    assertThatThrownBy(() -> run(alone(broken), alone(played("verify", Verdict.PASS))))
        .isInstanceOf(UsageException.class)
        .hasMessage("there is no such table");
    try (RunDirectory directory = directory()) {
      VerdictFile file = VerdictFile.readFrom(directory).orElseThrow();
      assertThat(file.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(file.reasons()).anyMatch(why -> why.contains("there is no such table"));
    }
    assertThat(happened).doesNotContain("verify performed");
  }

  @Test
  void partsOfOnePhaseGoOnAtTheSameTimeUnderTheirOwnNames() throws Exception {
    Played stats =
        Played.of(
            "stats",
            (run, own) ->
                PartOutcome.fact(run.name() + " until " + run.stop().await(Duration.ofHours(1))));
    Phase both =
        new Phase(
            List.of(
                new Part("ingest-2", played("ingest", Verdict.PASS), Map.of()),
                new Part("stats", stats, Map.of())));
    VerdictFile file = run(both, alone(played("verify", Verdict.PASS)));
    assertThat(file.verdict()).isEqualTo(Verdict.PASS);
    assertThat(happened).contains("ingest-2 performed");
    assertThat(said.toString(UTF_8)).contains("== ingest+stats", "stats until true");
    assertThat(events().stream().map(RunTest::words))
        .containsSubsequence("ingest+stats begins", "ingest-2 PASS []", "stats PASS []");
  }

  @Test
  void aPhaseWhoseConditionDoesNotHoldIsOnRecordAsLeftOut() throws Exception {
    Played walk = played("walk", Verdict.PASS);
    Phase ifFailed =
        new Phase(
            List.of(new Part("walk", walk, Map.of())),
            Optional.empty(),
            List.of(new Condition("verify", List.of(Verdict.FAIL))));
    VerdictFile file =
        run(alone(played("ingest", Verdict.PASS)), alone(played("verify", Verdict.PASS)), ifFailed);
    assertThat(file.verdict()).isEqualTo(Verdict.PASS);
    assertThat(happened).doesNotContain("walk performed");
    assertThat(said.toString(UTF_8))
        .contains("== walk left out: verify is PASS, not FAIL")
        .contains("walk was left out: verify is PASS, not FAIL");
    assertThat(events().stream().map(RunTest::words))
        .containsSubsequence("walk begins", "walk ends: left out: verify is PASS, not FAIL");
  }

  @Test
  void aStopEndsTheRunAndNoLaterPhaseBegins() throws Exception {
    Played stopped =
        Played.of(
            "ingest",
            (run, own) -> {
              stop.ask("by a signal");
              return PartOutcome.NOTHING;
            });
    VerdictFile file = run(alone(stopped), alone(played("verify", Verdict.PASS)));
    assertThat(file.reasons())
        .containsExactlyInAnyOrder(
            "stopped before phase verify",
            "the run was broken off: by a signal",
            "nothing was verified");
    assertThat(events().stream().map(RunTest::words)).contains("ingest ends: by a signal");
    assertThat(happened).endsWith("companion ends", "companion looks back");
  }

  @Test
  void aPartKnowsWhatTheOnesBeforeItHaveProven() throws Exception {
    Played recreate =
        Played.of(
            "recreate",
            (run, own) -> {
              happened.add(
                  "unproven: "
                      + run.site().given().find(ProvenSoFar.class).orElseThrow().unproven());
              return PartOutcome.NOTHING;
            });
    VerdictFile unused =
        run(
            alone(played("ingest", Verdict.PASS)),
            alone(recreate),
            alone(played("verify", Verdict.PASS)),
            alone(recreate));
    assertThat(happened)
        .contains("unproven: Optional[nothing was verified]", "unproven: Optional.empty");
  }

  @Test
  void aCompanionThatFailsIsADoubt() throws Exception {
    companion =
        new Witness() {
          @Override
          public PartOutcome after(RunContext run, Settings whole) {
            return PartOutcome.doubt("nobody knows the causes");
          }
        };
    VerdictFile file =
        run(alone(played("ingest", Verdict.PASS)), alone(played("verify", Verdict.PASS)));
    assertThat(file.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file.reasons()).containsExactly("nobody knows the causes");
  }

  private static String text(PhaseSettings settings, Part part, String key) {
    return settings.of(part).effective().get(key);
  }

  @Test
  void theScenarioCountsMoreThanAFileThePartMoreAndTheCommandLineMost() throws IOException {
    Played ingest = played("ingest", Verdict.PASS);
    Part plain = new Part("ingest", ingest, Map.of());
    Part own = new Part("ingest-2", ingest, Map.of("ingest.size", "4"));
    Phase[] phases = {new Phase(List.of(plain)), new Phase(List.of(own))};
    String file =
        Files.writeString(temp.resolve("x.properties"), "ingest.size=2\nrun.number=5\n").toString();
    Scenario bare = scenario(Map.of(), phases);
    Scenario set = scenario(Map.of("ingest.size", "3"), phases);

    assertThat(text(settings(bare), plain, "ingest.size")).isEqualTo("1");
    assertThat(text(settings(bare, "-p", file), plain, "ingest.size")).isEqualTo("2");
    assertThat(text(settings(set, "-p", file), plain, "ingest.size")).isEqualTo("3");
    assertThat(text(settings(set, "-p", file), own, "ingest.size")).isEqualTo("4");
    PhaseSettings line = settings(set, "-p", file, "-o", "ingest.size=6");
    assertThat(text(line, plain, "ingest.size")).isEqualTo("6");
    assertThat(text(line, own, "ingest.size")).isEqualTo("6");
    assertThat(settings(bare).whole().get(OF_RUN)).as("what stands below all").isEqualTo(2);
    assertThat(settings(bare, "-p", file).whole().get(OF_RUN)).isEqualTo(5);
    assertThat(settings(set, "-p", file).whole().effective()).containsEntry("ingest.size", "3");
    assertThat(settings(set).effective())
        .as("what any part is given")
        .containsEntry("ingest.size", "4")
        .containsEntry("run.number", "2");
    assertThat(settings(set).setByPhases(phases[1]))
        .isEqualTo(Map.of("ingest-2", Map.of("ingest.size", "4")));
    assertThat(settings(set).setByPhases(phases[0]))
        .isEqualTo(Map.of("ingest", Map.of("ingest.size", "3")));
    assertThat(settings(set, "-p", file).all()).containsOnlyKeys(plain, own);
    assertThat(settings(set, "-p", file).belowScenario())
        .as("the file and what stands below it")
        .isEqualTo(2);
    assertThat(settings(set).outsideScenario()).doesNotContain(set.layer());
    assertThat(settings(set, "--seed", "77").effective())
        .as("the seed of a graph is set where there is a graph")
        .doesNotContainKey("graph.seed");
  }

  @Test
  void allThatIsWrongIsReportedAtOnceAndEachOnce() {
    Played ingest = played("ingest", Verdict.PASS);
    Scenario wrong =
        scenario(
            Map.of("ingest.size", "many"),
            new Phase(List.of(new Part("ingest", ingest, Map.of()))),
            new Phase(List.of(new Part("ingest-2", ingest, Map.of("ingest.size", "8")))),
            new Phase(List.of(new Part("ingest-3", ingest, Map.of("ingest.sise", "2")))));
    assertThatThrownBy(() -> settings(wrong, "-o", "no.such=1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("many", "a size of 8 brings bad luck", "ingest.sise", "no.such")
        .satisfies(e -> assertThat(e.getMessage()).containsOnlyOnce("many"));
  }

  /** A worker that comes late ends with the others. */
  @Test
  void whoComesWhenAPhaseGoesOnHasTheTimeThatIsLeft() {
    Played ingest = played("ingest", Verdict.PASS);
    Part part = new Part("ingest", ingest, Map.of("ingest.duration", "30s"));
    PhaseSettings all = settings(scenario(Map.of(), new Phase(List.of(part))));
    Settings own = all.of(part);
    assertThat(PhaseSettings.lasts(part, own)).contains(Duration.ofSeconds(30));
    assertThat(all.left(part, own, Duration.ZERO)).containsSame(own);
    assertThat(all.left(part, own, Duration.ofSeconds(10)).orElseThrow().get(ingest.duration()))
        .isEqualTo(Duration.ofSeconds(20));
    assertThat(all.left(part, own, Duration.ofSeconds(30))).isEmpty();
    assertThat(all.left(part, own, Duration.ofSeconds(31))).isEmpty();
    assertThat(all.left(part, own, Duration.ofMillis(29_500)))
        .as("less than the least duration")
        .isEmpty();
    Activity brief = new BriefActivity();
    Part other = new Part("brief", brief, Map.of());
    PhaseSettings none = settings(scenario(Map.of(), new Phase(List.of(other))));
    assertThat(PhaseSettings.lasts(other, none.of(other))).isEmpty();
    assertThat(none.left(other, none.of(other), Duration.ofHours(9)))
        .as("no time ends it")
        .contains(none.of(other));
  }

  /** One without a duration. */
  private static final class BriefActivity implements Activity {
    @Override
    public Description description() {
      return Description.of("brief", "pretend", List.of(OF_RUN));
    }

    @Override
    public Work prepare(PartEnvironment site, Settings own) {
      return run -> PartOutcome.NOTHING;
    }
  }
}
