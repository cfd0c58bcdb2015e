// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.tested.Tested;
import catena.records.tested.Tested.Difference;
import catena.records.tested.Tested.Snapshot;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import com.google.common.base.Strings;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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

  /**
   * How the system and the table are configured: what is in effect, defaults included, without
   * secrets; {@code configuration/system.properties} and {@code
   * configuration/table-NAME.properties}.
   *
   * @param system in effect for all tables that say nothing else; empty if it is not known
   * @param table the name of the test table
   * @param own what is in effect for that table; empty if it is not known, or there is no table yet
   */
  record Configurations(
      SortedMap<String, String> system, String table, SortedMap<String, String> own) {
    /** The scope of what holds for all tables. */
    public static final String SYSTEM = "system";

    /** Copies the maps, and masks what is secret. */
    public Configurations {
      system = masked(system);
      own = masked(own);
    }

    private static SortedMap<String, String> masked(Map<String, String> properties) {
      SortedMap<String, String> masked = new TreeMap<>();
      properties.forEach(
          (key, value) ->
              masked.put(key, AccumuloProperties.masked(key, Strings.nullToEmpty(value))));
      return masked;
    }

    Configurations with(SortedMap<String, String> properties) {
      return new Configurations(system, table, properties);
    }

    /**
     * The properties that differ from the defaults; of a table, those that are not as the system
     * has them.
     *
     * @param defaults by key; a property without one is recorded with its value alone
     */
    List<Difference> differences(Map<String, String> defaults) {
      List<Difference> all = new ArrayList<>();
      system.forEach((key, value) -> differing(SYSTEM, key, value, defaults).ifPresent(all::add));
      own.forEach(
          (key, value) -> {
            if (!value.equals(system.get(key))) {
              differing(table, key, value, defaults).ifPresent(all::add);
            }
          });
      return all;
    }

    private static Optional<Difference> differing(
        String scope, String key, String value, Map<String, String> defaults) {
      Optional<String> byDefault = Optional.ofNullable(defaults.get(key));
      return byDefault.filter(value::equals).isPresent()
          ? Optional.empty()
          : Optional.of(new Difference(scope, key, byDefault, value));
    }

    /** What has changed since, one sentence for each property; not what was unknown before. */
    List<String> changesTo(Configurations later) {
      List<String> changes = new ArrayList<>();
      changes(SYSTEM, system, later.system, changes);
      changes("table " + table, own, later.own, changes);
      return changes;
    }

    private static void changes(
        String scope, Map<String, String> before, Map<String, String> after, List<String> changes) {
      if (before.isEmpty() || after.isEmpty()) {
        return;
      }
      SortedMap<String, String> keys = new TreeMap<>(before);
      keys.putAll(after);
      for (String key : keys.keySet()) {
        String was = before.getOrDefault(key, "not set");
        String is = after.getOrDefault(key, "not set");
        if (!was.equals(is)) {
          changes.add(
              "During the run " + scope + ": " + key + " changed from " + was + " to " + is);
        }
      }
    }

    /** Writes the files of a run directory, for the owner's eyes only. */
    void writeTo(RunDirectory run) throws IOException {
      if (!system.isEmpty()) {
        run.writeProperties(run.systemConfiguration(), system, "the system's configuration");
      }
      if (!own.isEmpty()) {
        run.writeProperties(run.tableConfiguration(table), own, "the table's configuration");
      }
    }
  }
}
