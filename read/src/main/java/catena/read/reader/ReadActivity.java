// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunOptions;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import java.util.List;
import org.apache.commons.lang3.function.FailableFunction;

/** One way of reading a table. */
public interface ReadActivity extends Activity {
  /** What its clients do, in the words of the output: {@code lookups}; that which is rated. */
  default String operations() {
    return description().rated().orElseThrow().unit();
  }

  /** Describes an activity that checks what its clients read, concurrently with other parts. */
  default Description reading(String name, String about, List<Setting<?>> settings) {
    return Description.of(name, about, settings)
        .effect(Effect.READS)
        .traits(Trait.BESIDE_OTHERS, Trait.READS)
        .options(RunOptions::new)
        .authorizations(ReadSettings::auths);
  }

  /** Describes one whose clients read at a pace that is set. */
  default Description reading(
      String name, String about, PaceSettings pace, List<Setting<?>> settings) {
    String command = "bin/catena " + name + " -c client.properties ";
    return reading(name, about, Setting.all(ReadSettings.ALL, pace.all(), settings))
        .examples(command + "runs/soak", command + "-o " + name + ".duration=1h runs/soak")
        .sharing(pace.clients());
  }

  /**
   * How many clients read, how long and how fast.
   *
   * @throws catena.records.words.UsageException if the settings contradict one another
   */
  PaceSettings.Pace pace(Settings own);

  /**
   * Checks the settings against one another before anything starts, and makes the readers.
   *
   * @throws catena.records.words.UsageException if they contradict one another
   */
  FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings);

  /**
   * Refuses a table that cannot be read as the settings say; before anything is read.
   *
   * @throws catena.records.words.UsageException with how to fix it
   */
  default void fit(ReadTarget target, Settings settings) {
    // most read any table
  }

  @Override
  default void check(Settings own, CallerContext given, Problems problems) {
    problems.call(() -> pace(own));
    problems.call(() -> readers(own));
    problems.call(() -> ReadSettings.auths(own));
  }

  @Override
  default Forecast forecast(Settings own) {
    PaceSettings.Pace pace = pace(own);
    return Forecast.lasting(
            Amounts.grouped(pace.clients()) + (pace.clients() == 1 ? " client" : " clients"),
            pace.duration())
        .endless(pace.endless());
  }

  @Override
  default Scope scope(Settings own) {
    return new Scope(own.get(TableName.SETTING), own.get(ReadSettings.RUNS), true);
  }

  @Override
  default Work prepare(PartEnvironment site, Settings own) throws Exception {
    ReadTarget target = target(site, own);
    return run -> read(run, target, own);
  }

  /**
   * Finds the table, and checks that it can be read as the settings say.
   *
   * @throws catena.records.words.UsageException if it cannot
   */
  default ReadTarget target(PartEnvironment site, Settings own) throws Exception {
    ReadTarget target = ReadTarget.find(site.connection(), own);
    target.check(site.runs());
    fit(target, own);
    return target;
  }

  /** Reads the table as a part of a run, to the end. */
  default PartOutcome read(RunContext run, ReadTarget target, Settings own) throws Exception {
    return phase(run, target, own).run(run.stop());
  }

  /** The same, to be run until a stop that is asked for elsewhere. */
  default ReadPhase phase(RunContext run, ReadTarget target, Settings own) {
    return new ReadPhase(
        this, ReadWork.ReadTerms.of(run, target, own), run.directory(), run.journal(), run::found);
  }
}
