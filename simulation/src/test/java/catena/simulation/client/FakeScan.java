// SPDX-License-Identifier: Apache-2.0
package catena.simulation.client;

import catena.simulation.table.Cell;
import catena.simulation.table.Table;
import catena.simulation.table.Tablet;
import catena.simulation.world.World;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.ColumnVisibility;
import org.apache.accumulo.core.security.VisibilityEvaluator;
import org.apache.accumulo.core.security.VisibilityParseException;

/** Reads ranges of a table, fetch by fetch: others may come between two fetches. */
final class FakeScan implements Iterator<Map.Entry<Key, Value>> {
  private static final int WAIT_MILLIS = 300;

  /** Waits after which a server that is paused has had its time. */
  private static final int MOST_WAITS = 100;

  /**
   * How it reads.
   *
   * @param whole whether these are all of the user's authorizations
   * @param eventual whether from scan servers
   * @param isolated whether a row comes as it was at one moment: a fetch ends with a row
   * @param most entries of a fetch, and of one that is isolated what the last row has beyond
   * @param timeoutMillis after which a fetch fails, if ever
   * @param family the only one that comes, if there is one
   */
  record Options(
      Authorizations authorizations,
      boolean whole,
      boolean eventual,
      boolean isolated,
      int most,
      OptionalLong timeoutMillis,
      Optional<String> family) {}

  private final World world;
  private final Table table;
  private final Options options;
  private final VisibilityEvaluator evaluator;
  private final Map<String, Boolean> visible = new HashMap<>();
  private final Deque<Range> ranges;
  private final Deque<Cell> fetched = new ArrayDeque<>();

  /** Where the range that is being read goes on: the least row, and the last key returned. */
  private String row;

  private String last = "";
  private String end;

  FakeScan(World world, Table table, Options options, List<Range> ranges) {
    this.world = world;
    this.table = table;
    this.options = options;
    this.evaluator = new VisibilityEvaluator(options.authorizations);
    this.ranges = new ArrayDeque<>(ranges);
  }

  @Override
  public boolean hasNext() {
    while (fetched.isEmpty() && (row != null || !ranges.isEmpty())) {
      if (row == null) {
        begin(ranges.remove());
      }
      fetch();
    }
    return !fetched.isEmpty();
  }

  @Override
  public Map.Entry<Key, Value> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the scan is over");
    }
    Cell cell = fetched.remove();
    return Map.entry(cell.toKey(), new Value(cell.entry().value()));
  }

  private void begin(Range range) {
    row = range.getStartKey() == null ? "" : Cell.text(range.getStartKey().getRowData().toArray());
    end = range.getEndKey() == null ? null : Cell.text(range.getEndKey().getRowData().toArray());
    last = "";
  }

  private void fetch() {
    Tablet tablet = hosted();
    String from = last.compareTo(row) > 0 ? last : row;
    List<Cell> cells = fetch(tablet, from, options.most);
    boolean all = cells.size() < options.most;
    if (options.isolated && !all) {
      String open = cells.get(cells.size() - 1).row();
      List<Cell> more = fetch(tablet, from, Integer.MAX_VALUE);
      int end = cells.size();
      while (end < more.size() && more.get(end).row().equals(open)) {
        end++;
      }
      cells = more.subList(0, end);
    }
    for (Cell cell : cells) {
      fetched.add(cell);
      if (table.doubled().contains(cell.key()) && !cell.key().equals(last)) {
        fetched.add(cell);
      }
      last = cell.key();
    }
    if (all) {
      boolean over = tablet.end().isEmpty() || (end != null && tablet.end().compareTo(end) >= 0);
      row = over ? null : tablet.end() + '\0';
    }
  }

  private List<Cell> fetch(Tablet tablet, String from, int most) {
    return tablet.shown(from, most, options.eventual, table.keepsEvery(), this::isAskedFor);
  }

  /** The tablet that comes next, once its server answers. */
  private Tablet hosted() {
    long began = world.millis();
    world.point("a scan fetches");
    for (int waits = 0; waits < MOST_WAITS; waits++) {
      Tablet tablet = table.tablet(row);
      if (options.eventual || !table.servers().get(tablet.server()).isPaused()) {
        return tablet;
      }
      world.pass(world.below(WAIT_MILLIS));
      world.point("a scan waits");
      if (options.timeoutMillis.isPresent()
          && world.millis() - began > options.timeoutMillis.getAsLong()) {
        world.note("a scan times out");
        throw new TimedOutException("no answer of server " + tablet.server());
      }
    }
    table.serverOf(row).goOn();
    return table.tablet(row);
  }

  private boolean isAskedFor(Cell cell) {
    return cell.row().compareTo(row) >= 0
        && (end == null || cell.row().compareTo(end) < 0)
        && cell.key().compareTo(last) > 0
        && options.family.map(Cell.text(cell.entry().family())::equals).orElse(true)
        && isShown(cell);
  }

  private boolean isShown(Cell cell) {
    if (visible.computeIfAbsent(cell.visibility(), this::satisfies)) {
      return options.whole || !table.withheld().contains(cell.key());
    }
    return table.leaked().contains(cell.key());
  }

  private boolean satisfies(String expression) {
    try {
      return evaluator.evaluate(new ColumnVisibility(expression.getBytes(StandardCharsets.UTF_8)));
    } catch (VisibilityParseException e) {
      throw new IllegalArgumentException(expression, e);
    }
  }
}
