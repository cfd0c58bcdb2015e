package catena.recompute.rule;

import catena.recompute.raw.Event;
import catena.recompute.raw.Ledger;
import catena.recompute.raw.RawRun;
import catena.recompute.sheet.Cell;
import catena.recompute.sheet.Sheet;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The tables of results: phases, recovery, faults, unanswered. */
final class TableSheets {
  private static final String UNKNOWN = "–";
  private static final NavigableMap<Long, Double> NONE = new TreeMap<>();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private final RawRun run;
  private final Journal journal;
  private final Grid grid;
  private final ZoneId zone;

  TableSheets(RawRun run, Journal journal, ZoneId zone) {
    this.run = run;
    this.journal = journal;
    this.grid = Grid.of(journal.time());
    this.zone = zone;
  }

  static Cell time(long at, ZoneId zone) {
    return Cell.text(TIME.withZone(zone).format(Instant.ofEpochMilli(at)));
  }

  private Cell time(long at) {
    return time(at, zone);
  }

  Sheet phases() {
    Sheet sheet =
        new Sheet(
            "phases",
            "Phases",
            List.of(
                "Phase",
                "Work",
                "Clients",
                "Tablet servers",
                "Tablets per server",
                "Initial size",
                "Final size",
                "Period",
                "Maximum",
                "Average"),
            List.of("Phase", "Work"));
    List<Journal.Phase> phases =
        journal.phases.isEmpty() && journal.time().seconds() > 0
            ? List.of(new Journal.Phase("whole", journal.time()))
            : journal.phases;
    for (Journal.Phase phase : phases) {
      boolean none = true;
      for (Group group : journal.groups()) {
        Optional<Stretch> active = journal.worked(group, phase.time());
        if (active.isPresent()) {
          sheet.row(phase(phase, group, active.get(), phases));
          none = false;
        }
      }
      if (none) {
        Cell dash = Cell.text(UNKNOWN);
        Cell took = Cell.seconds(phase.time().seconds());
        sheet.row(Cell.text(phase.words()), dash, dash, dash, dash, dash, dash, took, dash, dash);
      }
    }
    return sheet;
  }

  private List<Cell> phase(
      Journal.Phase phase, Group group, Stretch active, List<Journal.Phase> phases) {
    NavigableMap<Long, Double> sampled = run.classic().getOrDefault(1, NONE);
    double servers = sampled.isEmpty() ? run.tservers().orElse(0) : last(sampled, active.to());
    if (sampled.isEmpty() && run.tservers().isEmpty()) {
      servers = Double.NaN;
    }
    double tablets = last(run.classic().getOrDefault(9, NONE), active.to());
    double average = group.counted().in(active.widened()) / Math.max(0.001, active.seconds());
    return List.of(
        Cell.text(phase.words()),
        Cell.text(group.label()),
        Cell.count(journal.clients(group)),
        Cell.count(servers),
        Cell.count(servers > 0 ? tablets / servers : Double.NaN),
        Cell.count(size(active.from())),
        Cell.count(size(active.to())),
        Cell.seconds(active.seconds()),
        Cell.count(maximum(group, active, phases)),
        Cell.count(average));
  }

  /** The last number known at a time. */
  static double last(NavigableMap<Long, Double> series, long at) {
    return series.headMap(at, true).descendingMap().values().stream()
        .filter(value -> !value.isNaN())
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Entries in the table at a time: what was there before the first write, and since; of a table
   * that was made anew, what was written since then.
   */
  private double size(long at) {
    Long emptied = journal.emptied.floor(at);
    if (emptied != null) {
      return growth(at) - growth(emptied);
    }
    double before =
        journal
            .puts
            .active()
            .map(active -> last(run.classic().getOrDefault(5, NONE), active.from()))
            .filter(known -> !known.isNaN())
            .orElse(0.0);
    return before + growth(at);
  }

  private double growth(long at) {
    return journal.groups().stream().mapToDouble(group -> group.growth(at)).sum();
  }

  /**
   * The highest rate of the intervals of which no other time of the work has a larger part; without
   * one, of those of which it has any.
   */
  private double maximum(Group group, Stretch active, List<Journal.Phase> phases) {
    double[] rates = grid.rates(group.counted());
    List<Grid.Interval> intervals = grid.complete();
    double own = Double.NaN;
    double touched = Double.NaN;
    for (int i = 0; i < rates.length; i++) {
      Stretch interval = new Stretch(intervals.get(i).at(), intervals.get(i).whole().to());
      long part = interval.common(active);
      boolean most =
          phases.stream()
              .flatMap(phase -> journal.worked(group, phase.time()).stream())
              .allMatch(other -> interval.common(other) <= part);
      if (part > 0) {
        touched = Double.isNaN(touched) ? rates[i] : Math.max(touched, rates[i]);
        own = !most ? own : Double.isNaN(own) ? rates[i] : Math.max(own, rates[i]);
      }
    }
    return Double.isNaN(own) ? touched : own;
  }

  /** How recovery went, by kind of fault and roles; empty without faults. */
  Optional<Sheet> recovery() {
    if (journal.faults.isEmpty()) {
      return Optional.empty();
    }
    List<String> measures = Faults.measures(journal.faults);
    List<String> columns =
        new ArrayList<>(List.of("Fault", "Planned", "Proven", "Healed", "Recovered", "Doubted"));
    measures.forEach(measure -> columns.add(title(measure)));
    Sheet sheet = new Sheet("recovery", "Recovery by kind of fault", columns, List.of("Fault"));
    Faults.byKind(journal.faults)
        .forEach(
            (kind, faults) -> {
              List<Cell> row = new ArrayList<>(List.of(Cell.text(kind)));
              row.add(Cell.count(faults.size()));
              row.add(number(faults, fault -> fault.has("FaultProven")));
              row.add(number(faults, fault -> fault.has("FaultHealed")));
              row.add(number(faults, Fault::recovered));
              row.add(number(faults, Fault::doubted));
              measures.forEach(measure -> row.add(measured(faults, measure)));
              sheet.row(row);
            });
    return Optional.of(sheet);
  }

  private static String title(String measure) {
    String words =
        measure.equals("recovered.s")
            ? "whole"
            : measure.replaceFirst("\\.[^.]*$", "").replace('.', ' ')
                + (measure.equals("healed.s") ? " after" : "");
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private static Cell number(Collection<Fault> faults, Predicate<Fault> which) {
    return Cell.count(faults.stream().filter(which).count());
  }

  private static Cell measured(List<Fault> faults, String measure) {
    double[] sorted = Faults.sorted(faults, measure);
    String unit = measure.substring(measure.lastIndexOf('.') + 1);
    return sorted.length == 0
        ? Cell.text(UNKNOWN)
        : Cell.phrase(
            Cell.of(Faults.median(sorted), unit),
            " (",
            Cell.of(sorted[sorted.length - 1], unit),
            ", n ",
            Cell.count(sorted.length),
            ")");
  }

  /** A row for each fault; empty without any. */
  Optional<Sheet> faults() {
    Sheet sheet =
        new Sheet(
            "faults",
            "Faults",
            List.of(
                "Number",
                "Fault",
                "Target",
                "Begin",
                "Begun late by",
                "State",
                "Proven after",
                "Healed after",
                "Whole after",
                "Proof, outcome and doubts"),
            List.of("Number", "Begin"));
    for (Fault fault : journal.faults) {
      long intended = fault.started.whole("intendedAt");
      sheet.row(
          Cell.count(fault.id()),
          Cell.text(fault.what()),
          Cell.text(String.join(", ", fault.targets())),
          time(fault.at()),
          Cell.seconds(intended <= 0 ? Double.NaN : (fault.at() - intended) / 1000.0),
          Cell.text(fault.state()),
          Cell.seconds(fault.seconds("FaultProven")),
          Cell.seconds(fault.seconds("FaultHealed")),
          Cell.seconds(fault.seconds("FaultRecovered")),
          Cell.text(fault.words()));
    }
    return sheet.rows().isEmpty() ? Optional.empty() : Optional.of(sheet);
  }

  /**
   * What was due and not answered when phases ended; empty where nothing was. What never began
   * counts from a second on: less is the wait for a thread.
   */
  Optional<Sheet> unanswered() {
    Sheet sheet =
        new Sheet(
            "unanswered",
            "Not answered when the phase ended",
            List.of(
                "Client",
                "Operation",
                "End",
                "Answered",
                "Under way",
                "Due and never begun",
                "Oldest was due for"),
            List.of("Client", "Operation", "End"));
    for (Event left : journal.unanswered) {
      boolean late = left.whole("neverBegun") > 0 && left.number("oldestSeconds") >= 1;
      if (left.whole("underWay") > 0 || late) {
        sheet.row(
            Cell.text(left.client()),
            Cell.text(left.text("operation")),
            time(left.at()),
            Cell.count(left.whole("answered")),
            Cell.count(left.whole("underWay")),
            Cell.count(left.whole("neverBegun")),
            Cell.seconds(left.number("oldestSeconds")));
      }
    }
    return sheet.rows().isEmpty() ? Optional.empty() : Optional.of(sheet);
  }

  /** What each writer was promised; no row where one is damaged, which is told in words. */
  Sheet ledgers() {
    Sheet sheet =
        new Sheet(
            "ledgers",
            "Ledgers",
            List.of("Ledger", "Windows", "Entries", "Deletes", "End", "Damage"),
            List.of("Ledger"));
    if (run.ledgers().stream().noneMatch(Ledger::damaged)) {
      run.ledgers()
          .forEach(
              ledger ->
                  sheet.row(
                      Cell.text(ledger.file()),
                      Cell.count(ledger.windows()),
                      Cell.count(ledger.entries()),
                      Cell.count(ledger.deletes()),
                      Cell.text(ledger.end()),
                      Cell.text("none")));
    }
    return sheet;
  }

  /** What the verdict counted. */
  Sheet tally() {
    Sheet sheet =
        new Sheet("tally", "What was counted", List.of("Counter", "Number"), List.of("Counter"));
    Map<String, Long> tally = new TreeMap<>();
    run.verdict()
        .filter(v -> !v.path("unfinished").asBoolean() || v.path("verdict").asText().equals("FAIL"))
        .ifPresent(
            verdict ->
                verdict
                    .path("tally")
                    .fields()
                    .forEachRemaining(each -> tally.put(each.getKey(), each.getValue().asLong())));
    tally.forEach((name, number) -> sheet.row(Cell.text(name), Cell.count(number)));
    return sheet;
  }

  /** The settings, as the file has them. */
  Sheet settings() {
    Sheet sheet = new Sheet("settings", "Settings", List.of("Key", "Value"), List.of("Key"));
    run.settings().forEach((key, value) -> sheet.row(Cell.text(key), Cell.text(value)));
    return sheet;
  }
}
