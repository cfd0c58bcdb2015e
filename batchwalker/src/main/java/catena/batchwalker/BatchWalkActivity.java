// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

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
import catena.records.budget.Measure;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.function.FailableFunction;

/** Reading by batches of parallel walks. */
public final class BatchWalkActivity implements ReadActivity {
  /** Threads beyond this only wait for one another, and a typing error asks for them. */
  private static final int MOST_THREADS = 256;

  private static final PaceSettings PACE = new PaceSettings("batchwalk", "batches");

  private static final Setting<Integer> SIZE =
      Setting.ofInt(
          "batchwalk.size",
          10_000,
          1,
          1_000_000,
          "walks that advance together, one row of each in every batch; three"
              + " times as many are kept");

  private static final Setting<Integer> THREADS =
      Setting.ofInt(
          "batchwalk.threads", 16, 1, MOST_THREADS, "query threads of each client's batch scanner");

  @Override
  public Description description() {
    return reading(
            "batchwalk",
            "walk the graph along many paths at once, checking every entry",
            PACE,
            List.of(SIZE, THREADS))
        .rated(new Rated("batches", Measure.BATCH_P99, 1))
        .checks(
            // Walks in closed blocks have no end: many must begin, so that some reach a row that
            // nothing refers to.
            CheckForm.of(
                "batch",
                Way.READING,
                Map.of("batchwalk.count", "10", "batchwalk.size", "6000", "batchwalk.threads", "3"),
                Nature.FOLLOWS));
  }

  @Override
  public PaceSettings.Pace pace(Settings own) {
    return PACE.pace(own);
  }

  @Override
  public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
    int size = settings.get(SIZE);
    int threads = settings.get(THREADS);
    return seat -> {
      Scans scans = new Scans(seat, threads, settings.get(ReadSettings.TIMEOUT));
      return new BatchWalker(seat, scans, new Walks(size, seat.random()));
    };
  }
}
