// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.Graph;
import catena.graph.judge.Selection;
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
import catena.read.reader.ScanFilter;
import catena.read.reader.ScannerShape;
import catena.records.budget.Measure;
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
          ScanFilter.Side.class,
          ScanFilter.Side.NONE,
          "who drops the rows that a regular expression of the qualifier does not match");

  private static final Setting<Double> SELECTIVITY =
      Setting.ofDouble(
          "scan.filter.selectivity",
          0.1,
          0.00001,
          1,
          "the share of rows that pass the filter, to the nearest of graph.max.cq parts");

  private static final Setting<Integer> BATCH_SIZE =
      Setting.ofInt(
          "scan.batch.size",
          ScannerShape.BATCH_SIZE,
          1,
          10_000_000,
          "the most entries that one fetch returns");

  /** The activity. */
  public ScanActivity() {}

  @Override
  public Description description() {
    return reading(
            "scan",
            "scan random ranges of rows and check all that is in them",
            PACE,
            List.of(ENTRIES, BOUNDED, FILTER, SELECTIVITY, BATCH_SIZE, ReadSettings.ISOLATED))
        .rated(new Rated("scans", Measure.RANGE_P99, 1))
        .checks(
            CheckForm.of(
                "scan", Way.READING, Map.of("scan.count", "1", "scan.entries", "10000000")));
  }

  @Override
  public String operations() {
    return "scans";
  }

  @Override
  public PaceSettings.Pace pace(Settings own) {
    return PACE.pace(own);
  }

  @Override
  public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
    return seat -> new RangeReader(seat, settings);
  }

  /** How scanners fetch. */
  static ScannerShape shape(Settings own) {
    return new ScannerShape(
        own.get(BATCH_SIZE), own.get(ReadSettings.ISOLATED), own.get(ReadSettings.TIMEOUT));
  }

  /** The filter of scans of a graph. */
  static ScanFilter filter(Settings own, Graph graph) {
    ScanFilter.Side side = own.get(FILTER);
    return side == ScanFilter.Side.NONE
        ? ScanFilter.NONE
        : new ScanFilter(
            side, Selection.ofShare(own.get(SELECTIVITY), graph.spec().maxQualifier()));
  }

  /** What a filter is to let pass follows from the graph, and from its qualifiers. */
  @Override
  public void fit(ReadTarget target, Settings settings) {
    if (settings.get(FILTER) == ScanFilter.Side.NONE) {
      return;
    }
    int qualifiers = target.graph().map(graph -> graph.spec().maxQualifier()).orElse(0);
    double share = settings.get(SELECTIVITY);
    if (qualifiers == 0) {
      throw new UsageException(
          "Table %s has no graph, so it is not known what %s must let pass: leave it out"
              .formatted(target.table(), FILTER.key()));
    }
    if (share < 1 && share * qualifiers < 1) {
      throw new UsageException(
          ("%s=%s: table %s has %d qualifiers (graph.max.cq), of which one is the least that can"
                  + " pass; ask for %s or more")
              .formatted(SELECTIVITY.key(), share, target.table(), qualifiers, 1.0 / qualifiers));
    }
  }
}
