// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.activity.RunContext;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Plants every kind of fault in four tables of its own ({@link PlantedStatic}, {@link PlantedLive},
 * {@link PlantedRewritten}), performs every check on them, says which found what, and removes what
 * it has made. Before anything is planted each check must be silent. Used for one call of {@link
 * #perform}.
 */
final class SelfTest {
  private static final Logger LOG = LogManager.getLogger(SelfTest.class);

  private final RunContext run;
  private final Bench bench;
  private final List<String> doubts = new ArrayList<>();

  /**
   * A self-test that has not begun.
   *
   * @param checks all there are
   */
  SelfTest(RunContext run, SelftestSettings.SelftestPlan plan, List<Check> checks) {
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
      attempt("the table that keeps every version", () -> PlantedRewritten.VERSIONS.perform(bench));
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

  /** What goes wrong in one part is a doubt, and what it did not come to stays open. */
  private void attempt(String what, FailableRunnable<Exception> part) throws InterruptedException {
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
