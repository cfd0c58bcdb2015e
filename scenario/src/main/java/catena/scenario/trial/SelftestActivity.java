// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.Given;
import catena.harness.activity.RunContext;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Plants each kind of fault in separate tables, and sees whether each check finds it. */
public final class SelftestActivity implements Activity {
  /** The word on the command line. */
  public static final String NAME = "selftest";

  /** On two cores. */
  private static final Duration USUAL = Duration.ofMinutes(2);

  private final List<Check> checks;

  /**
   * The activity.
   *
   * @param activities those among them that check a table are tried
   */
  public SelftestActivity(List<Activity> activities) {
    this.checks = Check.all(activities);
  }

  @Override
  public Description description() {
    return Description.of(
            NAME, "plant each kind of fault, and see each check find it", SelftestPlan.ALL)
        .effect(Effect.TRIES);
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.lasting(checks.size() + " checks", Optional.of(USUAL));
  }

  @Override
  public void check(Settings own, Given given, Problems problems) {
    List<String> titles = checks.stream().map(Check::title).toList();
    SelftestPlan.check(SelftestPlan.of(own), titles, problems);
  }

  @Override
  public Work prepare(Site site, Settings own) throws Exception {
    SelftestPlan plan = SelftestPlan.of(own);
    for (String table : plan.tables()) {
      if (site.connection().client().tableOperations().exists(table)) {
        throw new UsageException(
            "Table "
                + table
                + " exists, and the self-test writes only its own tables: name another with"
                + " table.name, or delete it if it is left from a self-test that was killed");
      }
    }
    return run -> new SelfTest(run, plan, checks).perform();
  }

  /**
   * Plants every kind of fault in its own four tables ({@link PlantedStatic}, {@link PlantedLive},
   * {@link PlantedRewritten}), performs every check on them, says which found what, and removes
   * what it has made. Before anything is planted each check must be silent. Used for one call of
   * {@link #perform}.
   */
  static final class SelfTest {
    private static final Logger LOG = LogManager.getLogger(SelfTest.class);

    private final RunContext run;
    private final Bench bench;
    private final List<String> doubts = new ArrayList<>();

    /**
     * A self-test that has not begun.
     *
     * @param checks all there are
     */
    SelfTest(RunContext run, SelftestPlan plan, List<Check> checks) {
      this.run = run;
      this.bench = new Bench(run, plan, checks);
    }

    /** Performs all of it; the matrix is printed with the outcome, and written as a file. */
    @SuppressWarnings("try") // the progress shows itself
    PartOutcome perform() throws InterruptedException, IOException {
      PlantedStatic.announce(bench);
      PlantedLive.announce(bench);
      PlantedRewritten.VERSIONS.announce(bench);
      PlantedRewritten.CELLS.announce(bench);
      try (Labels labels = Labels.borrow(bench.client());
          Progress unused = progress()) {
        bench.askServers();
        attempt("the table at rest", new PlantedStatic(bench, labels)::perform);
        attempt("the table in time", new PlantedLive(bench)::perform);
        attempt(
            "the table that keeps every version", () -> PlantedRewritten.VERSIONS.perform(bench));
        attempt(
            "the table whose rows have several cells", () -> PlantedRewritten.CELLS.perform(bench));
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        LOG.error("servers could not be asked, or authorizations not lent or taken back", e);
        doubts.add(Reasons.of(e));
      } finally {
        doubts.addAll(bench.remove());
      }
      PartOutcome outcome = bench.matrix().outcome();
      String page = String.join("\n", bench.matrix().lines()) + "\n";
      run.directory()
          .writeAtomically(
              run.directory().selftest(), page.getBytes(StandardCharsets.UTF_8), "the matrix");
      return doubts.stream().map(PartOutcome::doubt).reduce(outcome, PartOutcome::and);
    }

    private Progress progress() {
      return Progress.start(
          run.terminal(),
          ProgressTask.of(SelftestActivity.NAME, "trials", bench.matrix()::filled)
              .upTo(OptionalLong.of(bench.matrix().all())));
    }

    /** What goes wrong in one part is a doubt, and what it did not reach stays open. */
    private void attempt(String what, FailableRunnable<Exception> part)
        throws InterruptedException {
      if (run.stop().asked()) {
        return;
      }
      try {
        part.run();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        LOG.error("{} was not completed", what, e);
        doubts.add(what + " was not completed: " + Reasons.of(e));
      }
    }
  }
}
