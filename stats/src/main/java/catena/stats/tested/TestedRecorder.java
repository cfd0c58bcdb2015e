// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.tested.Tested;
import catena.records.tested.Tested.Snapshot;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Takes and writes what is under test, on its own thread: the run neither waits nor fails for it.
 * The table may be made by the run itself, so that its configuration comes when it is there. When
 * the run ends, the configuration is read once more, and what has changed is reported.
 */
public final class TestedRecorder implements Companion.Attendance {
  private static final Logger LOG = LogManager.getLogger(TestedRecorder.class);

  private final RunContext run;
  private final ClusterSurvey survey;
  private final String table;
  private final Duration every;
  private final StopSignal stop = new StopSignal();
  private final Thread thread;
  private volatile Optional<String> death = Optional.empty();
  private boolean late;

  // What follows is the thread's until it has ended.
  private Tested earlier = Tested.NOTHING;
  private Optional<Snapshot> snapshot = Optional.empty();
  private Configurations configurations;

  private TestedRecorder(RunContext run, ClusterSurvey survey, String table, Duration every) {
    this.run = run;
    this.survey = survey;
    this.table = table;
    this.every = every;
    this.thread =
        Threads.daemon(
            "tested",
            "what was under test is not recorded",
            this::observe,
            sentence -> death = Optional.of(sentence));
  }

  /**
   * Begins.
   *
   * @param run in whose name it is recorded
   * @param table the test table, which need not exist yet
   * @param every between two checks for the table
   */
  public static TestedRecorder start(
      RunContext run, ClusterSurvey survey, String table, Duration every) {
    TestedRecorder recorder = new TestedRecorder(run, survey, table, every);
    recorder.thread.start();
    return recorder;
  }

  private void observe() throws IOException, InterruptedException {
    earlier = read(run.directory());
    configurations = survey();
    take();
    while (configurations.own().isEmpty() && !stop.await(every)) {
      configurations = configurations.with(survey.table(table));
      if (!configurations.own().isEmpty()) {
        take();
      }
    }
    boolean unused = stop.await(Duration.ofDays(3650));
    last();
  }

  private Configurations survey() throws InterruptedException {
    return new Configurations(survey.system(), table, survey.table(table));
  }

  /** An earlier part of the run may have tested something else; a damaged file is ignored. */
  private static Tested read(RunDirectory directory) {
    try {
      return Json.read(directory, directory.tested(), Tested.class).orElse(Tested.NOTHING);
    } catch (IOException e) {
      LOG.warn("what was under test before is not readable", e);
      return Tested.NOTHING;
    }
  }

  private void take() throws IOException, InterruptedException {
    if (snapshot.isEmpty()) {
      List<Tested.Server> servers = survey.servers(configurations.system());
      snapshot =
          Optional.of(
              new Snapshot(
                  run.clock().instant().toString(),
                  run.name(),
                  survey.instance(),
                  survey.instanceId(),
                  servers,
                  List.of(),
                  List.of()));
    }
    write(survey.unknown());
  }

  private void write(List<String> remarks) throws IOException {
    configurations.writeTo(run.directory());
    Snapshot whole =
        snapshot
            .orElseThrow()
            .with(configurations.differences(AccumuloProperties.DEFAULTS), remarks);
    snapshot = Optional.of(whole);
    earlier.and(whole).writeTo(run.directory());
  }

  /** Reads the configuration once more, which faults or users may have changed. */
  private void last() throws IOException, InterruptedException {
    Configurations now = survey();
    List<String> changes = configurations.changesTo(now);
    if (configurations.own().isEmpty() && !now.own().isEmpty()) {
      configurations = configurations.with(now.own());
      write(survey.unknown());
    }
    if (!changes.isEmpty()) {
      write(changes);
    }
  }

  /** The outcome, once it is closed; it puts no check in doubt. */
  @Override
  public PartOutcome outcome() {
    if (late) {
      return PartOutcome.remark("What was under test could not be found out in time");
    }
    if (death.isPresent()) {
      return PartOutcome.remark(death.get());
    }
    return snapshot
        .map(all -> "tested: " + all.summary())
        .map(PartOutcome::fact)
        .orElse(PartOutcome.NOTHING);
  }

  @Override
  public void close() {
    stop.ask("the run is over");
    Uninterruptibles.joinUninterruptibly(thread, survey.lastLimit());
    late = thread.isAlive(); // what it says once it is interrupted depends on when it is asked
    thread.interrupt();
  }
}
