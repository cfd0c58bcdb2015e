package catena.harness.tested;

import catena.harness.accumulo.Connection;
import catena.harness.client.StopSignal;
import catena.harness.client.Threads;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import catena.harness.tested.Tested.Snapshot;
import catena.harness.verdict.PartOutcome;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Takes and writes what is under test, on a thread of its own: the run neither waits nor fails for
 * it. The table may be made by the run itself, so that its configuration comes when it is there.
 * When the run ends, the configuration is read once more, and what has changed is told.
 */
final class TestedRecorder implements Closeable {
  private static final Logger LOG = LogManager.getLogger(TestedRecorder.class);
  private static final Duration EVERY = Duration.ofSeconds(2);

  /** Every question has a limit of its own, so that this is met on a cluster that answers. */
  private static final Duration LAST_LIMIT = Duration.ofSeconds(60);

  private final Request request;
  private final ClusterSurvey survey;
  private final StopSignal stop = new StopSignal();
  private final Thread thread;
  private Tested earlier = Tested.NOTHING;

  // Both are the thread's until it has ended.
  private Optional<Snapshot> snapshot = Optional.empty();
  private Configurations configurations = Configurations.NONE;

  /**
   * What is to be recorded.
   *
   * @param by the command or the run
   * @param hadoop knows where the NameNodes' web interfaces are
   * @param table the test table, which need not exist yet
   */
  record Request(
      String by,
      RunDirectory directory,
      Connection connection,
      Configuration hadoop,
      String table,
      Clock clock) {}

  private TestedRecorder(Request request) {
    this.request = request;
    this.survey = new ClusterSurvey(request.connection, request.hadoop);
    this.thread =
        Threads.daemon(
            "tested",
            "nobody says what was under test",
            this::observe,
            sentence -> LOG.error(sentence));
  }

  /** Begins. */
  static TestedRecorder start(Request request) {
    TestedRecorder recorder = new TestedRecorder(request);
    recorder.thread.start();
    return recorder;
  }

  private void observe() throws IOException, InterruptedException {
    earlier = read(request.directory);
    configurations = configurations.withSystem(survey.system());
    take();
    while (!hasTable() && !stop.await(EVERY)) {
      if (withTable()) {
        take();
      }
    }
    boolean unused = stop.await(Duration.ofDays(3650));
    last();
  }

  private boolean hasTable() {
    return configurations.tables().containsKey(request.table);
  }

  private boolean withTable() throws InterruptedException {
    SortedMap<String, String> own = survey.table(request.table);
    if (!own.isEmpty()) {
      configurations = configurations.withTable(request.table, own);
    }
    return !own.isEmpty();
  }

  /**
   * An earlier part of the run may have been on something else; a file that is torn says nothing.
   */
  private static Tested read(RunDirectory directory) {
    try {
      Optional<byte[]> content = directory.read(directory.tested());
      return content.isEmpty() ? Tested.NOTHING : Json.LINES.readValue(content.get(), Tested.class);
    } catch (IOException e) {
      LOG.warn("what was under test before is not readable", e);
      return Tested.NOTHING;
    }
  }

  private void take() throws IOException, InterruptedException {
    if (snapshot.isEmpty()) {
      boolean unused = withTable();
      List<Tested.Server> servers = survey.servers(configurations.system());
      snapshot =
          Optional.of(
              new Snapshot(
                  request.clock.instant().toString(),
                  request.by,
                  request.connection.properties().getProperty("instance.name"),
                  request.connection.instanceId(),
                  servers,
                  List.of(),
                  List.of()));
    }
    write(survey.unknown());
  }

  private void write(List<String> remarks) throws IOException {
    configurations.writeTo(request.directory);
    Snapshot whole =
        snapshot
            .orElseThrow()
            .with(configurations.differences(AccumuloProperties.defaults()), remarks);
    snapshot = Optional.of(whole);
    earlier.and(whole).writeTo(request.directory);
  }

  /** Looks at the configuration once more, which faults or people may have changed. */
  private void last() throws IOException, InterruptedException {
    Configurations now = Configurations.NONE.withSystem(survey.system());
    SortedMap<String, String> own = survey.table(request.table);
    now = own.isEmpty() ? now : now.withTable(request.table, own);
    List<String> changes = configurations.changesTo(now);
    if (!hasTable() && !own.isEmpty()) {
      configurations = configurations.withTable(request.table, own);
      write(survey.unknown());
    }
    if (!changes.isEmpty()) {
      write(changes);
    }
  }

  /** What is to be said of it, once it is closed. */
  PartOutcome outcome() {
    return snapshot
        .filter(any -> !thread.isAlive())
        .map(TestedSummary::of)
        .map(PartOutcome::fact)
        .orElse(PartOutcome.NOTHING);
  }

  @Override
  public void close() {
    stop.ask("the run is over");
    try {
      thread.join(LAST_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      thread.interrupt();
    }
  }
}
