// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.Rated;
import catena.read.check.View;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadSettings;
import catena.read.reader.ReaderContext;
import catena.read.reader.RowReader;
import catena.read.reader.ScanFilter;
import catena.read.reader.ScannerShape;
import catena.read.reader.StartRows;
import catena.read.reader.StartRows.WalkedRow;
import catena.records.budget.Measure;
import catena.records.latency.LatencyRecorder;
import catena.records.settings.LineFile;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableFunction;

/** Walking: references are followed, row after row. */
public final class WalkActivity implements ReadActivity {
  private static final PaceSettings PACE = new PaceSettings("walk", "lookups");

  private static final Setting<Optional<Long>> LENGTH =
      Setting.ofLimit(
          "walk.length", "the most rows of a walk; empty: a walk ends where its list ends");

  private static final Setting<String> ROWS_FILE =
      Setting.ofString(
          "walk.rows.file",
          "a file of rows, one per line, where walks start (empty: acknowledged rows)");

  @Override
  public Description description() {
    return reading(
            "walk",
            "follow references from row to row and check each row",
            PACE,
            List.of(LENGTH, ROWS_FILE, ReadSettings.ISOLATED))
        .rated(new Rated("lookups", Measure.LOOKUP_P99, 100))
        .checks(
            CheckForm.of(
                "walk",
                Way.READING,
                Map.of("walk.count", "300", "walk.length", "20"),
                Nature.FOLLOWS));
  }

  @Override
  public PaceSettings.Pace pace(Settings own) {
    return PACE.pace(own);
  }

  @Override
  public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
    long length = settings.get(LENGTH).orElse(Long.MAX_VALUE);
    List<String> starts = rows(settings.get(ROWS_FILE));
    ScannerShape shape =
        new ScannerShape(
            ScannerShape.BATCH_SIZE,
            settings.get(ReadSettings.ISOLATED),
            settings.get(ReadSettings.TIMEOUT));
    return context -> new Walker(context, length, starts, shape);
  }

  private static List<String> rows(String file) {
    if (file.isEmpty()) {
      return List.of();
    }
    Problems problems = new Problems();
    List<LineFile.SourceLine> lines = LineFile.read(ROWS_FILE.key(), file);
    for (LineFile.SourceLine line : lines) {
      problems.unless(
          NodeCodec.row(NodeCodec.rowBytes(line.text())) >= 0,
          line.where() + ": '" + line.text() + "' is no row of 16 lower-case hex digits");
    }
    problems.throwIfAny();
    return lines.stream().map(LineFile.SourceLine::text).toList();
  }

  /** One walking client: a step is a lookup. */
  private static final class Walker implements ReadPhase.Reader {
    /** References that are kept at most: rows of another tool's table may have any number. */
    private static final int MOST_OPEN = 10_000;

    private final ReaderContext context;
    private final long length;
    private final StartRows starts;
    private final RowReader reader;
    private final LatencyRecorder.Operation lookups;
    private final List<WalkedRow> open = new ArrayList<>();
    private Optional<View> view = Optional.empty();
    private long walked;

    /**
     * A client.
     *
     * @param length most rows of a walk
     * @param rows at which walks begin; empty for acknowledged ones
     */
    Walker(ReaderContext context, long length, List<String> rows, ScannerShape shape) {
      this.context = context;
      this.length = length;
      this.starts = new StartRows(context, rows);
      this.reader = new RowReader(context, shape, ScanFilter.NONE);
      this.lookups = context.operation("lookup");
    }

    @Override
    public boolean isReady() throws Exception {
      return (!open.isEmpty() && walked != length) || begin();
    }

    @Override
    public boolean read(long due) throws Exception {
      int pick = open.size() == 1 ? 0 : context.random().nextInt(open.size());
      lookUp(open.remove(pick), due);
      walked++;
      return true;
    }

    @Override
    public void close() {
      reader.close();
    }

    /** Begins a walk, with its own authorizations; false if there is nowhere to begin. */
    private boolean begin() throws Exception {
      View next = context.drawView();
      view = Optional.of(next);
      open.clear();
      walked = 0;
      Optional<WalkedRow> start = starts.next(next);
      start.ifPresent(open::add);
      return start.isPresent();
    }

    private void lookUp(WalkedRow reference, long due) throws Exception {
      byte[] row = NodeCodec.rowBytes(reference.row());
      RowReader.Seen answer = reader.lookUp(view.orElseThrow(), row);
      context.read(lookups, due, answer.start(), answer.end(), 1, answer.entries());
      if (answer.judge(row, reference.referrer())) {
        answer.entries().forEach(this::follow);
      }
    }

    private void follow(Entry entry) {
      if (open.size() < MOST_OPEN) {
        WalkedRow.after(entry).ifPresent(open::add);
      }
    }
  }
}
