// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Companions;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.harness.engine.PhasePerformer;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Run;
import catena.harness.engine.RunVerdict;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.read.announce.Announcer;
import catena.read.plant.ScratchTable;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One check of one table: a run of one part in its own directory, with a journal and a verdict
 * there, by the engine that performs every run.
 *
 * <p>What it prints goes into {@code logs/check.log} of that directory. What goes wrong is not
 * thrown: it is the check's outcome.
 */
public final class Trial implements Closeable {
  private static final Logger LOG = LogManager.getLogger(Trial.class);

  /** The seed of all that readers draw, so that two trials of one table are alike. */
  private static final long SEED = 1;

  /** The name of its journal and log. */
  private static final String NAME = "check";

  private static final Run.Form FORM = new Run.Form(NAME, NAME, true, true);

  private final Check check;
  private final RunDirectory directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PartEnvironment site;
  private final List<String> written;
  private Optional<Path> rows = Optional.empty();
  private Optional<PreparedPart> prepared = Optional.empty();

  /** Performs what was prepared; asked to stop by the signal. */
  private FailableFunction<StopSignal, Verdict, Exception> performed = own -> Verdict.UNKNOWN;

  private volatile Optional<Journal> journal = Optional.empty();
  private boolean interrupted;
  private boolean forgotten;
  private String failure = "it was not prepared";

  /**
   * Finds out whether a check can be performed; that it cannot is reported by {@link #perform}.
   *
   * @param run that this is a part of
   * @param name of the trial's directory in that of the run
   * @param table all that was written to it is announced to a check that searches for such rows
   * @param ledgers of the table; none for a check without
   * @param at rows that are to be checked, where the check can be given rows
   * @throws IOException if its directory cannot be made
   */
  public Trial(
      RunContext run,
      String name,
      Check check,
      ScratchTable table,
      List<RunDirectory> ledgers,
      Set<String> at)
      throws IOException {
    this.check = check;
    this.directory = run.directory().below(run.directory().trial(name));
    this.written = table.written();
    PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(stream, stream);
    PartEnvironment its = run.site();
    this.site =
        new PartEnvironment(
            its.connections(), true, its.given(), ledgers, terminal, run.clock(), SEED);
    prepare(table.name, at);
  }

  private void prepare(String table, Set<String> at) {
    try {
      Map<String, String> values = new HashMap<>(ofRows(at).settings());
      values.put(TableName.SETTING.key(), table);
      Activity activity = check.activity();
      Part part = new Part(NAME, activity, Map.of());
      Scenario scenario =
          Scenario.of(check.title(), "a trial of a check", Layer.of("a trial", values), part);
      PhaseSettings settings = PhaseSettings.of(scenario, activity.settings(), site.given());
      PreparedPart work = PreparedPart.of(activity, settings.of(part), site);
      prepared = Optional.of(work);
      performed = own -> run(scenario, settings, work).perform(site, own);
    } catch (Exception e) {
      LOG.warn("{} could not be prepared", check.title(), e);
      failure = Reasons.of(e);
      interrupted = e instanceof InterruptedException;
    }
  }

  private Check ofRows(Set<String> at) throws IOException {
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
  public TrialOutcome perform(StopSignal stop, Duration limit) throws InterruptedException {
    if (interrupted) {
      throw new InterruptedException(failure);
    }
    if (prepared.isEmpty()) {
      return TrialOutcome.failed(failure);
    }
    StopSignal own = stop.child();
    ConcurrentAction limited =
        new ConcurrentAction(
            new StopSignal(),
            "the check's time is not limited",
            over -> {
              if (!over.await(limit)) {
                own.ask("it did not end within " + Amounts.span(limit));
              }
            });
    try (limited) {
      return seen(own);
    } catch (InterruptedException e) {
      if (!own.asked()) {
        throw e;
      }
      return TrialOutcome.failed(own.reason().orElse("stopped"));
    } catch (Throwable e) { // an Error is the check's outcome as well
      LOG.warn("{} could not be performed", check.title(), e);
      return TrialOutcome.failed(Reasons.of(e));
    }
  }

  private Run run(Scenario scenario, PhaseSettings settings, PreparedPart part) throws IOException {
    PendingVerdict pending = PendingVerdict.begin(directory, site.clock(), "the check");
    RunVerdict standing = RunVerdict.ofScenario(directory, pending);
    PhasePerformer performer = performer(settings, part);
    return new Run(scenario, settings, FORM, standing, Companions.NONE, performer);
  }

  private TrialOutcome seen(StopSignal own) throws Exception {
    Verdict verdict = performed.apply(own);
    if (own.asked()) {
      return TrialOutcome.failed(own.reason().orElse("stopped"));
    }
    Set<Mark> marks = new TreeSet<>();
    events(
        event -> {
          if (event instanceof Event.FindingSeen seen) {
            marks.add(new Mark(seen.finding().row(), seen.finding().kind()));
          }
        });
    VerdictFile file = VerdictFile.readFrom(directory).orElseThrow();
    TrialOutcome seen = TrialOutcome.of(verdict, file.reasons(), file.findings(), marks);
    return check.broken() ? seen.blinded() : seen;
  }

  /** Performs the part as any run does; a check of announced rows gets them. */
  private PhasePerformer performer(PhaseSettings settings, PreparedPart prepared) {
    return new PhasePerformer(settings, Optional.of(prepared)) {
      @Override
      protected PartOutcome perform(Part part, Settings own, RunContext run, StopSignal stop)
          throws Exception {
        journal = Optional.of(run.journal());
        if (!check.is(Nature.ANNOUNCED)) {
          return super.perform(part, own, run, stop);
        }
        try (RowAnnouncer announcer = new RowAnnouncer(run, written)) {
          return super.perform(part, own, run, stop).and(announcer.outcome());
        }
      }
    };
  }

  private void events(Consumer<Event> each) throws IOException {
    JournalReader.read(directory.fileSystem(), directory.events(NAME), each);
  }

  /**
   * Whether all of the table was read, so that what is left is to read again what may pass; for any
   * thread. A verification reports what is certain when it has read everything, so one such finding
   * must be there.
   */
  public boolean hasLooked() throws IOException {
    if (journal.isEmpty()) {
      return false; // it has not begun
    }
    journal.get().flush();
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

  /** Has all its files removed when it is closed: nothing of them is worth keeping. */
  public void forget() {
    forgotten = true;
  }

  /** Writes what was printed to its log, and releases everything. */
  @Override
  public void close() throws IOException {
    if (rows.isPresent()) {
      Files.deleteIfExists(rows.get());
    }
    try (directory) {
      if (prepared.isPresent()) {
        prepared.get().close();
      }
      if (forgotten) {
        boolean unused = directory.fileSystem().delete(directory.root(), true);
      } else {
        directory.writeAtomically(directory.log(NAME), said.toByteArray(), "what a check printed");
      }
    }
  }

  /**
   * Announces rows to a concurrent check, as ingest does: through ZooKeeper, once the check has
   * begun, each row once.
   */
  static final class RowAnnouncer implements Closeable {
    /** For a check to begin; it is the trial's own limit that ends one that does not. */
    private static final Duration LIMIT = Duration.ofDays(1);

    /** So that all rows fit into the queue, even if each of them is announced alone. */
    private static final int ROOM = 20;

    private final List<String> doubts = new CopyOnWriteArrayList<>();
    private final ConcurrentAction meanwhile;

    /** Begins to wait for the check. */
    RowAnnouncer(RunContext part, List<String> rows) {
      this.meanwhile =
          new ConcurrentAction(
              part.stop().child(), "rows were not announced", over -> work(part, rows, over));
    }

    private void work(RunContext part, List<String> rows, StopSignal over) throws Exception {
      Optional<Announcer> begun = Announcer.start(part, ROOM * (rows.size() + 1), LIMIT, over);
      if (begun.isEmpty()) {
        doubts.add("no row was announced");
        return;
      }
      Announcer announcer = begun.get();
      try (announcer) {
        rows.forEach(announcer::announce);
      }
      if (announcer.announced() < rows.size()) {
        doubts.add(announcer.inWords() + ", of " + rows.size());
      }
      doubts.addAll(announcer.doubts());
    }

    /** Why the check perhaps did not get all rows, once it is over; waits for its own end. */
    PartOutcome outcome() throws IOException {
      close();
      meanwhile.failure().ifPresent(doubts::add);
      return doubts.stream().map(PartOutcome::doubt).reduce(PartOutcome.NOTHING, PartOutcome::and);
    }

    /** Waits until nothing is announced any more. */
    @Override
    public void close() throws IOException {
      meanwhile.close();
    }
  }
}
