package catena.recompute.rule;

import catena.recompute.sheet.Cell;
import catena.recompute.sheet.Sheet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What each fault cost those who wrote and those who read; see {@link Usual}. */
final class Costs {
  private static final String UNKNOWN = "–";

  /** Those who write, or those who read, in one phase. */
  private record Side(
      Journal.Phase phase,
      boolean writing,
      List<Group> groups,
      Usual usual,
      Optional<Usual.Steady> steady) {
    /** Of how long a time they tell at once, milliseconds. */
    long told() {
      return groups.stream().mapToLong(Group::toldMillis).max().orElse(0);
    }
  }

  private final Journal journal;
  private final Map<Journal.Phase, Side> writers = new LinkedHashMap<>();
  private final Map<Journal.Phase, Side> readers = new LinkedHashMap<>();
  private final Map<String, Cell> sentences = new LinkedHashMap<>();
  private final Sheet sheet =
      new Sheet(
          "costs",
          "What each fault cost",
          List.of(
              "Number",
              "Fault",
              "Ingest dip",
              "Ingest low for",
              "None acknowledged for",
              "Query dip",
              "Query low for",
              "None read for"),
          List.of("Number", "Fault"));

  Costs(Journal journal) {
    this.journal = journal;
    for (Fault fault : journal.faults) {
      Journal.Phase phase =
          journal.phases.stream()
              .filter(each -> each.time().holds(fault.at()))
              .findFirst()
              .orElse(new Journal.Phase("the run", journal.time()));
      List<Cell> row = new ArrayList<>();
      row.add(Cell.count(fault.id()));
      row.add(Cell.text(fault.kind()));
      row.addAll(of(fault, writers.computeIfAbsent(phase, p -> side(p, true))));
      row.addAll(of(fault, readers.computeIfAbsent(phase, p -> side(p, false))));
      sheet.row(row);
    }
  }

  /** The table; empty if nobody wrote or read. */
  Optional<Sheet> sheet() {
    return sentences.isEmpty() ? Optional.empty() : Optional.of(sheet);
  }

  /** What its note says of what is usual. */
  Map<String, Cell> sentences() {
    return sentences;
  }

  private Side side(Journal.Phase phase, boolean writing) {
    List<Group> groups =
        journal.groups().stream()
            .filter(group -> group.writes() == writing)
            .filter(group -> journal.witnesses(group.name).last(phase.time()).isPresent())
            .toList();
    Usual usual = new Usual(phase.time(), groups, journal);
    Side side = new Side(phase, writing, groups, usual, usual.steady());
    if (!groups.isEmpty()) {
      // What is repeated has phases of the same words.
      String name =
          "%s, %s, side %d"
              .formatted(writing ? "writes" : "reads", phase.words(), sentences.size() + 1);
      sentences.put(name, sentence(side));
    }
    return side;
  }

  private static Cell sentence(Side side) {
    String who = (side.writing() ? "Ingest, " : "Queries, ") + side.phase().words() + ": ";
    int quiet = side.usual().quietSeconds();
    if (quiet < Usual.FEWEST) {
      return Cell.phrase(
          who + "what is usual is not known, of the ",
          Cell.count(Usual.FEWEST),
          " quiet seconds that it takes there are ",
          Cell.count(quiet),
          ".");
    }
    if (side.steady().isEmpty()) {
      return Cell.phrase(who + "too uneven without a fault to tell a dip.");
    }
    Usual.Steady steady = side.steady().get();
    Cell low =
        steady.low() < 0.005
            ? Cell.phrase("")
            : Cell.phrase(" of which ", Cell.of(steady.low(), "ratio"), " were low as well");
    return Cell.phrase(
        who + "usual are ",
        Cell.count(steady.rate()),
        " " + (side.writing() ? "entries" : "rows") + "/s, over ",
        Cell.count(steady.width()),
        " s, from ",
        Cell.count(quiet),
        " quiet seconds",
        low,
        "; a client tells every ",
        Cell.millis((double) side.told()),
        ".");
  }

  private List<Cell> of(Fault fault, Side side) {
    Cell unknown = Cell.text(UNKNOWN);
    List<Cell> cells = new ArrayList<>(List.of(unknown, unknown));
    if (side.groups().isEmpty()) {
      cells.add(unknown);
      return cells;
    }
    side.steady().ifPresent(steady -> dip(fault, side, steady, cells));
    cells.add(silence(fault, side));
    return cells;
  }

  /** The next fault that is no part of this one, else the end of the phase. */
  private long limit(Fault fault, Stretch phase) {
    long over = fault.ended().orElse(fault.at() + 1);
    return journal.faults.stream()
        .mapToLong(Fault::at)
        .filter(at -> at > fault.at() && at >= over && at < phase.to())
        .min()
        .orElse(phase.to());
  }

  private void dip(Fault fault, Side side, Usual.Steady steady, List<Cell> cells) {
    Stretch phase = side.phase().time();
    long first = side.usual().first;
    int width = steady.width();
    int begin = (int) Math.max(0, Math.floorDiv(fault.at(), 1000) - first);
    int limit =
        (int) Math.min(side.usual().count, Math.floorDiv(limit(fault, phase), 1000) - first);
    int known = begin;
    while (known < limit && steady.knows(known)) {
      known++;
    }
    if (known - begin < width) {
      return;
    }
    boolean[] low = low(steady, begin, known);
    int whole = (int) (Math.floorDiv(fault.ended().orElse(phase.to()), 1000) - first);
    int end = Math.min(known, whole + Usual.SETTLING);
    for (int i = end; i < known && i - end < width; i++) { // what has begun, to its end
      end = low[i] ? i + 1 : end;
    }
    double lowest = Double.MAX_VALUE;
    for (int i = begin; i + width <= Math.max(end, begin + width); i++) {
      lowest = Math.min(lowest, steady.over(i));
    }
    int seconds = 0;
    int last = -1;
    for (int i = begin; i < known; i++) {
      seconds += low[i] && i < end ? 1 : 0;
      last = low[i] ? i : last;
    }
    boolean ended = !(last >= known - width && end >= known - width);
    if (seconds > 0) {
      cells.set(0, Cell.of(Math.max(0, 1 - lowest), "ratio"));
      cells.set(1, Cell.phrase(ended ? "" : "> ", Cell.seconds(seconds)));
    } else if (known >= Math.min(whole, limit)) {
      cells.set(0, Cell.text("none"));
    } else {
      cells.set(0, Cell.phrase("none in ", Cell.seconds(known - begin)));
    }
  }

  /** Which seconds are low and lie in a low stretch. */
  private static boolean[] low(Usual.Steady steady, int from, int to) {
    boolean[] low = new boolean[to];
    for (int i = from; i < to; i++) {
      for (int begin = Math.max(from, i - steady.width() + 1);
          begin <= i && begin + steady.width() <= to;
          begin++) {
        low[i] |= steady.at(i) < Usual.BACK && steady.over(begin) < Usual.BACK;
      }
    }
    return low;
  }

  private Cell silence(Fault fault, Side side) {
    Stretch phase = side.phase().time();
    long lastWord =
        side.groups().stream()
            .map(group -> journal.witnesses(group.name).last(phase))
            .mapToLong(OptionalLong::getAsLong)
            .max()
            .getAsLong();
    long until = Math.min(lastWord, limit(fault, phase));
    if (until <= fault.at()) {
      return Cell.text(UNKNOWN);
    }
    until = Math.min(until, fault.ended().orElse(until));
    long start =
        side.groups().stream()
            .map(group -> journal.witnesses(group.name).first(phase))
            .mapToLong(OptionalLong::getAsLong)
            .min()
            .getAsLong();
    Silence answers = side.writing() ? journal.writing : journal.reading;
    long from = Math.max(start, answers.before(fault.at(), start));
    long longest = 0;
    boolean ended = true;
    while (from < until) {
      long next = answers.after(from, Long.MAX_VALUE);
      boolean answered = next <= lastWord;
      long to = answered ? next : lastWord;
      if (to - from > longest) {
        longest = to - from;
        ended = answered;
      }
      from = answered ? answers.before(to, to) : until;
    }
    if (lastWord + 1000 <= Math.min(fault.ended().orElse(Long.MAX_VALUE), limit(fault, phase))) {
      return Cell.phrase("> ", Cell.seconds(longest / 1000.0));
    }
    if (longest >= 1000) {
      return Cell.phrase(ended ? "" : "> ", Cell.seconds(longest / 1000.0));
    }
    boolean coarse = !side.writing() && side.told() > 1000;
    return Cell.phrase("< ", Cell.seconds(coarse ? 2 * side.told() / 1000.0 : 1));
  }
}
