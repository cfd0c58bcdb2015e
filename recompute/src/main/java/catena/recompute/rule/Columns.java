package catena.recompute.rule;

import catena.recompute.sheet.Cell;
import catena.recompute.sheet.Sheet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** The lines of one plot over time, which become the columns of a file. */
final class Columns {
  private final String file;
  private final String unit;
  private final Map<String, SortedMap<Long, Double>> lines = new LinkedHashMap<>();

  Columns(String file, String unit) {
    this.file = file;
    this.unit = unit;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Adds a line; one of which no number is known is none. */
  void add(String name, SortedMap<Long, Double> values) {
    if (values.values().stream().anyMatch(value -> !Double.isNaN(value))) {
      lines.put(name, values);
    }
  }

  /** A row for each time at which a line has a number or a gap; empty without lines. */
  Optional<Sheet> sheet(String run, Stretch time) {
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    List<String> header = new ArrayList<>(List.of("run", "time", "seconds"));
    lines.keySet().forEach(name -> header.add(unit.isEmpty() ? name : name + " " + unit));
    Sheet sheet = new Sheet(file, "", header, List.of("run", "time"));
    SortedSet<Long> times = new TreeSet<>();
    lines.values().forEach(line -> times.addAll(line.keySet()));
    for (long at : times) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(run));
      row.add(Cell.time(at));
      row.add(Cell.number((at - time.from()) / 1000.0));
      lines.values().forEach(line -> row.add(Cell.number(line.getOrDefault(at, Double.NaN))));
      sheet.row(row);
    }
    return Optional.of(sheet);
  }
}
