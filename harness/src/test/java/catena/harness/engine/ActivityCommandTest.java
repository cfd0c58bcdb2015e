// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import catena.graph.GraphSpec;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.CommandOptions;
import catena.harness.activity.Companion;
import catena.harness.activity.Companions;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunOptions;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.records.budget.Measure;
import catena.records.journal.Event;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
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
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command from its words to its run directory, with an activity that needs no cluster. */
class ActivityCommandTest {
  private static final Setting<Integer> SIZE =
      Setting.ofInt("fake.size", 1, 1, 9, "how much of it");
  private static final PartOutcome LOST =
      new PartOutcome(
          Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 3L), List.of("it was done"));

  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<String> happened = new ArrayList<>();
  private boolean failing;

  /** What the fake does, and what it is. */
  private record Fake(Effect effect, Work work) implements Activity {
    @Override
    public Description description() {
      return Description.of("fake", "pretend", List.of(TableName.SETTING, SIZE))
          .effect(effect)
          .options(() -> effect == Effect.HITS ? new ErrandOptions() : new RunOptions());
    }

    @Override
    public Scope scope(Settings own) {
      return new Scope(own.get(TableName.SETTING), List.of(), false);
    }

    @Override
    public Work prepare(PartEnvironment site, Settings own) {
      return work;
    }
  }

  /** With an errand that needs no run, as the heal of what an agitator left behind. */
  private static final class ErrandOptions extends CommandOptions {
    @Parameter(names = "--errand")
    private boolean errand;

    @Override
    public Optional<Callable<Verdict>> errand(Settings own, CallerContext given) {
      return errand ? Optional.of(() -> Verdict.PASS) : Optional.empty();
    }
  }

  /** A companion that records what happens to it. */
  private final class Witness implements Companion {
    @Override
    public String name() {
      return "witness";
    }

    @Override
    public List<Setting<?>> settings() {
      return Measure.settings();
    }

    @Override
    public Attendance attend(RunContext run, Settings whole) {
      happened.add("begun");
      return new Attendance() {
        @Override
        public PartOutcome outcome() {
          return PartOutcome.fact("witnessed");
        }

        @Override
        public void close() {
          happened.add("closed");
          if (failing) {
            throw new IllegalStateException("planted");
          }
        }
      };
    }

    @Override
    public PartOutcome after(RunContext run, Settings whole) {
      happened.add("after");
      return PartOutcome.NOTHING;
    }

    @Override
    public void concluded(RunContext run) throws IOException {
      happened.add("concluded " + VerdictFile.readFrom(run.directory()).isPresent());
      throw new IOException("no room");
    }
  }

  private Verdict run(Effect effect, Work work, String... words) throws Exception {
    PrintStream stream = new PrintStream(out, true, UTF_8);
    Fake fake = new Fake(effect, work);
    CommandContext context =
        new CommandContext(
            Setting.all(fake.settings(), Measure.settings()),
            List.of(words),
            new StopSignal(),
            Clock.systemUTC(),
            () -> 7);
    ActivityCommand command =
        new ActivityCommand(
            fake,
            context,
            new Companions(List.of(new Witness())),
            (file, terminal) -> CallerContext.NOTHING);
    JCommander.newBuilder().addObject(command).build().parse(words);
    return command.run(new Terminal(stream, stream));
  }

  private String at(String name) {
    return temp.resolve(name).toString();
  }

  private Optional<VerdictFile> verdict(String name) throws IOException {
    try (RunDirectory directory = RunDirectory.open(at(name), new Configuration(false))) {
      return VerdictFile.readFrom(directory);
    }
  }

  @Test
  void itIsAccompaniedAndEndsWithItsVerdict() throws Exception {
    Work work =
        run -> {
          happened.add("performed " + run.name() + " " + run.seed());
          return PartOutcome.fact("it was done");
        };

    assertThat(run(Effect.WATCHES, work, "--run-dir", at("new"))).isEqualTo(Verdict.PASS);
    assertThat(happened)
        .containsExactly("begun", "performed fake 7", "closed", "after", "concluded true");
    assertThat(out.toString(UTF_8))
        .contains("it was done", "witnessed", "witness could not be completed: no room")
        .endsWith("fake: done\n");
    assertThat(verdict("new").orElseThrow().verdict()).isEqualTo(Verdict.PASS);
    assertThat(temp.resolve("new/environment.json")).exists();
    assertThat(temp.resolve("new/events/fake.jsonl")).content().contains("RunStarted", "RunEnded");
  }

  /** As a verification of a copy is of no run. */
  @Test
  void whatIsApartIsNotPutIntoTheDirectoryOfARun() throws Exception {
    Verdict unused = run(Effect.WRITES, run -> PartOutcome.NOTHING, "--run-dir", at("run"));
    Work apart =
        new Work() {
          @Override
          public PartOutcome perform(RunContext run) {
            return PartOutcome.NOTHING;
          }

          @Override
          public boolean isApart() {
            return true;
          }
        };
    assertThat(run(Effect.VERIFIES, apart, "--run-dir", at("copy"))).isEqualTo(Verdict.PASS);
    assertThat(run(Effect.VERIFIES, apart, "--run-dir", at("copy"))).isEqualTo(Verdict.PASS);
    Files.createDirectories(temp.resolve("run/ledger"));
    Files.writeString(temp.resolve("run/ledger/writer-00000.ledger"), "x");
    VerdictFile before = verdict("run").orElseThrow();
    assertThatThrownBy(() -> run(Effect.VERIFIES, apart, "--run-dir", at("run")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("holds the run of another table");
    assertThat(verdict("run")).contains(before);
  }

  @Test
  void aCompanionThatIsNotWantedStaysAwayAndOneThatIsNotThereIsNamed() throws Exception {
    Work work = run -> PartOutcome.NOTHING;
    Verdict unused = run(Effect.WATCHES, work, "--run-dir", at("alone"), "--without", "witness");
    assertThat(happened).isEmpty();
    assertThatThrownBy(() -> run(Effect.WATCHES, work, "--without", "moon", "-o", "fake.size=0"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("write some of witness")
        .hasMessageContaining("fake.size=0");
  }

  @Test
  void aReaderOfARunLeavesItsDescriptionAndAddsNoSamples() throws Exception {
    Work work = run -> PartOutcome.NOTHING;
    Verdict unused = run(Effect.WRITES, work, "--run-dir", at("run"), "-o", "fake.size=2");
    happened.clear();
    Verdict ignored = run(Effect.READS, work, "--run-dir", at("run"), "-o", "fake.size=3");

    assertThat(happened).containsExactly("concluded true");
    assertThat(temp.resolve("run/settings.properties")).content().contains("fake.size=2");
    happened.clear();
    assertThat(run(Effect.READS, found -> LOST, "--run-dir", at("run"))).isEqualTo(Verdict.FAIL);
    assertThat(happened).as("what was lost is traced").containsExactly("after", "concluded true");
  }

  @Test
  void whatACompanionWouldNotDoOrJudgeInAnothersDirectoryIsRefused() throws Exception {
    Work work = run -> PartOutcome.NOTHING;
    Verdict unused = run(Effect.WRITES, work, "--run-dir", at("run"));
    VerdictFile before = verdict("run").orElseThrow();

    assertThatThrownBy(
            () ->
                run(
                    Effect.READS,
                    work,
                    "--run-dir",
                    at("run"),
                    "-o",
                    "budget.lookup.p99=1ms",
                    "-o",
                    "mark.merges.cut=1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("-o budget.lookup.p99: ", "-o mark.merges.cut: ", "--run-dir");
    assertThat(verdict("run")).contains(before);
    assertThat(run(Effect.READS, work, "--run-dir", at("new"), "-o", "budget.lookup.p99=1ms"))
        .as("of its own directory")
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void aResumedRunWritesItsSettingsToASeparateFile() throws Exception {
    Work work = run -> PartOutcome.NOTHING;
    Verdict unused = run(Effect.WRITES, work, "--run-dir", at("run"), "-o", "fake.size=2");
    Verdict ignored = run(Effect.WRITES, work, "--run-dir", at("run"), "-o", "fake.size=3");

    assertThat(temp.resolve("run/settings.properties")).content().contains("fake.size=2");
    try (var files = Files.list(temp.resolve("run"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.startsWith("resumed-"));
    }
    assertThat(verdict("run").orElseThrow().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(out.toString(UTF_8))
        .contains("The run's verdict.json says UNKNOWN: nothing was verified")
        .endsWith("\nfake: done; nothing is verified yet\n");
  }

  @Test
  void aUsageErrorLeavesTheEarlierVerdictAlone() throws Exception {
    Verdict unused = run(Effect.VERIFIES, run -> LOST, "--run-dir", at("run"));
    VerdictFile before = verdict("run").orElseThrow();
    Work refused =
        run -> {
          throw new UsageException("not so");
        };

    for (Effect effect : Effect.values()) {
      assertThatThrownBy(() -> run(effect, refused, "--run-dir", at("run")))
          .as(effect.name())
          .hasMessageContaining("not so");
      assertThat(verdict("run")).as(effect.name()).contains(before);
    }
  }

  @Test
  void aBrokenOffReadIsUnknownAndAFindingStays() throws Exception {
    assertThatThrownBy(
            () ->
                run(
                    Effect.READS,
                    run -> {
                      throw new IOException("gone");
                    },
                    "--run-dir",
                    at("gone")))
        .hasMessageContaining("gone");
    assertThat(verdict("gone").orElseThrow().reasons()).containsExactly("not completed: gone");
    Work found =
        run -> {
          run.found();
          throw new IOException("gone");
        };
    assertThat(run(Effect.READS, found, "--run-dir", at("found")))
        .as("as verdict.json says")
        .isEqualTo(Verdict.FAIL);
    assertThat(out.toString(UTF_8)).contains("fake was not completed: gone", "FAIL");
    assertThat(verdict("found").orElseThrow().verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aDryRunSaysWhatItWouldDoAndMakesNothing() throws Exception {
    Work work =
        new Work() {
          @Override
          public PartOutcome perform(RunContext run) {
            throw new IllegalStateException("it is dry");
          }

          @Override
          public List<String> wouldDo() {
            return List.of("would pretend");
          }
        };

    assertThat(run(Effect.READS, work, "--dry-run", "--run-dir", at("dry"), "-o", "fake.size=3"))
        .isEqualTo(Verdict.PASS);
    assertThat(out.toString(UTF_8)).contains("would pretend", "fake.size=3");
    assertThat(temp.resolve("dry")).doesNotExist();
  }

  /** An agitator in a run's directory must not split or compact another table. */
  @Test
  void theTableIsThatOfTheRunInWhoseDirectoryItWorks() throws Exception {
    try (RunDirectory run = RunDirectory.at(at("run"), new Configuration(false))) {
      new GraphFile("soak", "2a", "instance", GraphSpec.ofSeed(5)).writeTo(run);
    }
    Work work = found -> PartOutcome.NOTHING;
    Verdict unused = run(Effect.HITS, work, "--dry-run", "--run-dir", at("run"));
    assertThat(out.toString(UTF_8)).contains("would fake, table soak");
    out.reset();
    unused = run(Effect.HITS, work, "--dry-run", "--run-dir", at("run"), "-o", "table.name=own");
    assertThat(out.toString(UTF_8)).contains("would fake, table own");
    out.reset();
    unused = run(Effect.WATCHES, work, "--dry-run", "--run-dir", at("new"));
    assertThat(out.toString(UTF_8)).contains("would fake, table ci");
    assertThat(temp.resolve("new")).doesNotExist();
    out.reset();
    unused = run(Effect.TRIES, work, "--dry-run", "--run-dir", at("run"));
    assertThat(out.toString(UTF_8)).as("a self-test has its own").contains("would fake, table ci");
  }

  /** It may be there to heal the file system that has the run. */
  @Test
  void anErrandNeedsNothingOfTheRunInWhoseDirectoryItWorks() throws Exception {
    Files.createDirectories(temp.resolve("run"));
    Files.writeString(temp.resolve("run").resolve(RunDirectory.GRAPH), "damaged");
    Work work = found -> PartOutcome.NOTHING;
    assertThatThrownBy(() -> run(Effect.HITS, work, "--dry-run", "--run-dir", at("run")))
        .isInstanceOf(UsageException.class);
    assertThat(run(Effect.HITS, work, "--errand", "--run-dir", at("run"))).isEqualTo(Verdict.PASS);
  }

  @Test
  void itsLedgersAreThoseOfTheRunsThatAreNamedAndItsOwnEachOnce() throws Exception {
    Work work =
        run -> {
          run.ledgers().forEach(each -> happened.add(each.name()));
          return PartOutcome.NOTHING;
        };
    Files.createDirectories(temp.resolve("one"));
    Verdict unused =
        run(Effect.READS, work, at("one"), "--run-dir", at("two"), "--without", "witness");
    Verdict ignored =
        run(Effect.READS, work, at("one"), "--run-dir", at("one"), "--without", "witness");

    assertThat(happened).containsExactly("one", "two", "one");
    assertThatThrownBy(() -> run(Effect.READS, work, at("none")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("There is no run directory");
  }

  @Test
  void whatWasFoundStaysFoundWhenACompanionFails() throws Exception {
    failing = true;
    Verdict verdict = run(Effect.READS, run -> LOST, "--run-dir", at("run"));

    assertThat(verdict).isEqualTo(Verdict.FAIL);
    VerdictFile file = verdict("run").orElseThrow();
    assertThat(file.findings()).isEqualTo(Map.of(FindingKind.LOST, 3L));
    assertThat(file.reasons())
        .containsExactly("What went on at the same time was not completed: planted");
  }

  @Test
  void aJournalThatCannotBeWrittenIsADoubtAndLosesNoFinding() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    Files.createDirectories(temp.resolve("run/events"));
    Files.createSymbolicLink(temp.resolve("run/events/fake.jsonl"), full);

    assertThat(run(Effect.READS, run -> LOST, "--run-dir", at("run"))).isEqualTo(Verdict.FAIL);
    VerdictFile file = verdict("run").orElseThrow();
    assertThat(file.findings()).isEqualTo(Map.of(FindingKind.LOST, 3L));
    assertThat(file.reasons())
        .singleElement()
        .asString()
        .startsWith("the journal cannot be written: ");
    Work telling =
        run -> {
          run.journal().add(new Event.Note(1, "fake", "it is done"));
          return PartOutcome.NOTHING;
        };
    assertThat(run(Effect.WATCHES, telling, "--run-dir", at("run")))
        .as("what is not on record is no pass")
        .isEqualTo(Verdict.UNKNOWN);
  }
}
