// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableSummaries;
import catena.harness.accumulo.UserLabels;
import catena.harness.activity.RunContext;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.NamespaceNotFoundException;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/**
 * Makes the table that the settings ask for, with its graph.
 *
 * @param settings with those of {@link TableSettings} and {@link GraphSettings}
 * @param seeds gives a seed if the settings name none
 * @param notes receives lines for the user
 */
public record TableMaker(
    AccumuloClient client, Settings settings, LongSupplier seeds, Consumer<String> notes) {
  /** The settings of activities that make a table. */
  public static final List<Setting<?>> SETTINGS =
      Stream.concat(TableSettings.ALL.stream(), GraphSettings.ALL.stream()).toList();

  /** How many of a table's first entries are checked: enough to detect another kind of table. */
  private static final int FORMER_CHECKED = 1_000;

  private static final Duration BALANCE_LIMIT = Duration.ofMinutes(2);

  /**
   * Checks whether the table can be made, as far as that can be known before.
   *
   * @throws UsageException if it must not exist but does, if its graph differs from what is asked,
   *     if the instance knows no such property, or if its servers cannot summarize a table that
   *     they should
   */
  public void check() throws AccumuloException, AccumuloSecurityException {
    String table = settings.get(TableName.SETTING);
    if (!client.tableOperations().exists(table)) {
      checkToTake(table);
      checkInstance(TableSettings.properties(settings).keySet());
      return;
    }
    Optional<GraphSpec> unused = graphOfExisting(table);
  }

  private void checkToTake(String table) {
    if (isTakeover()) {
      throw new UsageException(
          "There is no table %s to take over; name the one of accumulo-testing with table.name"
              .formatted(table));
    }
  }

  private boolean isTakeover() {
    return TableSettings.existing(settings) == TableSettings.Existing.TAKEOVER;
  }

  /**
   * The graph of a table that exists, if it has one.
   *
   * @throws UsageException if it must not be used, or differs from what the settings say
   */
  private Optional<GraphSpec> graphOfExisting(String table)
      throws AccumuloException, AccumuloSecurityException {
    if (TableSettings.existing(settings) == TableSettings.Existing.FAIL) {
      throw exists(table);
    }
    Optional<GraphSpec> existing = TableGraph.load(client, table);
    existing.ifPresent(spec -> IngestTarget.checkAgrees(table, settings, spec));
    if (isTakeover()) {
      if (existing.isPresent() && !existing.get().takenOver()) {
        throw new UsageException(
            "Table %s has a graph of Catena's and is nothing to take over; use table.exists=use"
                .formatted(table));
      }
      IngestTarget.first(client, table, FORMER_CHECKED).forEach(entry -> checkFormer(table, entry));
    } else if (existing.isEmpty()) {
      IngestTarget.checkEmpty(client, table);
    }
    checkSummarized(table);
    return existing;
  }

  /** Checks whether an entry is as accumulo-testing writes it. */
  private static void checkFormer(String table, Entry entry) {
    if (NodeCodec.decode(entry) instanceof Decoded.Corrupt corrupt) {
      throw new UsageException(
          "Table %s is not one of accumulo-testing's continuous ingest (%s: %s); name another, or have this one verified with verify.mode=references first"
              .formatted(table, entry.toString().trim(), corrupt.reason()));
    }
  }

  /** No server has judged the entries of an existing table: summarizers are for new ones only. */
  private void checkSummarized(String table) throws AccumuloException {
    try {
      if (TableSettings.isSummarized(settings)
          && TableSummaries.attached(client, table).isEmpty()) {
        throw new UsageException(
            "Table %s exists, and its servers do not judge what they write: table.summaries=true is for a table that is made; leave it out, or name another table"
                .formatted(table));
      }
    } catch (TableNotFoundException e) {
      throw new UsageException("Table " + table + " was deleted meanwhile; try again");
    }
  }

  /**
   * Finds what is wrong between the settings themselves.
   *
   * @param settings with those of {@link TableSettings} and {@link GraphSettings}
   */
  public static void check(Settings settings, Problems problems) {
    problems.call(() -> TableSettings.splits(settings, GraphSettings.fresh(settings, 0)));
    problems.call(() -> TableSettings.properties(settings));
  }

  /**
   * The same as {@link #check()} for a table that may be deleted first.
   *
   * @throws UsageException if a table of this name may hold data of others: it has no graph, or
   *     entries from before its graph; or if the instance knows no such property
   */
  public void checkAnew() throws AccumuloException, AccumuloSecurityException {
    if (isTakeover()) {
      throw new UsageException(
          "table.exists=takeover keeps what a table holds, and recreate deletes it; leave one out");
    }
    checkInstance(TableSettings.properties(settings).keySet());
    String table = settings.get(TableName.SETTING);
    if (!client.tableOperations().exists(table)) {
      return;
    }
    Optional<GraphSpec> existing = TableGraph.load(client, table);
    if (existing.isEmpty() || existing.get().takenOver()) {
      String why =
          existing.isEmpty()
              ? "exists and holds no graph of Catena"
              : "holds what others wrote before it was taken over";
      throw new UsageException(
          "Table %s %s: delete it yourself, or name another with table.name".formatted(table, why));
    }
  }

  /**
   * Makes the table as a part of a run, and says so; a stop waits for nothing.
   *
   * @param how a word after the table's name, or nothing
   */
  public PartOutcome make(RunContext run, String how) throws Exception {
    try {
      Duration noLimit = Duration.ofDays(365); // a table may have any number of splits
      return made(how, run.stop().unlessAsked(run.name(), noLimit, this::make));
    } catch (InterruptedException e) {
      return PartOutcome.doubt(run.name() + " was stopped; the table may be there or not");
    }
  }

  PartOutcome made(String how, GraphSpec spec) {
    return PartOutcome.fact(
        "table %s%s, graph %s, seed %d"
            .formatted(settings.get(TableName.SETTING), how, spec.fingerprint(), spec.seed()));
  }

  /**
   * Deletes the table if it exists.
   *
   * @throws UsageException as {@link #checkAnew} does
   */
  public void delete() throws AccumuloException, AccumuloSecurityException {
    checkAnew();
    String table = settings.get(TableName.SETTING);
    if (client.tableOperations().exists(table)) {
      try {
        client.tableOperations().delete(table);
        notes.accept("deleted table " + table);
      } catch (TableNotFoundException e) {
        notes.accept("table " + table + " was deleted meanwhile");
      }
    }
  }

  /** A table whose servers cannot summarize it could not be written to any file. */
  private void checkInstance(Set<String> asked)
      throws AccumuloException, AccumuloSecurityException {
    TableSettings.checkKnown(asked, client.instanceOperations().getSystemConfiguration().keySet());
    if (TableSettings.isSummarized(settings)) {
      TableSummaries.require(client, "table.summaries");
    }
  }

  /**
   * Makes the table, or takes one that exists if the settings say so, and waits until its tablets
   * are spread.
   *
   * @return the table's graph
   * @throws UsageException if it must not exist but does, if its graph differs from what is asked,
   *     or if Accumulo refuses what is asked of it
   */
  public GraphSpec make()
      throws AccumuloException, AccumuloSecurityException, InterruptedException {
    String table = settings.get(TableName.SETTING);
    GraphSpec asked = GraphSettings.fresh(settings, seeds.getAsLong());
    Map<String, String> properties = new TreeMap<>(TableSettings.properties(settings));
    IntFunction<NavigableSet<Text>> splits = TableSettings.splits(settings, asked);
    GraphSpec made =
        client.tableOperations().exists(table)
            ? take(table, asked)
            : create(table, asked, properties, splits);
    authorize(made);
    awaitBalance(table);
    return made;
  }

  private GraphSpec take(String table, GraphSpec asked)
      throws AccumuloException, AccumuloSecurityException {
    Optional<GraphSpec> existing = graphOfExisting(table);
    if (isTakeover() && asked.cells().columns() > 1) {
      throw new UsageException(
          "A table that is taken over has rows of one cell: leave graph.columns at 1");
    }
    GraphSpec spec = existing.orElse(isTakeover() ? asked.overOthers() : asked);
    try {
      if (existing.isEmpty()) {
        TableGraph.store(client, table, spec);
      }
    } catch (TableNotFoundException e) {
      throw new UsageException("Table " + table + " was deleted meanwhile; try again");
    }
    notes.accept("table " + table + " exists and is taken as it is, splits and properties too");
    if (spec.takenOver()) {
      notes.accept("what it held before its graph is nothing that the graph promises");
    }
    return spec;
  }

  private static UsageException exists(String table) {
    return new UsageException(
        "Table %s exists; delete it, name another with table.name, or take it as it is with table.exists=use"
            .formatted(table));
  }

  private GraphSpec create(
      String table,
      GraphSpec spec,
      Map<String, String> properties,
      IntFunction<NavigableSet<Text>> splits)
      throws AccumuloException, AccumuloSecurityException {
    checkToTake(table);
    if (TableSettings.returnsEveryVersion(settings) && !spec.updates().isNone()) {
      throw new UsageException(
          "table.versions=every and graph.updates do not go together: how many versions a node has that is updated is not checked");
    }
    if (!TableSettings.returnsEveryVersion(settings) && spec.cells().copies() > 1) {
      throw new UsageException(
          "graph.copies above 1 needs table.versions=every: any other table returns one of them");
    }
    Set<String> asked = new TreeSet<>(properties.keySet());
    checkInstance(asked);
    properties.putAll(TableGraph.asProperties(spec));
    NewTableConfiguration configuration = new NewTableConfiguration().setProperties(properties);
    if (TableSettings.returnsEveryVersion(settings)) {
      configuration.withoutDefaultIterators();
    }
    if (TableSettings.isSummarized(settings)) {
      configuration.enableSummarization(TableSummaries.of(spec));
    }
    // In milliseconds two versions of a node may get the same time, and either may be the newer.
    // That does not take a fast flush: a tablet that moves to a server whose clock is behind gives
    // the last time again when that clock reaches it.
    configuration.setTimeType(TimeType.LOGICAL);
    NavigableSet<Text> rows = splits.apply(client.instanceOperations().getTabletServers().size());
    if (!rows.isEmpty()) {
      configuration.withSplits(rows);
    }
    try {
      client.tableOperations().create(table, configuration);
    } catch (TableExistsException e) {
      throw exists(table);
    } catch (AccumuloException | IllegalArgumentException e) {
      throw refused(table, asked, e);
    } catch (AccumuloSecurityException e) {
      throw new UsageException(
          "User %s may not make table %s (%s)"
              .formatted(client.whoami(), table, e.getSecurityErrorCode()));
    }
    notes.accept("made table %s with %d tablets".formatted(table, rows.size() + 1));
    return spec;
  }

  private static UsageException refused(String table, Set<String> properties, Exception e) {
    if (e.getCause() instanceof NamespaceNotFoundException) {
      return new UsageException("There is no namespace for table " + table + "; make it first");
    }
    String values = properties.isEmpty() ? "" : " and the values of " + properties;
    return new UsageException(
        "Accumulo refuses to make table %s: %s; check table.name%s"
            .formatted(table, e.getMessage(), values));
  }

  /** Lets the user see what it will write. */
  private void authorize(GraphSpec spec) throws AccumuloException, AccumuloSecurityException {
    UserLabels labels = new UserLabels(client);
    Set<String> missing = labels.missing(VisibilityList.labels(spec.visibilities()));
    if (missing.isEmpty()) {
      return;
    }
    notes.accept(
        labels.grant(missing)
            ? "granted user %s the authorizations %s".formatted(client.whoami(), missing)
            : "user %s lacks the authorizations %s and may not grant them: readers will not see all"
                .formatted(client.whoami(), missing));
  }

  /** Within a limit, since Accumulo waits as long as it takes. */
  private void awaitBalance(String table) throws InterruptedException {
    try {
      Bounded.run("await-balance", BALANCE_LIMIT, () -> awaitSpread(table));
    } catch (TimeoutException e) {
      notes.accept("the tablets are not spread after " + BALANCE_LIMIT.toMinutes() + " minutes");
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      notes.accept("whether the tablets are hosted and spread is not known: " + e);
    }
  }

  /**
   * Waits until all tablets are hosted, and until Accumulo has balanced them only where a tserver
   * has two more of them than another: it takes six seconds also where there is nothing to move.
   */
  private void awaitSpread(String table) throws Exception {
    Locations located = client.tableOperations().locate(table, List.of(new Range()));
    Map<String, Long> hosted =
        located.groupByTablet().keySet().stream()
            .collect(Collectors.groupingBy(located::getTabletLocation, Collectors.counting()));
    LongSummaryStatistics tablets =
        client.instanceOperations().getTabletServers().stream()
            .mapToLong(server -> hosted.getOrDefault(server, 0L))
            .summaryStatistics();
    if (tablets.getMax() - tablets.getMin() > 1) {
      client.instanceOperations().waitForBalance();
    }
  }
}
