// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.graph.Graph;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableName;
import catena.harness.activity.RunContext;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.harness.job.JobSettings;
import catena.harness.job.Runner;
import catena.read.check.Frontier;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.reader.ReadSettings;
import catena.records.journal.Event;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.verdict.PartOutcome;
import catena.records.words.UsageException;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** A copy that can be made as asked; performed once. */
public record Copying(CopySource source, CopyTarget target, Settings settings) implements Work {
  /** What is done to a graph, for messages that refuse it. */
  public static final String COPIED = "copied (moru)";

  private static final String SUFFIX = "_moru";

  private static final Setting<String> TABLE =
      Setting.ofString(
          "moru.table",
          "",
          "the table that everything is written into, made with the same graph and splits (empty:"
              + " table.name with "
              + SUFFIX
              + " after it)");

  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS =
      Setting.all(
          List.of(TableName.SETTING, ReadSettings.RUNS, ReadSettings.PRINTED, TABLE),
          JobSettings.ALL);

  /** The name of the other table. */
  public static String table(Settings settings) {
    String named = settings.get(TABLE);
    return named.isEmpty() ? settings.get(TableName.SETTING) + SUFFIX : named;
  }

  /**
   * Checks whether a table can be copied as the settings say.
   *
   * @param settings those of {@link #SETTINGS}
   * @throws UsageException if not
   */
  public static Work prepare(Site site, Settings settings) throws Exception {
    Runner.check(JobSettings.place("moru", settings), System.getenv());
    CopySource source = CopySource.find(site.connection(), settings.get(TableName.SETTING));
    source.asRunTable().check(site.runs());
    return new Copying(source, CopyTarget.find(source, table(settings)), settings);
  }

  @Override
  public List<String> wouldDo() {
    return List.of(
        "table %s, graph %s".formatted(source.table(), source.spec().fingerprint()),
        "would read all of it, and write it again into table " + target.table());
  }

  @Override
  public PartOutcome perform(RunContext run) throws Exception {
    source.asRunTable().check(run.ledgers());
    KnownWriters known = KnownWriters.of(run.connection(), source.tableId());
    Graph graph = new Graph(source.spec());
    Ledgers ledgers =
        new Ledgers(run.ledgers(), source.asRunTable().home(), graph, known)
            .keeping(false, TableIterators.mayTie(run.connection().client(), source.table()));
    Ledgers.LedgerSnapshot before = ledgers.read();
    if (before.ledgers() == 0) {
      throw new UsageException(
          "No ledger says what table %s holds: name the runs that wrote it, as in bin/catena moru RUN"
              .formatted(source.table()));
    }
    TableCopy copy =
        new TableCopy(
            source.table(),
            source.tableId(),
            Frontier.fingerprint(before.promise()),
            known.allocated(),
            false);
    try {
      begin(run, copy);
    } catch (TimeoutException e) {
      return PartOutcome.doubt(e.getMessage() + ": is every server of the cluster at work?");
    }
    CopyPhase phase = new CopyPhase(run, source, target, settings, graph, ledgers, before);
    known.withoutLedger(before.promise()).ifPresent(phase::doubt);
    known.neverBegun(before.promise()).ifPresent(run.terminal()::note);
    return phase.run(copy);
  }

  private void begin(RunContext run, TableCopy copy) throws Exception {
    String made =
        Bounded.call(
            "Making table " + target.table(),
            settings.get(JobSettings.STALL_LIMIT),
            () -> target.make(copy));
    run.terminal().note(made);
    run.journal().add(new Event.Note(run.clock().millis(), run.name(), made));
  }
}
