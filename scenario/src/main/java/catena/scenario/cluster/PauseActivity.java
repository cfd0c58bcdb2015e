// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits while no client does anything, so that servers do what they have put off. */
public final class PauseActivity implements Activity {
  private static final Setting<Duration> TIME =
      Setting.ofDuration(
          "pause.time",
          "1m",
          Duration.ofMillis(1),
          Duration.ofDays(30),
          "how long a pause is, in which servers split, compact and balance what was put off");

  private final LongSupplier nanoClock;

  /** The activity. */
  public PauseActivity() {
    this(System::nanoTime);
  }

  /**
   * The activity with another clock.
   *
   * @param nanoClock the monotonic clock
   */
  PauseActivity(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  @Override
  public Description description() {
    return Description.of("pause", "wait, so that servers do what they have put off", List.of(TIME))
        .phaseOnly("outside a run time passes by itself");
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.lasting("", Optional.of(own.get(TIME)));
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) {
    return run -> pause(run, own.get(TIME));
  }

  private PartOutcome pause(RunContext run, Duration time) throws InterruptedException {
    long began = nanoClock.getAsLong();
    ProgressTask task =
        ProgressTask.of(
                run.name(),
                "s",
                () -> TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - began))
            .upTo(OptionalLong.of(Math.max(1, time.toSeconds())))
            .within(Optional.of(time));
    boolean stopped;
    try (Progress progress = Progress.start(run.terminal(), task)) {
      stopped = run.stop().await(time);
      progress.took(Duration.ofNanos(nanoClock.getAsLong() - began));
    }
    Duration took = Duration.ofNanos(nanoClock.getAsLong() - began);
    return PartOutcome.fact(
        stopped
            ? "%s: ended after %s of %s"
                .formatted(run.name(), Amounts.span(took), Amounts.span(time))
            : run.name() + ": " + Amounts.span(time));
  }
}
