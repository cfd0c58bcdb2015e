// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.journal.Event;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.report.history.RunHistory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** On what a run ran, with which settings, and what else it said. */
final class Background {
  private Background() {}

  static List<Table> of(RunHistory run, ZoneId zone) {
    SortedMap<String, Long> tally = run.verdict().map(VerdictFile::tally).orElseGet(TreeMap::new);
    return List.of(
        Table.<Map.Entry<String, String>>of("environment", "Versions and hosts", "")
            .words("Item", Map.Entry::getKey)
            .words("Value", Map.Entry::getValue)
            .rows(environment(run).entrySet()),
        ledgers(run),
        remarks(run, zone),
        Table.<Map.Entry<String, Long>>of("tally", "Counters", "")
            .words("Counter", Map.Entry::getKey)
            .numbers("Number", Unit.COUNT, Map.Entry::getValue)
            .folded(true)
            .rows(tally.entrySet()),
        Table.<Map.Entry<String, String>>of(
                "settings", "Settings", "As they came to be in this run.")
            .words("Key", Map.Entry::getKey)
            .words("Value", Map.Entry::getValue)
            .folded(true)
            .rows(run.settings().entrySet()));
  }

  private static Map<String, String> environment(RunHistory run) {
    Map<String, String> items = new LinkedHashMap<>();
    items.put("Run directory", run.where());
    run.graph()
        .ifPresent(
            graph -> {
              items.put("Table", graph.table() + " (id " + graph.tableId() + ")");
              items.put("Instance", graph.instanceId());
              items.put("Graph", graph.spec().fingerprint() + ", seed " + graph.spec().seed());
            });
    run.environment()
        .ifPresent(
            e -> {
              items.put("Catena", e.catena());
              items.put("Accumulo client", e.accumuloClient());
              items.put("Hadoop client", e.hadoopClient());
              items.put("Java", e.java());
              items.put(
                  "Host", "%s, %s, %d processors".formatted(e.host(), e.os(), e.processors()));
              items.put("Heap", Amounts.bytes(e.maxHeapBytes()));
              items.put("Command line", "bin/catena " + String.join(" ", e.commandLine()));
            });
    List<String> sampled = new ArrayList<>();
    run.samples().scopes("host:").forEach(scope -> sampled.add(scope.substring(5)));
    if (!sampled.isEmpty()) {
      items.put("Hosts sampled", String.join(", ", sampled));
    }
    return items;
  }

  private static Table ledgers(RunHistory run) {
    return Table.<RunHistory.LedgerSum>of("ledgers", "Ledgers", "What each writer was promised.")
        .words("Ledger", RunHistory.LedgerSum::file)
        .numbers("Flushes", Unit.COUNT, RunHistory.LedgerSum::windows)
        .numbers("Entries", Unit.COUNT, RunHistory.LedgerSum::entries)
        .numbers("Deletes", Unit.COUNT, RunHistory.LedgerSum::deletes)
        .words(
            "End", sum -> sum.indeterminate() ? "indeterminate" : sum.closed() ? "closed" : "open")
        .words("Damage", sum -> sum.damage().orElse("none"))
        .folded(true)
        .rows(run.ledgers());
  }

  private static Table remarks(RunHistory run, ZoneId zone) {
    long more = run.journal().moreRemarks();
    return Table.<Event.Note>of(
            "remarks",
            "Servers lost and back, and notes",
            more == 0 ? "" : Amounts.grouped(more) + " more are in the journal.")
        .cells("Time", Unit.TIME, remark -> Cell.time(remark.at(), zone))
        .words("From", Event.Note::client)
        .words("Message", Event.Note::text)
        .folded(true)
        .rows(run.journal().remarks());
  }

  /** The settings in which runs differ. */
  static Table differences(List<RunHistory> runs) {
    SortedSet<String> keys = new TreeSet<>();
    runs.forEach(run -> keys.addAll(run.settings().keySet()));
    keys.removeIf(key -> runs.stream().map(run -> run.settings().get(key)).distinct().count() == 1);
    Table.Columns<String> table =
        Table.<String>of("differences", "Settings that differ", "").words("Key", key -> key);
    runs.forEach(
        run -> table.known(run.name(), key -> Optional.ofNullable(run.settings().get(key))));
    return table.rows(keys);
  }
}
