// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Series;
import catena.report.render.Thinning;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three days at a sample each half minute fit, and no peak is lost on the way. */
class LongRunTest {
  private static final long HOURS_72 = 72 * 3600;

  @TempDir private Path directory;

  @Test
  void threeDaysFitIntoFiveMegabytes() throws Exception {
    String page = new SyntheticRun(new RunFiles(directory), 1, HOURS_72, 30, 1).write().report();

    assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(5_000_000);
    assertThat(Files.readAllLines(directory.resolve("report/tservers.csv")))
        .as("nothing is thinned for those who calculate")
        .hasSize((int) (HOURS_72 / 30) + 2);
    assertThat(Files.readAllLines(directory.resolve("report.txt")))
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void thinningKeepsEveryPeakAndEveryGap() {
    Random random = new Random(11);
    Series all = new Series();
    for (int i = 0; i < 100_000; i++) {
      all.add(i * 30_000L, i % 9_973 == 5_000 ? Double.NaN : random.nextDouble());
    }
    all.add(100_000 * 30_000L, 1_000);
    all.add(100_001 * 30_000L, -1_000);
    all.add(100_002 * 30_000L, 0.5);

    Series few = Thinning.thin(all, 300);

    assertThat(few.size()).isLessThanOrEqualTo(5 * 300);
    assertThat(few.max()).isEqualTo(1_000);
    assertThat(Arrays.stream(few.known()).min()).hasValue(-1_000);
    assertThat(few.size() - few.known().length).isEqualTo(10);
    assertThat(few.time(0)).isEqualTo(all.time(0));
    assertThat(few.time(few.size() - 1)).isEqualTo(all.time(all.size() - 1));
  }

  @Test
  void aShortSeriesStaysWhole() {
    Series all = new Series().add(1, 1).add(2, 5).add(3, 2);

    assertThat(Thinning.thin(all, 300)).isSameAs(all);
  }
}
