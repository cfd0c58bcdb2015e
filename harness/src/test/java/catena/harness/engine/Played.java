// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableBiFunction;

/**
 * An activity that does what a test says, with settings of a number and of a duration.
 *
 * @param refuses whether it refuses to be prepared
 * @param play takes what it works with, and its settings
 */
record Played(
    Description description,
    Setting<Integer> size,
    Setting<Duration> duration,
    boolean endless,
    boolean refuses,
    FailableBiFunction<RunContext, Settings, PartOutcome, Exception> play)
    implements Activity {
  /** The words of shipped activities with the effects that these have. */
  private static final Map<String, Effect> EFFECTS =
      Map.of(
          "verify", Effect.VERIFIES,
          "walk", Effect.READS,
          "agitate", Effect.HITS,
          "summaries", Effect.HITS,
          "selftest", Effect.TRIES,
          "stats", Effect.WATCHES,
          "pause", Effect.WATCHES);

  /** One that comes to nothing worth telling; what writes is the usual. */
  static Played of(String name) {
    return of(name, (run, own) -> PartOutcome.NOTHING);
  }

  static Played of(
      String name, FailableBiFunction<RunContext, Settings, PartOutcome, Exception> play) {
    Setting<Integer> size = Setting.ofInt(name + ".size", 1, 1, 9, "how much of it");
    Setting<Duration> duration =
        Setting.ofDuration(
            name + ".duration", "10s", Duration.ofSeconds(1), Duration.ofHours(1), "how long");
    return new Played(
        Description.of(name, "pretend", List.of(TableName.SETTING, size, duration))
            .effect(EFFECTS.getOrDefault(name, Effect.WRITES)),
        size,
        duration,
        name.equals("stats"),
        false,
        play);
  }

  /** The same, which refuses to be prepared. */
  Played refusing() {
    return new Played(description, size, duration, endless, true, play);
  }

  /** It as the only part of a phase. */
  Scenario.Part part(Map<String, String> settings) {
    return new Scenario.Part(name(), this, settings);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.unless(own.get(size) != 8, "a size of 8 brings bad luck");
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.lasting("", Optional.of(own.get(duration))).endless(endless);
  }

  @Override
  public Scope scope(Settings own) {
    return new Scope(own.get(TableName.SETTING), List.of(), false);
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) {
    if (refuses) {
      throw new UsageException("there is no such table");
    }
    return run -> play.apply(run, own);
  }
}
