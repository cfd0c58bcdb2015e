// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.journal.Event;
import catena.records.ledger.LedgerState;
import catena.records.tested.ServerGroup;
import catena.records.tested.Tested.Difference;
import catena.records.tested.Tested.Snapshot;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.report.history.RunHistory;
import catena.report.page.Page.Tile;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The servers that a run ran on, its settings, and its counters, ledgers and notes. */
final class Background {
  /** The length of a shortened commit hash. */
  private static final int COMMIT_DIGITS = 10;

  private Background() {}

  static List<Table> of(RunHistory run, ZoneId zone) {
    SortedMap<String, Long> tally = run.verdict().map(VerdictFile::tally).orElseGet(TreeMap::new);
    return List.of(
        Table.<Map.Entry<String, String>>named("environment")
            .words("Item", Map.Entry::getKey)
            .words("Value", Map.Entry::getValue)
            .rows(environment(run).entrySet()),
        ledgers(run),
        remarks(run, zone),
        Table.<Map.Entry<String, Long>>named("tally")
            .words("Counter", Map.Entry::getKey)
            .numbers("Number", Unit.COUNT, Map.Entry::getValue)
            .folded(true)
            .rows(tally.entrySet()),
        Table.<Map.Entry<String, String>>named("settings")
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
    return Table.<Map.Entry<String, LedgerState>>named("ledgers")
        .words("Ledger", Map.Entry::getKey)
        .numbers("Flushes", Unit.COUNT, ledger -> ledger.getValue().windows())
        .numbers("Entries", Unit.COUNT, ledger -> ledger.getValue().acknowledgedEntries())
        .numbers("Deletes", Unit.COUNT, ledger -> ledger.getValue().acknowledgedDeletes())
        .words("End", ledger -> end(ledger.getValue()))
        .words("Damage", ledger -> ledger.getValue().damage().orElse("none"))
        .folded(true)
        .rows(run.ledgers().entrySet());
  }

  private static String end(LedgerState ledger) {
    return ledger.indeterminate() ? "indeterminate" : ledger.closed() ? "closed" : "open";
  }

  private static Table remarks(RunHistory run, ZoneId zone) {
    long more = run.journal().moreRemarks();
    return Table.<Event.Note>named(
            "remarks", more == 0 ? "" : Amounts.grouped(more) + " more are in the journal.")
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
    Table.Columns<String> table = Table.<String>named("differences").words("Key", key -> key);
    runs.forEach(
        run -> table.known(run.name(), key -> Optional.ofNullable(run.settings().get(key))));
    return table.rows(keys);
  }

  /** The table of servers, and those of what differs from the defaults and of what is unknown. */
  static List<Table> tested(RunHistory run, ZoneId zone) {
    return run.tested().stream()
        .flatMap(tested -> Stream.of(servers(tested, zone), configuration(tested), gaps(tested)))
        .toList();
  }

  private static Table servers(Snapshot tested, ZoneId zone) {
    return Table.<ServerGroup>named(
            "servers", tested.instance(), Formats.sentence(tested.at(), zone))
        .words("Role", ServerGroup::role)
        .cells("Servers", Unit.COUNT, Background::number)
        .numbers("Hosts", Unit.COUNT, ServerGroup::hosts)
        .words("Version", group -> ServerGroup.inWords(group.versions()))
        .words("Build", group -> ServerGroup.inWords(shortened(group.builds())))
        .words("JVM", group -> ServerGroup.inWords(group.jvms()))
        .rows(ServerGroup.of(tested.servers()));
  }

  private static Cell number(ServerGroup group) {
    return group.standby() > 0
        ? Cell.more(
            group.number(), Unit.COUNT, group.number() + " (" + group.standby() + " on standby)")
        : Cell.of(group.number(), Unit.COUNT);
  }

  private static Map<String, Integer> shortened(Map<String, Integer> builds) {
    Map<String, Integer> commits = new LinkedHashMap<>();
    builds.forEach(
        (build, n) ->
            commits.merge(
                build.substring(0, Math.min(COMMIT_DIGITS, build.length())), n, Integer::sum));
    return commits;
  }

  private static Table configuration(Snapshot tested) {
    return Table.<Difference>named("configuration")
        .words("Property", Difference::key)
        .words("Of", Difference::scope)
        .known("Default", Difference::byDefault)
        .words("Value", Difference::value)
        .folded(true)
        .rows(tested.differences());
  }

  private static Table gaps(Snapshot tested) {
    List<String> unknown = tested.unknown();
    return Table.<Integer>named("untold")
        .numbers("No", Unit.COUNT, number -> number)
        .words("What", number -> unknown.get(number - 1))
        .folded(true)
        .rows(IntStream.rangeClosed(1, unknown.size()).boxed().toList());
  }

  /** The tile of the first screen that says what was tested. */
  static Optional<Tile> tile(RunHistory run) {
    return run.tested().map(tested -> new Tile("Tested", tested.accumulo(), tested.surroundings()));
  }
}
