package catena.report.page;

import catena.records.words.Amounts;
import catena.report.history.RunHistory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** On what a run ran, with which settings, and what else it said. */
final class Background {
  private Background() {}

  static List<Table> of(RunHistory run, String suffix, ZoneId zone) {
    List<Table> tables = new ArrayList<>();
    tables.add(environment(run, suffix));
    ledgers(run, suffix, tables);
    remarks(run, suffix, zone, tables);
    Table.Draft tally =
        Table.of("tally" + suffix, "What was counted", "").columns("Counter", "Number");
    run.verdict()
        .ifPresent(file -> file.tally().forEach((name, n) -> tally.row(name, Amounts.grouped(n))));
    tables.add(tally.folded());
    Table.Draft settings =
        Table.of("settings" + suffix, "Settings", "As they came to be in this run.")
            .columns("Key", "Value");
    run.settings().forEach(settings::row);
    tables.add(settings.folded());
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  private static Table environment(RunHistory run, String suffix) {
    Table.Draft table =
        Table.of("environment" + suffix, "Versions and hosts", "").columns("Item", "Value");
    table.row("Run directory", run.where());
    run.graph()
        .ifPresent(
            graph -> {
              table.row("Table", graph.table() + " (id " + graph.tableId() + ")");
              table.row("Instance", graph.instanceId());
              table.row("Graph", graph.spec().fingerprint() + ", seed " + graph.spec().seed());
            });
    run.environment()
        .ifPresent(
            e -> {
              table.row("Catena", e.catena());
              table.row("Accumulo client", e.accumuloClient());
              table.row("Hadoop client", e.hadoopClient());
              table.row("Java", e.java());
              table.row(
                  "Host", "%s, %s, %d processors".formatted(e.host(), e.os(), e.processors()));
              table.row("Heap", Amounts.bytes(e.maxHeapBytes()));
              table.row("Command line", "bin/catena " + String.join(" ", e.commandLine()));
            });
    List<String> sampled = new ArrayList<>();
    run.samples().scopes("host:").forEach(scope -> sampled.add(scope.substring(5)));
    if (!sampled.isEmpty()) {
      table.row("Hosts sampled", String.join(", ", sampled));
    }
    return table.done();
  }

  private static void ledgers(RunHistory run, String suffix, List<Table> tables) {
    Table.Draft table =
        Table.of("ledgers" + suffix, "Ledgers", "What each writer was promised.")
            .columns("Ledger", "Windows", "Entries", "Deletes", "End", "Damage");
    for (RunHistory.LedgerSum ledger : run.ledgers()) {
      table.row(
          ledger.file(),
          Amounts.grouped(ledger.windows()),
          Amounts.grouped(ledger.entries()),
          Amounts.grouped(ledger.deletes()),
          ledger.indeterminate() ? "indeterminate" : ledger.closed() ? "closed" : "open",
          ledger.damage().orElse("none"));
    }
    tables.add(table.folded());
  }

  private static void remarks(RunHistory run, String suffix, ZoneId zone, List<Table> tables) {
    long more = run.journal().moreRemarks();
    Table.Draft table =
        Table.of(
                "remarks" + suffix,
                "Servers lost and back, and notes",
                more == 0 ? "" : Amounts.grouped(more) + " more are in the journal.")
            .columns("Time", "From", "Message");
    run.journal()
        .remarks()
        .forEach(each -> table.row(Formats.time(each.at(), zone), each.client(), each.text()));
    tables.add(table.folded());
  }

  /** The settings in which runs differ. */
  static Table differences(List<RunHistory> runs) {
    SortedMap<String, List<String>> byKey = new TreeMap<>();
    runs.forEach(run -> run.settings().keySet().forEach(k -> byKey.put(k, List.of())));
    byKey.replaceAll(
        (key, none) ->
            runs.stream().map(r -> r.settings().getOrDefault(key, Formats.NONE)).toList());
    List<String> columns = new ArrayList<>(List.of("Key"));
    runs.forEach(run -> columns.add(run.name()));
    Table.Draft table = Table.of("differences", "Settings that differ", "").columns(columns);
    for (Map.Entry<String, List<String>> each : byKey.entrySet()) {
      if (Set.copyOf(each.getValue()).size() > 1) {
        List<String> row = new ArrayList<>(List.of(each.getKey()));
        row.addAll(each.getValue());
        table.row(row);
      }
    }
    return table.done();
  }
}
