package catena.recompute.rule;

import catena.recompute.raw.Event;
import catena.recompute.raw.Ledger;
import catena.recompute.raw.RawRun;
import catena.recompute.sheet.Cell;
import catena.recompute.sheet.Quantity;
import catena.recompute.sheet.TextCheck;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The first screen of a report, and how many findings and causes there are. */
final class TextRules {
  /** As {@code docs/verify.md} lists them. */
  private static final List<String> KINDS =
      List.of(
          "LOST",
          "LATE",
          "STALE",
          "RESURRECTED",
          "PHANTOM",
          "MISPLACED",
          "CORRUPT",
          "ALTERED",
          "MISCOUNTED",
          "DUPLICATED",
          "LEAKED",
          "WITHHELD",
          "UNDEFINED");

  private final RawRun run;
  private final Journal journal;
  private final ZoneId zone;

  TextRules(RawRun run, Journal journal, ZoneId zone) {
    this.run = run;
    this.journal = journal;
    this.zone = zone;
  }

  void check(TextCheck text) {
    Map<String, Cell> head = new LinkedHashMap<>();
    verdict().ifPresent(word -> head.put("verdict", word));
    head.put("Findings", findings());
    head.put("Faults", faults());
    head.put("Entries written", entries());
    head.put("Duration", duration());
    for (Group group : journal.groups()) {
      if (group.counted().total() > 0) {
        head.put(group.label(), rate(group));
      }
    }
    text.phrases(run.name(), head);
    text.phrases("Latency", unanswered());
    counts().forEach((kind, count) -> text.titled("%,d %s".formatted(count, kind)));
    run.causes().ifPresent(causes -> causes(causes, text));
  }

  private Optional<JsonNode> concluded() {
    return run.verdict()
        .filter(
            v -> !v.path("unfinished").asBoolean() || v.path("verdict").asText().equals("FAIL"));
  }

  private Optional<Cell> verdict() {
    return concluded()
        .map(
            file ->
                Cell.phrase(
                    file.path("verdict").asText() + (outdated(file) ? ", OUTDATED" : "") + "."));
  }

  private boolean outdated(JsonNode verdict) {
    JsonNode then = verdict.path("proof").path("ledgers");
    List<Ledger> now = run.ledgers();
    return then.isObject()
        && (then.path("writers").asLong() != now.stream().filter(Ledger::sound).count()
            || then.path("windows").asLong() != now.stream().mapToLong(Ledger::windows).sum()
            || then.path("entries").asLong() != now.stream().mapToLong(Ledger::entries).sum()
            || then.path("deletes").asLong() != now.stream().mapToLong(Ledger::deletes).sum());
  }

  private Cell entries() {
    int writers = run.ledgers().size();
    String by = writers == 0 ? "" : " by " + writers + (writers == 1 ? " writer" : " writers");
    double deletes = journal.deletes.total();
    Cell puts = Cell.count(journal.puts.total());
    return deletes > 0
        ? Cell.phrase(
            "Entries written: ", puts, " (and ", Cell.count(deletes), " deleted" + by + ")")
        : Cell.phrase("Entries written: ", puts, " (none deleted" + by + ")");
  }

  private Cell duration() {
    Stretch time = journal.time();
    Cell span = Cell.seconds(time.seconds());
    return time.to() == 0
        ? Cell.phrase("Duration: ", span)
        : Cell.phrase("Duration: ", span, " (from ", TableSheets.time(time.from(), zone), ")");
  }

  private Cell rate(Group group) {
    Grid grid = Grid.of(journal.time());
    String label = group.label().substring(0, 1).toUpperCase(java.util.Locale.ROOT);
    Cell told =
        group.toldMillis() > grid.seconds() * 1500L
            ? Cell.phrase(", told every ", Cell.count(group.toldMillis() / 1000.0), " s")
            : Cell.phrase("");
    return Cell.phrase(
        label + group.label().substring(1) + " per second: ",
        Cell.count(group.counted().total() / period(group)),
        " (on average; at most ",
        Cell.count(grid.highest(group.counted())),
        " over ",
        Cell.count(grid.seconds()),
        " s",
        told,
        ")");
  }

  /** How long a group worked in all, seconds, in whatever phase or command. */
  private double period(Group group) {
    double seconds = journal.witnesses(group.name).secondsAtWork();
    return Math.max(
        0.001, seconds > 0 ? seconds : group.counted().active().map(Stretch::seconds).orElse(0.0));
  }

  private Cell faults() {
    List<Fault> all = journal.faults;
    if (all.isEmpty()) {
      return Cell.phrase("Faults: none (injected)");
    }
    List<Object> parts = new ArrayList<>(List.of("Faults: ", Cell.count(all.size()), " ("));
    parts.add(Cell.count(all.stream().filter(fault -> fault.has("FaultProven")).count()));
    parts.add(" proven, ");
    parts.add(Cell.count(all.stream().filter(Fault::recovered).count()));
    parts.add(" recovered");
    parts.addAll(longest(all));
    long doubted = all.stream().filter(Fault::doubted).count();
    if (doubted > 0) {
      parts.add("; ");
      parts.add(Cell.count(doubted));
      parts.add(" in doubt");
    }
    parts.add(")");
    return Cell.phrase(parts.toArray());
  }

  private static List<Object> longest(List<Fault> all) {
    List<Object> parts = new ArrayList<>();
    double[] rehost = Faults.sorted(all, "rehost.s");
    double[] flush = Faults.sorted(all, "first.flush.s");
    if (rehost.length > 0) {
      parts.add("; tablets hosted within ");
      parts.add(Cell.seconds(rehost[rehost.length - 1]));
    } else if (flush.length > 0) {
      parts.add("; acknowledged again within ");
      parts.add(Cell.seconds(flush[flush.length - 1]));
    }
    all.stream()
        .filter(Fault::recovered)
        .max(Comparator.comparingDouble(fault -> fault.seconds("FaultRecovered")))
        .ifPresent(
            fault -> {
              parts.add((parts.isEmpty() ? "; " : ", ") + "whole within ");
              parts.add(Cell.seconds(fault.seconds("FaultRecovered")));
              if (fault.has("FaultHealed")) {
                parts.add(" (healed after ");
                parts.add(Cell.seconds(fault.seconds("FaultHealed")));
                parts.add(")");
              }
            });
    return parts;
  }

  /** How much of each operation was not answered when phases ended. */
  private Map<String, Cell> unanswered() {
    SortedMap<String, long[]> left = new TreeMap<>();
    for (Event event : journal.unanswered) {
      long[] sums = left.computeIfAbsent(event.text("operation"), any -> new long[2]);
      sums[0] += event.whole("underWay");
      sums[1] += event.whole("neverBegun");
    }
    Map<String, Cell> phrases = new LinkedHashMap<>();
    left.forEach(
        (operation, sums) -> {
          if (run.latencies().isEmpty() || sums[0] + sums[1] == 0) {
            return; // there is no table that it could stand in
          }
          phrases.put(
              operation + ", not answered",
              Cell.phrase(
                  operation + ": ",
                  Cell.count(sums[0]),
                  " under way and ",
                  Cell.count(sums[1]),
                  " due and never begun"));
        });
    return phrases;
  }

  /** What verify found; where it left nothing, what readers saw. */
  private SortedMap<String, Long> counts() {
    SortedMap<String, Long> counts =
        new TreeMap<>(Comparator.comparingInt(TextRules::place).thenComparing(kind -> kind));
    counts.putAll(run.findings().filter(all -> !all.isEmpty()).orElse(journal.findings));
    return counts;
  }

  private static int place(String kind) {
    return KINDS.contains(kind) ? KINDS.indexOf(kind) : KINDS.size();
  }

  private Cell findings() {
    SortedMap<String, Long> counts = counts();
    if (!counts.isEmpty()) {
      concluded()
          .ifPresent(
              file ->
                  file.path("findings")
                      .fields()
                      .forEachRemaining(
                          each ->
                              counts.merge(each.getKey(), each.getValue().asLong(), Math::max)));
      List<Object> parts = new ArrayList<>(List.of("Findings: "));
      parts.add(Cell.count(counts.values().stream().mapToLong(n -> n).sum()));
      parts.add(" (");
      counts.forEach(
          (kind, count) -> {
            parts.add(Cell.count(count));
            parts.add(" " + kind + (kind.equals(counts.lastKey()) ? ")" : ", "));
          });
      return Cell.phrase(parts.toArray());
    }
    long[] counted = {0};
    concluded()
        .ifPresent(file -> file.path("findings").forEach(count -> counted[0] += count.asLong()));
    if (counted[0] > 0) {
      return Cell.phrase(
          "Findings: ", Cell.count(counted[0]), " (the file of findings is missing)");
    }
    return Cell.phrase(
        "Findings: none" + (concluded().isPresent() ? "" : " (but nothing was concluded)"));
  }

  private static void causes(JsonNode causes, TextCheck text) {
    long leftOut = causes.path("leftOut").asLong();
    long unexplained = causes.path("unexplained").asLong();
    long traced = 0;
    for (JsonNode group : causes.path("groups")) {
      traced += group.path("findings").asLong();
    }
    double scale = (traced + leftOut) / (double) traced;
    if (leftOut > 0 || unexplained > 0) {
      Map<String, Cell> phrases = new LinkedHashMap<>();
      phrases.put(
          "lost",
          Cell.phrase(
              "Lost writes found: ",
              Cell.count(traced + leftOut),
              leftOut == 0 ? "" : ", of which ",
              leftOut == 0 ? "." : Cell.count(traced)));
      if (unexplained > 0) {
        phrases.put(
            "unexplained",
            Cell.phrase("No fault explains ", inAll(unexplained, leftOut, scale), " of them."));
      }
      text.phrases("Causes", phrases);
      text.titled("Causes");
    }
    for (JsonNode group : causes.path("groups")) {
      List<Object> parts = new ArrayList<>(List.of("Cause " + group.path("rank").asLong() + ": "));
      group
          .path("kinds")
          .fields()
          .forEachRemaining(
              each -> {
                parts.add(parts.size() == 1 ? "" : ", ");
                parts.add(inAll(each.getValue().asLong(), leftOut, scale));
                parts.add(" " + each.getKey());
              });
      text.titled(Cell.phrase(parts.toArray()));
    }
  }

  /** A number of those that were traced, for all. */
  private static Object inAll(long number, long leftOut, double scale) {
    return leftOut == 0 || number == 0
        ? Cell.count(number)
        : Cell.phrase("about ", new Quantity(number * scale, Quantity.Kind.ROUGH));
  }
}
