// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.judge.Selection;
import catena.graph.judge.Selection.By;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.Rated;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadSettings;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReaderContext;
import catena.read.reader.Returned;
import catena.read.reader.RowReader;
import catena.read.reader.ScanFilter;
import catena.read.reader.ScannerShape;
import catena.read.reader.StartWait;
import catena.records.budget.Measure;
import catena.records.latency.LatencyRecorder;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.function.FailableFunction;

/** Scanning: random ranges are read as a whole. */
public final class ScanActivity implements ReadActivity {
  private static final PaceSettings PACE = new PaceSettings("scan", "scans");

  static final Setting<Integer> ENTRIES =
      Setting.ofInt(
          "scan.entries", 5000, 1, 10_000_000, "approximate number of entries in a range");

  static final Setting<Boolean> BOUNDED =
      Setting.ofBoolean(
          "scan.bounded",
          true,
          "whether the servers know where a range ends; else a scan goes on until scan.entries"
              + " entries have come that pass, and is closed then");

  private static final Setting<ScanFilter.Side> FILTER =
      Setting.ofEnum(
          "scan.filter",
          ScanFilter.Side.NONE,
          "who drops what a regular expression does not match");

  private static final Setting<By> FILTER_BY =
      Setting.ofEnum(
          "scan.filter.by",
          By.ROW,
          "what passes: rows by their keys (row) or by the value of their last cell (row-of-value),"
              + " one cell of each row (family), or cells by their values (value)");

  private static final Setting<Integer> CELL =
      Setting.ofInt("scan.filter.cell", 0, 0, 65_535, "the cell of each row that family lets pass");

  private static final Setting<Double> SELECTIVITY =
      Setting.ofDouble(
          "scan.filter.selectivity",
          0.1,
          0.00001,
          1,
          "the share of rows or cells that pass the filter, of all but family");

  private static final Setting<Integer> BATCH_SIZE =
      Setting.ofInt(
          "scan.batch.size",
          ScannerShape.BATCH_SIZE,
          1,
          10_000_000,
          "the most entries that one fetch returns");

  @Override
  public Description description() {
    return reading(
            "scan",
            "scan random ranges of rows and check all that is in them",
            PACE,
            List.of(
                ENTRIES,
                BOUNDED,
                FILTER,
                FILTER_BY,
                CELL,
                SELECTIVITY,
                BATCH_SIZE,
                ReadSettings.ISOLATED))
        .rated(new Rated("scans", Measure.RANGE_P99, 1))
        .graph((made, own, problems) -> checkRows(made))
        .checks(
            CheckForm.of(
                "scan", Way.READING, Map.of("scan.count", "1", "scan.entries", "10000000")));
  }

  @Override
  public PaceSettings.Pace pace(Settings own) {
    return PACE.pace(own);
  }

  @Override
  public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
    return context -> new RangeReader(context, settings);
  }

  /** How scanners fetch. */
  static ScannerShape shape(Settings own) {
    return new ScannerShape(
        own.get(BATCH_SIZE), own.get(ReadSettings.ISOLATED), own.get(ReadSettings.TIMEOUT));
  }

  /** The filter of scans of a graph. */
  static ScanFilter filter(Settings own, GraphSpec spec) {
    By by = own.get(FILTER_BY);
    int cell = by == By.FAMILY ? own.get(CELL) : spec.cells().columns() - 1;
    return own.get(FILTER) == ScanFilter.Side.NONE
        ? ScanFilter.NONE
        : new ScanFilter(own.get(FILTER), Selection.of(by, own.get(SELECTIVITY), cell));
  }

  private static void checkRows(GraphSpec graph) {
    if (graph.rows().ordered()) {
      throw new UsageException(
          "scan reads random ranges, which hold no rows in order (graph.rows=ordered): read them by walk, batchwalk or verify");
    }
  }

  /** What a filter is to let pass follows from the graph, and where there are rows. */
  @Override
  public void fit(ReadTarget target, Settings settings) {
    target.graph().map(Graph::spec).ifPresent(ScanActivity::checkRows);
    if (settings.get(FILTER) == ScanFilter.Side.NONE) {
      return;
    }
    if (target.graph().isEmpty()) {
      throw new UsageException(
          "Table %s has no graph, so it is not known what %s must let pass: leave it out"
              .formatted(target.table(), FILTER.key()));
    }
    GraphSpec spec = target.graph().get().spec();
    Selection selection = filter(settings, spec).selection();
    boolean named = spec.maxFamily() == 1 && selection.cell() < spec.cells().columns();
    if (selection.cell() != Selection.WHOLE && !named) {
      throw new UsageException(
          "%s names cell %d of each row, and table %s has no such cell, or not with one family in all rows (graph.columns, graph.max.cf=1)"
              .formatted(FILTER_BY.key(), selection.cell(), target.table()));
    }
    boolean stays =
        spec.payload().min() >= 2
            && spec.checksum()
            && spec.updates().isNone()
            && !spec.takenOver();
    if (selection.by().isOfValues() && !stays) {
      throw new UsageException(
          "%s compares the end of the payload of values, which must stay as it is: table %s needs graph.payload of two bytes or more, graph.checksum, no graph.updates, and no entries of before a takeover"
              .formatted(FILTER_BY.key(), target.table()));
    }
  }

  /** One scanning client: a step is a scan of a range. */
  private static final class RangeReader implements ReadPhase.Reader {
    /** A range that holds so many times the entries asked for is cut short. */
    private static final int MOST_OVER = 20;

    private final ReaderContext context;

    /** That a range is to hold; or if it has no end, that are to come and to pass. */
    private final int entries;

    /** Whether a range has an end when it is asked for. */
    private final boolean bounded;

    private final ScanFilter filter;
    private final RowReader reader;
    private final long min;
    private final long max;
    private final int most;
    private final RangeWidth width;
    private final LatencyRecorder.Operation ranges;
    private final StartWait empty;
    private boolean anything;

    /** A client; with a filter only of a table with a graph. */
    RangeReader(ReaderContext context, Settings own) {
      this.context = context;
      this.entries = own.get(ScanActivity.ENTRIES);
      this.bounded = own.get(ScanActivity.BOUNDED);
      this.filter =
          context.graph().map(g -> ScanActivity.filter(own, g.spec())).orElse(ScanFilter.NONE);
      this.reader = new RowReader(context, ScanActivity.shape(own), filter);
      this.min = context.graph().map(Graph::spec).map(GraphSpec::rowMin).orElse(0L);
      this.max = context.graph().map(Graph::spec).map(GraphSpec::rowMax).orElse(Long.MAX_VALUE);
      this.most = (int) Math.min(Integer.MAX_VALUE, (long) MOST_OVER * entries);
      this.width = new RangeWidth(entries, max - min);
      this.ranges = context.operation("range");
      this.empty = new StartWait(context);
    }

    @Override
    public boolean read(long due) throws Exception {
      long nodes = context.nodesBegun();
      long seen =
          bounded
              ? bounded(nodes, due)
              : scan(min + context.random().nextLong(max - min), max, due);
      anything |= seen > 0 || nodes > 0;
      return anything || empty.rest();
    }

    private long bounded(long nodes, long due) throws Exception {
      long rows = Math.min(max - min, width.next(nodes));
      long from = min + context.random().nextLong(max - min - rows + 1);
      long seen = scan(from, from + rows, due);
      if (filter.side() == ScanFilter.Side.NONE) {
        // What passes a filter shows too little of what is there; the ledgers show enough.
        width.held(seen);
      }
      return seen;
    }

    /** Returns how many entries came. */
    private long scan(long from, long to, long due) throws Exception {
      RowReader.Seen seen = reader.scan(context.drawView(), from, to, this::isEnough);
      Returned all = seen.returned();
      long rows = all.rows();
      context.read(ranges, due, seen.start(), seen.end(), rows, rows, all.entries(), all.bytes());
      seen.judge(from, to);
      return all.entries();
    }

    private boolean isEnough(Returned seen) {
      return bounded ? seen.entries() > most : seen.kept().size() >= entries;
    }
  }

  /**
   * How wide a range is to be so that it holds about as many entries as asked: steered by a third
   * of the error after each scan, within what the ledgers say; pure.
   */
  static final class RangeWidth {
    /** Where nothing is known of a table: as wide as the existing suite begins. */
    private static final double FIRST = 1e12;

    private static final double STEP = 1 / 3.0;
    private static final double MOST_GROWTH = 10;

    /** How far seen entries may widen a range beyond what the ledgers' nodes call for. */
    private static final double MOST_OVER_LEDGER = 4;

    private final double entries;
    private final double rows;
    private double width;
    private double least = 1;
    private double most;

    /**
     * A width to begin with.
     *
     * @param entries that a range is to hold
     * @param rows of the whole table
     */
    RangeWidth(long entries, long rows) {
      this.entries = entries;
      this.rows = rows;
      this.width = Math.min(FIRST, this.rows);
      this.most = this.rows;
    }

    /**
     * The width of the next range, in rows.
     *
     * @param nodes that writers have begun in the whole table; 0 where that is not known
     */
    long next(long nodes) {
      if (nodes > 0) {
        boolean known = most < rows;
        least = Math.min(rows, entries / nodes * rows);
        most = Math.min(rows, least * MOST_OVER_LEDGER);
        width = known ? width : least;
      }
      width = Math.max(least, Math.min(most, width));
      return Math.max(1, (long) width);
    }

    /** Learns how many entries the last range held. */
    void held(long seen) {
      double factor = seen == 0 ? MOST_GROWTH : 1 + STEP * (entries - seen) / seen;
      width *= Math.max(1 / MOST_GROWTH, Math.min(MOST_GROWTH, factor));
    }
  }
}
