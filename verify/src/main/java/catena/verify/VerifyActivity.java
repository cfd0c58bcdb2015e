// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunForecast;
import catena.harness.activity.RunOptions;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.harness.job.JobSettings;
import catena.read.reader.ReadSettings;
import catena.records.journal.Event;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.verify.job.TableToVerify;
import catena.verify.job.VerifySettings;
import com.beust.jcommander.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Checks whether a table holds what was promised. */
public final class VerifyActivity implements Activity {
  @Override
  public Description description() {
    return Description.of(
            "verify",
            "verify a table against the ledgers of runs, or by its references",
            VerifySettings.ALL)
        .examples(
            "bin/catena verify -c client.properties runs/soak",
            "bin/catena verify -c client.properties -o verify.sample=0.01 runs/soak")
        .effect(Effect.VERIFIES)
        .options(VerifyOptions::new)
        .authorizations(VerifySettings::auths)
        .graph((made, own, problems) -> VerifySettings.checkSample(made, own))
        .checks(
            CheckForm.of("exact", Way.EXACT, Map.of("verify.mode", "exact")),
            CheckForm.of(
                "files",
                Way.EXACT,
                Map.of("verify.mode", "exact", "verify.offline", "true"),
                Nature.OFFLINE),
            CheckForm.of("refs", Way.REFERENCES, Map.of("verify.mode", "references")));
  }

  @Override
  public Forecast forecast(Settings own) {
    double share = own.get(VerifySettings.SAMPLE);
    return Forecast.reading(
        switch (own.get(VerifySettings.MODE)) {
          case AUTO, EXACT -> Map.of(RunForecast.EXACT, share);
          case REFERENCES -> Map.of(RunForecast.REFERENCES, 1.0);
          case BOTH -> Map.of(RunForecast.EXACT, share, RunForecast.REFERENCES, 1.0);
        });
  }

  @Override
  public Scope scope(Settings own) {
    return new Scope(own.get(TableName.SETTING), own.get(ReadSettings.RUNS), true);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.call(() -> VerifySettings.auths(own));
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    try {
      TableToVerify subject = Verifier.ask(site.connection(), own, site.runs());
      return new Work() {
        @Override
        public PartOutcome perform(RunContext run) throws Exception {
          PartOutcome outcome =
              new Verifier(run, own, finding -> journal(run, finding)).verify(subject);
          journal(run, outcome);
          return outcome;
        }

        /** Findings in a copy say nothing of the table that the runs wrote. */
        @Override
        public boolean isApart() {
          return subject.found().copy().isPresent();
        }
      };
    } catch (TimeoutException e) {
      return run -> PartOutcome.doubt(e.getMessage());
    }
  }

  /** Records a finding in the journal, for all processes that watch the run. */
  private static void journal(RunContext run, Finding finding) {
    run.journal().add(new Event.FindingSeen(run.clock().millis(), run.name(), finding));
  }

  /** Records the verdict of this verification, which is not yet that of the run. */
  static void journal(RunContext run, PartOutcome outcome) {
    long now = run.clock().millis();
    String words =
        Stream.concat(outcome.reasons().stream(), outcome.proof().compared().stream())
            .findFirst()
            .orElse("");
    Event.Verified verified = new Event.Verified(now, run.name(), outcome.verdict(), words);
    if (outcome.reasons().stream().noneMatch(each -> each.startsWith(Verifier.UNPUBLISHED))) {
      run.journal().add(verified); // else its findings are in the journal alone
    }
    run.terminal().event(now, verified.inWords());
  }

  /** Options of a verification that only the command line has. */
  static final class VerifyOptions extends RunOptions {
    @Parameter(names = "--on", description = "local or yarn: where the job runs (job.on)")
    private String on;

    @Override
    public List<Layer> layers() {
      return on == null ? List.of() : List.of(Layer.of("--on", Map.of(JobSettings.ON.key(), on)));
    }

    /** Findings are written into the first run. */
    @Override
    public Optional<String> directory() {
      return runs().stream().findFirst();
    }
  }
}
