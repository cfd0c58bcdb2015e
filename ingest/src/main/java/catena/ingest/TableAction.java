// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.lang3.function.FailableRunnable;

/** An action on a table as a whole, within a time limit; if not done in time, it is a doubt. */
final class TableAction implements Activity {
  static final Setting<Duration> LIMIT =
      Setting.ofDuration(
          "table.action.limit",
          "1h",
          Duration.ofSeconds(1),
          Duration.ofDays(30),
          "how long flush, compact, split, merge and balance may take, else UNKNOWN");

  private static final Duration RESTORE = Duration.ofSeconds(60);

  /**
   * The table that it is performed on.
   *
   * @param waiting receives in words what it waits for, if that says more than that Accumulo works;
   *     {@code waiting for} stands before them
   */
  record Target(AccumuloClient client, String table, Settings settings, Consumer<String> waiting) {}

  private final String name;
  private final String about;
  private final String shell;
  private final List<Setting<?>> own;
  private final FailableFunction<Target, String, Exception> call;
  private Effect effect = Effect.HITS;
  private Function<Settings, Forecast> forecast = settings -> Forecast.BRIEF;
  private BiConsumer<Settings, Problems> check = (settings, problems) -> {};
  private FailableConsumer<Target, Exception> require = target -> {};
  private FailableFunction<Target, FailableRunnable<Exception>, Exception> restore =
      target -> () -> {};

  /**
   * An action. A fault of Accumulo in it would show in the table, so that a verification must
   * follow, unless {@link #effect} says otherwise.
   *
   * @param shell the command of Accumulo's shell that does it, or what else does
   * @param own settings in addition to the table's name and the limit
   * @param call does it, and returns when it is done: what was done, in a line for users
   */
  TableAction(
      String name,
      String about,
      String shell,
      List<Setting<?>> own,
      FailableFunction<Target, String, Exception> call) {
    this.name = name;
    this.about = about;
    this.shell = shell;
    this.own = List.copyOf(own);
    this.call = call;
  }

  /** Says what it means for what is proven of the table. */
  TableAction effect(Effect its) {
    effect = its;
    return this;
  }

  /** Says what it takes. */
  TableAction forecast(Function<Settings, Forecast> its) {
    forecast = its;
    return this;
  }

  /** Says what finds what is wrong between its settings. */
  TableAction check(BiConsumer<Settings, Problems> its) {
    check = its;
    return this;
  }

  /** Says what throws a UsageException if it cannot be done to an existing table as asked. */
  TableAction require(FailableConsumer<Target, Exception> its) {
    require = its;
    return this;
  }

  /**
   * Says what puts back what it changes for its own time, whether it has changed it by then or not;
   * asked for before it begins. It does that itself where it ends, and need not have ended where it
   * was stopped or took too long.
   */
  TableAction restore(FailableFunction<Target, FailableRunnable<Exception>, Exception> its) {
    restore = its;
    return this;
  }

  @Override
  public Description description() {
    return Description.of(name, about, Setting.all(List.of(TableName.SETTING, LIMIT), own))
        .phaseOnly(shell)
        .effect(effect);
  }

  @Override
  public void check(Settings settings, CallerContext given, Problems problems) {
    problems.check(() -> check.accept(settings, problems));
  }

  @Override
  public Forecast forecast(Settings settings) {
    return forecast.apply(settings);
  }

  @Override
  public Work prepare(PartEnvironment site, Settings settings) throws Exception {
    String table = settings.get(TableName.SETTING);
    AccumuloClient client = site.connection().client();
    if (!client.tableOperations().exists(table)) {
      throw TableName.missing(table);
    }
    require.accept(new Target(client, table, settings, words -> {}));
    return run -> bounded(run, table, settings);
  }

  @SuppressWarnings("try") // the progress shows itself
  private PartOutcome bounded(RunContext run, String table, Settings settings) throws Exception {
    Duration limit = settings.get(LIMIT);
    long began = run.clock().millis();
    AtomicReference<String> awaited = new AtomicReference<>("Accumulo");
    Target target = new Target(run.connection().client(), table, settings, awaited::set);
    ProgressTask task =
        ProgressTask.of(run.name(), "", () -> 0).waitingFor(() -> Optional.of(awaited.get()));
    try (Progress unused = Progress.start(run.terminal(), task)) {
      String done =
          orRestored(
              () -> run.stop().unlessAsked(name, limit, () -> call.apply(target)),
              Bounded.call(name, limit, () -> restore.apply(target)),
              why -> run.terminal().note("table " + table + " is not as it was: " + why));
      Duration took = Duration.ofMillis(run.clock().millis() - began);
      run.terminal().note(done);
      return PartOutcome.fact("%s: %s, in %s".formatted(name, done, Amounts.latency(took)));
    } catch (TimeoutException e) {
      return PartOutcome.doubt(
          "%s of table %s was not done within table.action.limit=%s"
              .formatted(name, table, Amounts.span(limit)));
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  /**
   * What a call returns; where it does not, what it changes is put back before anything goes on.
   */
  static <T> T orRestored(
      Callable<T> call, FailableRunnable<Exception> restore, Consumer<String> failed)
      throws Exception {
    try {
      return call.call();
    } catch (Throwable e) {
      try {
        Bounded.run("putting back what was changed", RESTORE, restore);
      } catch (Exception why) {
        e.addSuppressed(why);
        failed.accept(Reasons.of(why));
      }
      throw e;
    }
  }
}
