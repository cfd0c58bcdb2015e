// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.accumulo.TableName;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunJournal;
import catena.harness.activity.Site;
import catena.harness.command.Terminal;
import catena.read.plant.ScratchTable;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One check of one table: prepared and performed as a run does it, with a directory, a journal and
 * a verdict of its own.
 *
 * <p>What it prints goes into {@code logs/check.log} of that directory. What goes wrong is thrown
 * by nobody: it is what the check has come to.
 */
public final class Trial implements Closeable {
  private static final Logger LOG = LogManager.getLogger(Trial.class);

  /** Of all that readers draw: two trials of one table are alike. */
  private static final long SEED = 1;

  /** Whose journal and log it is. */
  private static final String NAME = "check";

  private final Check check;
  private final RunDirectory directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Terminal terminal;
  private final RunJournal record;
  private Optional<Path> rows = Optional.empty();
  private final RunContext context;
  private Optional<PreparedPart> prepared = Optional.empty();
  private List<String> written = List.of();
  private boolean forgotten;
  private String failure = "it was not prepared";

  private Trial(RunContext run, Check check, RunDirectory directory, List<RunDirectory> ledgers)
      throws IOException {
    this.check = check;
    this.directory = directory;
    PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    this.terminal = new Terminal(stream, stream);
    this.record = new RunJournal(directory, NAME, terminal);
    Site its = run.site();
    Site site =
        new Site(its.connections(), true, its.given(), ledgers, terminal, run.clock(), SEED);
    this.context =
        new RunContext(NAME, site, directory, record.journal(), Optional.empty(), new StopSignal());
  }

  /**
   * Finds out whether a check can be performed; that it cannot is told by {@link #perform}.
   *
   * @param run that this is a part of
   * @param name of the trial's directory in that of the run
   * @param table all that was written to it is announced to a check that looks for such rows
   * @param ledgers of the table; none for a check without
   * @param at rows that are to be looked at, where the check can be told
   * @throws IOException if its directory cannot be made
   */
  public static Trial prepare(
      RunContext run,
      String name,
      Check check,
      ScratchTable table,
      List<RunDirectory> ledgers,
      Set<String> at)
      throws IOException {
    RunDirectory directory =
        RunDirectory.at(run.directory().trial(name).toString(), new Configuration());
    Trial trial = new Trial(run, check, directory, ledgers);
    trial.written = table.written();
    trial.prepare(table.name, at);
    return trial;
  }

  private void prepare(String table, Set<String> at) {
    try {
      Map<String, String> values = new HashMap<>(looking(at).settings());
      values.put(TableName.SETTING.key(), table);
      Settings own =
          Settings.resolve(check.activity().settings(), List.of(Layer.of("a trial", values)));
      prepared = Optional.of(PreparedPart.of(check.activity(), own, context.site()));
    } catch (Exception e) {
      LOG.warn("{} could not be prepared", check.title(), e);
      failure = Reasons.of(e);
    }
  }

  private Check looking(Set<String> at) throws IOException {
    if (at.isEmpty() || !check.takesRows()) {
      return check;
    }
    Path file = Files.createTempFile("catena-rows", ".txt");
    rows = Optional.of(file);
    Files.write(file, new TreeSet<>(at));
    return check.at(file.toString(), at.size());
  }

  /**
   * Performs it, once.
   *
   * @param limit after which it is asked to stop, which is a doubt
   */
  public Seen perform(StopSignal stop, Duration limit) throws InterruptedException {
    if (prepared.isEmpty()) {
      return Seen.failed(failure);
    }
    StopSignal own = stop.child();
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(Threads.daemons("trial-limit"));
    Consumer<String> late = own::ask;
    try {
      var unused =
          timer.schedule(
              () -> late.accept("it did not end within " + Amounts.span(limit)),
              limit.toMillis(),
              TimeUnit.MILLISECONDS);
      return seen(own);
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error is what the check has come to as well
      LOG.warn("{} could not be performed", check.title(), e);
      return Seen.failed(Reasons.of(e));
    } finally {
      timer.shutdownNow();
    }
  }

  private Seen seen(StopSignal own) throws Exception {
    PartOutcome outcome = outcome(context.of(NAME, context.site(), own));
    outcome.reasons().forEach(terminal::line);
    terminal.line(outcome.verdict().name());
    record.journal().flush();
    if (own.asked()) {
      return Seen.failed(own.reason().orElse("stopped"));
    }
    Set<Mark> marks = new TreeSet<>();
    events(
        event -> {
          if (event instanceof Event.FindingSeen seen) {
            marks.add(new Mark(seen.finding().row(), seen.finding().kind()));
          }
        });
    Seen seen = Seen.of(outcome, marks);
    return check.broken() ? seen.blinded() : seen;
  }

  private PartOutcome outcome(RunContext part) throws Exception {
    if (!check.is(Nature.TOLD)) {
      return prepared.orElseThrow().perform(part);
    }
    try (RowAnnouncer told = RowAnnouncer.begin(part, written)) {
      return prepared.orElseThrow().perform(part).and(told.outcome());
    }
  }

  private void events(Consumer<Event> each) throws IOException {
    JournalReader.read(directory.fileSystem(), directory.events(NAME), each);
  }

  /**
   * Whether all of the table was looked at, so that what is left is to look again at what may pass;
   * for any thread. A verification tells of what is certain when it has read everything, so one of
   * these must be there.
   */
  public boolean hasLooked() throws IOException {
    record.journal().flush();
    boolean[] looked = new boolean[1];
    boolean reading = check.way() == Way.READING;
    events(
        event ->
            looked[0] |=
                reading
                    ? event instanceof Event.ClientStopped
                    : event instanceof Event.FindingSeen);
    return looked[0];
  }

  /** Has all that it has written removed when it is closed: nothing of it is worth a look. */
  public void forget() {
    forgotten = true;
  }

  /** Writes down what was printed, and lets go of everything. */
  @Override
  public void close() throws IOException {
    if (rows.isPresent()) {
      Files.deleteIfExists(rows.get());
    }
    try (directory) {
      if (prepared.isPresent()) {
        prepared.get().close();
      }
      record.close();
      if (forgotten) {
        boolean unused = directory.fileSystem().delete(directory.root(), true);
      } else {
        directory.writeAtomically(directory.log(NAME), said.toByteArray(), "what a check printed");
      }
    }
  }
}
