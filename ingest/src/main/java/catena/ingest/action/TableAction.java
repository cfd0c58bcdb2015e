// SPDX-License-Identifier: Apache-2.0
package catena.ingest.action;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
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
import catena.records.words.Reasons;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.commons.lang3.function.FailableRunnable;

/** An action on a table as a whole, within a time limit; if not done in time, it is a doubt. */
abstract class TableAction implements Activity {
  static final Setting<Duration> LIMIT =
      Setting.ofDuration(
          "table.action.limit",
          "1h",
          Duration.ofSeconds(1),
          Duration.ofDays(30),
          "how long flush, compact, split, merge and balance may take, else UNKNOWN");

  private static final Duration RESTORE = Duration.ofSeconds(60);

  private final String name;
  private final String about;
  private final String shell;
  private final List<Setting<?>> own;

  /**
   * An action.
   *
   * @param shell the command of Accumulo's shell that does it, or what else does
   * @param own settings in addition to the table's name and the limit
   */
  TableAction(String name, String about, String shell, List<Setting<?>> own) {
    this.name = name;
    this.about = about;
    this.shell = shell;
    this.own = List.copyOf(own);
  }

  /**
   * Does it, and returns when it is done.
   *
   * @param waiting receives in words what it waits for, if that says more than that Accumulo works;
   *     {@code waiting for} stands before them
   * @return what was done, in a line for users
   */
  abstract String perform(
      AccumuloClient client, String table, Settings settings, Consumer<String> waiting)
      throws Exception;

  /**
   * What puts back what it changes for its own time, whether it has changed it by then or not;
   * asked for before it begins. It does that itself where it ends, and need not have ended where it
   * was stopped or took too long.
   */
  FailableRunnable<Exception> restoring(AccumuloClient client, String table) throws Exception {
    return () -> {};
  }

  /**
   * Checks whether it can be done as asked.
   *
   * @throws catena.records.words.UsageException if it cannot
   */
  void check(AccumuloClient client, String table, Settings settings) throws Exception {
    if (!client.tableOperations().exists(table)) {
      throw TableName.missing(table);
    }
  }

  /** A fault of Accumulo in it would show in the table, so that a verification must follow. */
  @Override
  public Description description() {
    return Description.of(name, about, Setting.all(List.of(TableName.SETTING, LIMIT), own))
        .phaseOnly(shell)
        .effect(Effect.HITS);
  }

  @Override
  public Work prepare(PartEnvironment site, Settings settings) throws Exception {
    String table = settings.get(TableName.SETTING);
    check(site.connection().client(), table, settings);
    return run -> bounded(run, table, settings);
  }

  @SuppressWarnings("try") // the progress shows itself
  private PartOutcome bounded(RunContext run, String table, Settings settings) throws Exception {
    Duration limit = settings.get(LIMIT);
    long began = run.clock().millis();
    AccumuloClient client = run.connection().client();
    AtomicReference<String> awaited = new AtomicReference<>("Accumulo");
    ProgressTask task =
        ProgressTask.of(run.name(), "", () -> 0).waitingFor(() -> Optional.of(awaited.get()));
    try (Progress unused = Progress.start(run.terminal(), task)) {
      String done =
          orRestored(
              () ->
                  run.stop()
                      .unlessAsked(
                          name, limit, () -> perform(client, table, settings, awaited::set)),
              Bounded.call(name, limit, () -> restoring(client, table)),
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
