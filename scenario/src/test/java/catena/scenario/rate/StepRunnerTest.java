// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.PartRig;
import catena.harness.activity.Rated;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.ingest.IngestActivity;
import catena.records.budget.Measure;
import catena.records.history.Missing;
import catena.records.history.RateFile;
import catena.records.history.RateState;
import catena.records.history.TolerantReader;
import catena.records.journal.Event;
import catena.records.latency.Measuring;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.sample.Sample;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.scenario.rate.RateSearch.Stage;
import catena.scenario.rate.RateSearch.Trial;
import catena.walker.WalkActivity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps whose clients tell at once what they would come to. */
class StepRunnerTest {
  @TempDir private Path files;
  private PartRig rig;
  private final Flying flying = new Flying();
  private final RateActivity rate =
      new RateActivity(List.of(flying, new IngestActivity(), new WalkActivity()));

  /** Writes into the journal what two clients come to in half a second behind the warm-up. */
  private static final class Flying implements Activity {
    private final List<Long> seeds = new ArrayList<>();
    private final List<Settings> done = new ArrayList<>();
    private long began;
    private int prepared;
    private PartOutcome outcome = PartOutcome.fact("flown");
    private boolean stops;
    private Runnable meanwhile = () -> {};

    @Override
    public Description description() {
      List<Setting<?>> settings =
          List.of(
              Setting.ofDouble("fly.rate", 0, 0, 1e9, "how fast"),
              Setting.ofDuration("fly.duration", "1m", "how long"),
              Setting.ofInt("fly.clients", 2, 1, 9, "how many"),
              Measuring.INTERVAL);
      return Description.of("fly", "flies", settings)
          .effect(Effect.WATCHES)
          .rated(new Rated("flights", Measure.LOOKUP_P99, 10));
    }

    @Override
    public Work prepare(PartEnvironment site, Settings own) {
      prepared++;
      return run -> perform(run, own);
    }

    private PartOutcome perform(RunContext run, Settings own) {
      seeds.add(run.site().seed());
      done.add(own);
      began = run.clock().millis();
      String client = run.name() + "-r0";
      run.journal().add(new Event.ClientStarted(began, client, "flights"));
      run.journal()
          .add(
              new Event.Throughput(
                  began + 1500, client, false, 0.5, 40, 40, 40, 40, 0.5, 0.25, List.of()));
      run.journal().add(new Event.Rejected(began + 1200, client, 0, "held", 1, 5));
      run.journal().add(new Event.Unanswered(began + 1500, client, "lookup", 40, 2, 3, 0.1));
      meanwhile.run();
      if (stops) {
        run.stop().ask("enough");
      }
      return outcome;
    }
  }

  @BeforeEach
  void open() throws Exception {
    rig = new PartRig(files);
  }

  @AfterEach
  void close() throws Exception {
    rig.close();
  }

  private Settings own(String... pairs) {
    Map<String, String> given =
        new TreeMap<>(Map.of("rate.step", "2s", "rate.confirm", "3s", "rate.workload", "fly"));
    for (int i = 0; i < pairs.length; i += 2) {
      given.put(pairs[i], pairs[i + 1]);
    }
    return Settings.resolve(rate.settings(), List.of(Layer.of("x", given)));
  }

  private StepRunner runner() {
    Settings own = own();
    return new StepRunner(rate.plan(own), own, rate.settings());
  }

  private StepFigures step(Stage stage, int number) throws Exception {
    return runner().run(new Trial(stage, 1, 100), number, rig.context("rate"));
  }

  @Test
  void aStepIsMeasuredFromTheEndOfItsWarmUpToTheEndOfItsClients() throws Exception {
    StepFigures figures = step(Stage.RAMP, 1);

    assertThat(figures.from()).isEqualTo(flying.began + 1000);
    assertThat(figures.to()).isEqualTo(flying.began + 1500);
    assertThat(figures.seconds()).isEqualTo(0.5);
    assertThat(figures.unanswered()).isEqualTo(5);
    assertThat(figures.rejected()).isEqualTo(1);
    assertThat(figures.faults()).isEmpty();
    assertThat(figures.holdSeconds()).isEmpty();
    assertThat(figures.done()).isEqualTo(80);
    assertThat(figures.lateSeconds()).isEqualTo(0.25);
    assertThat(figures.outcome().facts()).containsExactly("flown");
    WorkFigures work = figures.works().get(0);
    assertThat(figures.works()).hasSize(1);
    assertThat(work.clients()).isEqualTo(2);
    assertThat(work.asked()).isEqualTo(100);
    // a step of milliseconds is short for the clock of the processors, and they were used for
    // seconds before it
    assertThat(figures.processors()).isBetween(0.0, 100.0);
    assertThat(figures.hostProcessors()).isBetween(0.0, 1.0);
  }

  @Test
  void clientsAreGivenTheRateAndTheDuration() throws Exception {
    StepFigures ramp = step(Stage.RAMP, 1);
    StepFigures confirm = step(Stage.CONFIRM, 2);

    assertThat(ramp.outcome().verdict()).isEqualTo(Verdict.PASS);
    assertThat(confirm.outcome().verdict()).isEqualTo(Verdict.PASS);
    assertThat(flying.done.get(0).effective())
        .containsEntry("fly.rate", "50.0")
        .containsEntry("fly.duration", "3s")
        .containsEntry("measure.interval", "100ms");
    assertThat(flying.done.get(1).effective())
        .as("the confirming run, longer")
        .containsEntry("fly.duration", "4s")
        .containsEntry("measure.interval", "150ms");
  }

  /** Readers of each step read other rows, and those of the same step at the same. */
  @Test
  void eachStepDrawsAnew() throws Exception {
    for (int number : new int[] {1, 2, 1}) {
      assertThat(step(Stage.BISECT, number).outcome().verdict()).isEqualTo(Verdict.PASS);
    }
    assertThat(flying.seeds.get(0)).isEqualTo(flying.seeds.get(2)).isNotEqualTo(7L);
    assertThat(flying.seeds.get(1)).isNotEqualTo(flying.seeds.get(0)).isNotEqualTo(7L);
  }

  @Test
  void eventsOfAnEarlierStepAreNotMeasuredAgain() throws Exception {
    StepFigures first = step(Stage.RAMP, 1);
    long before = flying.began;
    rig.context("x").journal().add(new Event.Rejected(before - 60_000, "fly-r0", 0, "old", 1, 5));
    StepFigures second = step(Stage.RAMP, 2);

    assertThat(first.rejected()).isEqualTo(1);
    assertThat(second.rejected()).as("without that of a minute before").isBetween(1L, 2L);
    assertThat(second.from()).isEqualTo(flying.began + 1000);
    assertThat(second.outcome()).isEqualTo(flying.outcome);
  }

  private static String sample(long at, String name, double value) throws Exception {
    Sample sample = Sample.of(at, "tserver-1", Set.of(name), Map.of(name, value));
    return Json.LINES.writeValueAsString(sample) + "\n";
  }

  @Test
  void theLongestHoldOfTheMeasuredTimeIsTaken() throws Exception {
    flying.outcome = PartOutcome.doubt("planted");
    long now = System.currentTimeMillis();
    StringBuilder samples = new StringBuilder();
    // the first is of before, the last of long after; those between hold wherever the step lies
    samples.append(sample(now - 60_000, Sample.HOLD_TIME, 70));
    for (long at = now; at < now + 30_000; at += 50) {
      samples.append(sample(at, Sample.HOLD_TIME, at == now ? 0.5 : 2.5));
      samples.append(sample(at, "other", 90));
    }
    samples.append(sample(now + 600_000, Sample.HOLD_TIME, 80));
    Path file = Path.of(rig.run.clusterSamples().toUri().getPath());
    Files.createDirectories(file.getParent());
    Files.writeString(file, samples);

    StepFigures figures = step(Stage.RAMP, 1);
    assertThat(figures.holdSeconds()).hasValue(2.5);
    assertThat(figures.outcome().reasons()).containsExactly("planted");
  }

  @Test
  void samplesThatCannotBeReadAreADoubtOfTheStepAlone() throws Exception {
    flying.outcome = PartOutcome.doubt("planted");
    Files.createDirectories(Path.of(rig.run.clusterSamples().toUri().getPath()));

    StepFigures figures = step(Stage.RAMP, 1);
    assertThat(figures.seconds()).isEqualTo(0.5);
    assertThat(figures.holdSeconds()).isEmpty();
    assertThat(figures.outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(figures.outcome().reasons())
        .hasSize(2)
        .contains("planted")
        .anyMatch(why -> why.startsWith("what was done in a step could not be read: "));
  }

  /** A file system in which nothing can be listed for a while. */
  private static final class Absent extends RawLocalFileSystem {
    private volatile boolean away;

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      if (away) {
        throw new IOException("away");
      }
      return super.listStatus(path);
    }
  }

  @Test
  void aStepWhoseJournalsCannotBeReadIsNotMeasuredAndItsOutcomeIsKept() throws Exception {
    flying.outcome = PartOutcome.doubt("planted");
    Absent files = new Absent();
    files.initialize(URI.create("file:///"), new Configuration(false));
    flying.meanwhile = () -> files.away = true;
    try (RunDirectory directory = RunDirectory.on(files, rig.run.root())) {
      RunContext run =
          new RunContext(
              "rate",
              rig.site(),
              directory,
              rig.context("rate").journal(),
              Optional.empty(),
              new StopSignal());
      Trial trial = new Trial(Stage.RAMP, 1, 100);
      StepFigures figures = runner().run(trial, 1, run);
      assertThat(figures.seconds()).isZero();
      assertThat(figures.outcome().reasons())
          .hasSize(2)
          .contains("planted")
          .anyMatch(why -> why.startsWith("what was done in a step could not be read: "));
      files.away = false;
      flying.meanwhile = () -> {};
      assertThat(runner().run(trial, 2, run).seconds()).as("the next one").isEqualTo(0.5);
    }
  }

  @Test
  void aSearchThatIsStoppedInItsFirstStepSaysWhatItSearchedBy() throws Exception {
    flying.stops = true;
    Work work = rate.prepare(rig.site(), own("budget.lookup.p99", "500ms", "budget.rejected", "4"));
    assertThat(flying.prepared).as("the parts were asked whether they can be done").isEqualTo(1);
    PartOutcome outcome = work.perform(rig.context("rate"));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly("the search was broken off (enough)");
    assertThat(flying.prepared).isEqualTo(2);
    RateFile file =
        new TolerantReader(rig.run, new Missing())
            .json(rig.run.rate(), RateFile.class)
            .orElseThrow();
    assertThat(file.state()).isEqualTo(RateState.BROKEN_OFF);
    assertThat(file.terms())
        .last()
        .asString()
        .startsWith("Budgets of each step: ")
        .contains("lookup.p99 at most 500 ms, ", "rejected at most 4")
        .endsWith(".");
  }

  @Test
  void withoutBudgetsWhatWasAskedIsTheBudget() throws Exception {
    flying.stops = true;
    PartOutcome outcome = rate.prepare(rig.site(), own()).perform(rig.context("rate"));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    RateFile file =
        new TolerantReader(rig.run, new Missing())
            .json(rig.run.rate(), RateFile.class)
            .orElseThrow();
    assertThat(file.terms())
        .last()
        .isEqualTo("No budget was set: each step had to do what was asked.");
    assertThat(file.workload()).isEqualTo("fly");
    assertThat(file.unit()).isEqualTo("flights");
  }

  @Test
  void whatGoesWrongInItsOnlyPartIsADoubtOfTheStep() throws Exception {
    flying.outcome = PartOutcome.doubt("a").and(PartOutcome.doubt("b"));
    assertThat(step(Stage.RAMP, 3).outcome().reasons()).containsExactly("a", "b");
  }
}
