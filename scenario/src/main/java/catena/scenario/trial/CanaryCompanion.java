// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.Position;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.read.plant.Fault;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.commons.lang3.Strings;
import org.apache.hadoop.fs.Path;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Plants a canary now and then concurrently with the parts of a run. A run whose checks miss one is
 * UNKNOWN: they would have missed the same fault in the run's own table.
 */
public final class CanaryCompanion implements Companion {
  /** How often. */
  static final Setting<Duration> EVERY =
      Setting.ofDuration(
          "canary.every",
          "0s",
          "how often a small fault is planted in an extra table, <table.name>_canary,"
              + " which the run's checks must notice, else UNKNOWN; 0s: never");

  /** How long one search for a canary may take; a longer one says nothing. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** By whom canaries are noted in the journal. */
  private static final String CLIENT = "canary";

  /** The end of the table's name. */
  private static final String SUFFIX = "_canary";

  private static final Duration END = Duration.ofSeconds(75);

  private final List<Check> checks;

  /**
   * The companion whose canaries those of these activities must notice that check a table: offline
   * verification is left out, since it flushes and clones a table, and references, and those that
   * check announced rows, which do not claim to see most; and what servers found as they wrote
   * files, since it still counts what was healed.
   */
  public static CanaryCompanion of(List<Activity> activities) {
    return new CanaryCompanion(
        Check.all(activities).stream()
            .filter(check -> check.way() == Way.EXACT || check.way() == Way.READING)
            .filter(check -> !check.is(Nature.OFFLINE) && !check.is(Nature.ANNOUNCED))
            .toList());
  }

  /** The companion with these checks; tests give blind ones. */
  public CanaryCompanion(List<Check> checks) {
    this.checks = List.copyOf(checks);
  }

  @Override
  public String name() {
    return CLIENT;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(TableName.SETTING, EVERY);
  }

  @Override
  public Attendance attend(RunContext run, Settings whole) throws Exception {
    Duration every = whole.get(EVERY);
    if (every.isZero() || !run.site().hasCluster()) {
      return Attendance.NONE;
    }
    String table = whole.get(TableName.SETTING) + SUFFIX;
    AtomicInteger made = new AtomicInteger();
    Canaries canaries =
        new Canaries(
            () -> new SideTable(run, name(table, made.incrementAndGet())),
            checks,
            LIMIT,
            run.seed(),
            words -> report(run, words));
    made.set(removed(run, table, canaries.account()));
    if (made.get() > 0) {
      recall(run, canaries.account());
    }
    String first = name(table, made.get() + 1);
    if (run.connection().client().tableOperations().exists(first)) {
      throw new UsageException(
          "Table %s exists, which canary.every would make: delete it if it is left from a run that was killed, or set canary.every=0s"
              .formatted(first));
    }
    return attended(canaries, every);
  }

  private static String name(String table, int number) {
    return number == 1 ? table : table + "_" + number;
  }

  /**
   * Removes the tables that coordinators of this run had made when they died: how many they made.
   * What cannot be removed stays, and is a doubt.
   */
  private static int removed(RunContext run, String table, CanaryAccount account) throws Exception {
    TableOperations tables = run.connection().client().tableOperations();
    int made = 0;
    while (run.directory().fileSystem().exists(SideTable.ledgers(run, name(table, made + 1)))) {
      String left = name(table, ++made);
      try (RunDirectory its = run.directory().below(SideTable.ledgers(run, left))) {
        Optional<GraphFile> graph = GraphFile.read(its);
        if (graph.isPresent()
            && graph.get().instanceId().equals(run.connection().instanceId())
            && graph.get().tableId().equals(tables.tableIdMap().get(left))) {
          Bounded.run("Removing table " + left, Canaries.REMOVAL, () -> tables.delete(left));
        } else if (graph.isEmpty() && tables.exists(left)) {
          account.doubt(Canaries.unremoved(left, "nothing says that it is the run's"));
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        account.doubt(Canaries.unremoved(left, Reasons.of(e)));
      }
    }
    return made;
  }

  /** What became of canaries of coordinators that died; the journal was theirs, too. */
  private static void recall(RunContext run, CanaryAccount account) throws IOException {
    JournalReader.readAll(
        run.directory(),
        run.name(),
        event -> {
          if (event instanceof Event.Note note && note.client().equals(CLIENT)) {
            account.recall(Strings.CS.removeStart(note.text(), Canaries.PREFIX));
          }
        });
  }

  private static void report(RunContext run, String words) {
    long now = run.clock().millis();
    run.journal().add(new Event.Note(now, CLIENT, words));
    run.terminal().event(now, words);
  }

  /** Plants canaries at their times, until it is closed. */
  private static Attendance attended(Canaries canaries, Duration every) {
    StopSignal over = new StopSignal();
    CanaryAccount account = canaries.account();
    Thread thread =
        Threads.daemon(
            "canary",
            "no canary is planted",
            () -> {
              try {
                while (!over.await(every)) {
                  canaries.next(over);
                }
              } finally {
                canaries.end();
              }
            },
            account::doubt);
    thread.start();
    return new Attendance() {
      @Override
      public PartOutcome outcome() {
        return account.outcome(every);
      }

      @Override
      public void close() throws IOException {
        over.ask("the run is over");
        try {
          thread.join(END.toMillis());
          if (thread.isAlive()) { // a server that does not answer blocks nothing
            thread.interrupt();
            account.doubt("the canary's table may still be there: the last check did not end");
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
      }
    };
  }

  /** A table next to that of the run, in which faults are planted; for one thread. */
  static final class SideTable implements Canaries.CanaryTable {
    private static final Position END = new Position(2, 2, 7);
    private static final int FLUSH = 20;
    private static final int DEPTH = 4;

    private static final Logger LOG = LogManager.getLogger(SideTable.class);

    private final RunContext run;
    private final RunDirectory ledgers;
    private final ScratchTable table;
    private final List<Fault> faults;
    private int trials;

    /**
     * Creates it, empty. Whatever the servers suffer, what is acknowledged to it is on their disks,
     * so that nothing but what is planted is wrong with it.
     */
    SideTable(RunContext run, String name) throws Exception {
      this.run = run;
      this.ledgers = run.directory().below(ledgers(run, name));
      this.table =
          new ScratchTable(
              run.connection(),
              name,
              Faults.graph(FLUSH, DEPTH, 0, List.of("")),
              Map.of("table.durability", "sync"),
              false);
      this.faults = Faults.oneByOne(table.graph, 2, END);
    }

    /** Where its ledgers are in a run: there once a process of the run has begun to make it. */
    static Path ledgers(RunContext run, String name) {
      return run.directory().trial("table-" + name);
    }

    @Override
    public void fill() throws Exception {
      table.graphFile().writeTo(ledgers);
      table.write(ledgers, 0, END);
      table.write(ledgers, 1, END);
    }

    @Override
    public List<Fault> faults() {
      return faults;
    }

    @Override
    public void plant(Fault fault) throws Exception {
      table.plant(fault);
    }

    @Override
    public void heal(Fault fault) throws Exception {
      table.heal(fault);
    }

    @Override
    public TrialOutcome perform(Check check, Fault fault, StopSignal stop, Duration limit)
        throws IOException, InterruptedException {
      String name = "canary-" + ++trials;
      while (run.directory().fileSystem().exists(run.directory().trial(name))) {
        name = "canary-" + ++trials; // those of a coordinator that died are its evidence
      }
      try (Trial trial =
          new Trial(run, name, check, table, List.of(ledgers), fault.whole().keySet())) {
        TrialOutcome seen = trial.perform(stop, limit);
        if (seen.failure().isEmpty()) {
          trial.forget(); // a run of weeks has thousands of them
        }
        return seen;
      }
    }

    @Override
    public void remove(Duration limit) throws Exception {
      Bounded.run("Removing table " + table.name, limit, this::delete);
      ledgers.close();
    }

    /**
     * A batch writer that has failed once fails again when it is closed; the table goes all the
     * same.
     */
    private void delete() throws AccumuloException, AccumuloSecurityException {
      try {
        table.close();
      } catch (IOException e) {
        LOG.warn("what was written last to table {} was rejected", table.name, e);
      }
      try {
        run.connection().client().tableOperations().delete(table.name);
      } catch (TableNotFoundException e) {
        LOG.info("table {} was removed before", table.name);
      }
    }

    @Override
    public String name() {
      return table.name;
    }
  }
}
