// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.read.reader.PaceSettings.Pace;
import catena.records.threads.StopSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OperationScheduleTest {
  private final AtomicLong nanos = new AtomicLong(1000);
  private final StopSignal stop = new StopSignal();

  private OperationSchedule turns(long count, double rate, Duration pause) {
    return new OperationSchedule(
        new Pace(1, count, Optional.empty(), rate, pause), stop, nanos::get);
  }

  @Test
  void thereAreAsManyAsAskedFor() throws InterruptedException {
    OperationSchedule turns = turns(2, 0, Duration.ZERO);
    assertThat(turns.next()).hasValue(1000);
    nanos.set(5000);
    assertThat(turns.next()).hasValue(5000);
    assertThat(turns.next()).isEmpty();
  }

  @Test
  void atARateTheyAreDueWhateverTheOnesBeforeTook() throws InterruptedException {
    OperationSchedule turns = turns(Long.MAX_VALUE, 1e6, Duration.ZERO);
    assertThat(turns.next()).hasValue(1000);
    nanos.set(1_000_000);
    assertThat(turns.next()).hasValue(2000);
    assertThat(turns.next()).hasValue(3000);
  }

  @Test
  void afterARestThatWasMeantNothingIsOverdue() throws InterruptedException {
    OperationSchedule turns = turns(Long.MAX_VALUE, 1e6, Duration.ZERO);
    OptionalLong first = turns.next();
    nanos.set(1_000_000);
    turns.rest(Duration.ofNanos(1));
    assertThat(first).hasValue(1000);
    assertThat(turns.next().getAsLong()).isBetween(1_000_000L, 1_001_000L);
  }

  @Test
  void whatIsNotBegunIsLateUntilTheStopAndNotInARestThatWasMeant() throws InterruptedException {
    AtomicLong lateInRest = new AtomicLong(-1);
    OperationSchedule[] turns = new OperationSchedule[1];
    StopSignal resting =
        new StopSignal(
            (asked, limit) -> {
              nanos.addAndGet(limit.toNanos());
              lateInRest.set(turns[0].backlog().lateNanos(nanos.get()));
            });
    Pace pace = new Pace(1, Long.MAX_VALUE, Optional.empty(), 1e6, Duration.ZERO);
    turns[0] = new OperationSchedule(pace, resting, nanos::get);
    assertThat(turns[0].next()).hasValue(1000);
    nanos.set(1_000_000);
    assertThat(turns[0].backlog().lateNanos(nanos.get())).isEqualTo(998_000);
    turns[0].rest(Duration.ofMillis(1));
    assertThat(lateInRest).hasValue(0);
    assertThat(turns[0].backlog().lateNanos(nanos.get())).isZero();
    nanos.set(3_000_000);
    resting.ask("test");
    assertThat(turns[0].backlog().lateNanos(9_000_000)).isEqualTo(1_000_000);
    turns[0].over();
    assertThat(turns[0].backlog().lateNanos(9_000_000)).isZero();
  }

  @Test
  void aStopEndsThemAndTheWaitForThem() throws InterruptedException {
    OperationSchedule turns = turns(Long.MAX_VALUE, 0, Duration.ofDays(1));
    assertThat(turns.next()).isPresent();
    Thread asking = new Thread(() -> stop.ask("test"));
    asking.start();
    assertThat(turns.next()).isEmpty();
    asking.join();
    assertThat(turns(1, 0, Duration.ZERO).next()).isEmpty();
  }
}
