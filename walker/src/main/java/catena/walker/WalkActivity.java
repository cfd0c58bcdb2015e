// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.NodeCodec;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.Rated;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadSettings;
import catena.read.reader.ReaderContext;
import catena.read.reader.ScannerShape;
import catena.records.budget.Measure;
import catena.records.settings.LineFile;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableFunction;

/** Walking: references are followed, row after row. */
public final class WalkActivity implements ReadActivity {
  private static final PaceSettings PACE = new PaceSettings("walk", "lookups");

  private static final Setting<Optional<Long>> LENGTH =
      Setting.optional(
          Setting.ofLong(
              "walk.length",
              1,
              1,
              Long.MAX_VALUE,
              "the most rows of a walk; empty: a walk ends where its list ends"));

  private static final Setting<String> ROWS_FILE =
      Setting.ofString(
          "walk.rows.file",
          "",
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
    return seat -> new Walker(seat, length, starts, shape);
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
}
