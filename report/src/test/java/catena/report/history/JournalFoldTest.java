// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import org.junit.jupiter.api.Test;

class JournalFoldTest {
  private static final long T0 = 1_700_000_000_000L;
  private static final long SECOND = 1_000_000_000;

  private static Event.Flush flush(long second, int step, long entries, long deletes) {
    return new Event.Flush(
        T0 + second * 1_000, "ingest-0", 0, 0, step, entries, deletes, SECOND, SECOND);
  }

  /** Of five layers; the heads are written again in the sixth step, updates after them. */
  @Test
  void whatIsWrittenAgainMakesATableNoLarger() {
    JournalFold fold = new JournalFold(5);
    for (int step = 0; step < 5; step++) {
      fold.accept(flush(1 + step, step, 100, 0));
    }
    Work work = fold.work().get("ingest");
    assertThat(work.growth(T0 + 5_000)).isEqualTo(500);

    fold.accept(flush(6, 5, 99, 0));
    fold.accept(flush(7, 6, 500, 0));
    assertThat(work.growth(T0 + 7_000)).as("the same nodes").isEqualTo(500);

    fold.accept(flush(8, 7, 0, 300));
    assertThat(work.growth(T0 + 8_000)).isEqualTo(200);
  }

  /** So that a run that is verified again stays among those that it can be compared with. */
  @Test
  void aRunIsNamedByWhatBeganIt() {
    JournalFold fold = new JournalFold(5);
    fold.accept(new Event.RunStarted(T0 + 1, "ingest", "ingest"));
    fold.accept(new Event.RunStarted(T0, "run", "quick"));
    fold.accept(new Event.RunStarted(T0 + 2, "verify", "verify"));
    assertThat(fold.scenario()).contains("quick");
  }
}
