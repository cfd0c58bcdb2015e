// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.threads.StopSignal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TickerTest {
  private static final Grid GRID = new Grid(10);

  private final List<Long> points = new CopyOnWriteArrayList<>();
  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private final List<String> deaths = new CopyOnWriteArrayList<>();
  private final AtomicInteger closed = new AtomicInteger();
  private final CountDownLatch enough = new CountDownLatch(5);
  private final AtomicLong setBack = new AtomicLong();

  private Ticker ticker(int failing) {
    return ticker(
        () -> {
          if (points.size() <= failing) {
            throw new IllegalStateException("not now");
          }
        });
  }

  private Ticker ticker(Runnable action) {
    Ticker.Sampler sampler =
        new Ticker.Sampler() {
          @Override
          public void sample(long at) {
            points.add(at);
            enough.countDown();
            action.run();
          }

          @Override
          public void close() {
            closed.incrementAndGet();
          }
        };
    return new Ticker("test", sampler, GRID, wall(), new StopSignal(), troubles::add, deaths::add);
  }

  /** The system's clock until it is set back. */
  private Clock wall() {
    InstantSource wall = () -> Instant.now().minusMillis(setBack.get());
    return wall.withZone(ZoneOffset.UTC);
  }

  @Test
  void aClockThatIsSetBackByAnHourStopsNoSamples() throws InterruptedException {
    long hour = TimeUnit.HOURS.toMillis(1);
    CountDownLatch after = new CountDownLatch(8);
    Ticker ticker =
        ticker(
            () -> {
              setBack.set(points.size() >= 3 ? hour : 0);
              after.countDown();
            });
    boolean went = after.await(60, TimeUnit.SECONDS);
    ticker.close();
    assertThat(went).as("samples go on").isTrue();
    assertThat(points.get(7)).as("by the new time").isLessThan(points.get(0) - hour / 2);
    assertThat(points.subList(3, points.size())).isSorted().doesNotHaveDuplicates();
    assertThat(points).allMatch(at -> at % 10 == 0);
  }

  @Test
  void samplesLieOnTheGridInOrderUntilItIsClosed() throws InterruptedException {
    Ticker ticker = ticker(0);
    assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
    ticker.close();
    assertThat(ticker.taken()).isEqualTo(points.size());
    assertThat(points).allMatch(at -> at % 10 == 0).isSorted().doesNotHaveDuplicates();
    assertThat(closed).hasValue(1);
    assertThat(troubles).isEmpty();
    assertThat(deaths).isEmpty();
  }

  @Test
  void aSampleThatHangsIsInterruptedAndTheTickerCloses() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    Ticker ticker =
        ticker(
            () -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.set(true);
              }
            });
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    ticker.close(Duration.ofMillis(1));
    while (closed.get() == 0) {
      TimeUnit.MILLISECONDS.sleep(1); // a loaded machine may take longer than this grace
    }
    assertThat(interrupted).isTrue();
    assertThat(points).as("no sample follows").hasSize(1);
  }

  @Test
  void aSampleThatDoesNotEvenEndThenIsADoubt() throws InterruptedException {
    CountDownLatch free = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    Ticker ticker =
        ticker(
            () -> {
              begun.countDown();
              while (free.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
              }
            });
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    ticker.close(Duration.ofMillis(1));
    free.countDown();
    assertThat(deaths).singleElement().asString().contains("test did not end");
  }

  @Test
  void anErrorEndsTheSamplesAndIsADoubt() throws InterruptedException {
    Ticker ticker =
        ticker(
            () -> {
              throw new OutOfMemoryError("planted");
            });
    while (deaths.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    ticker.close();
    assertThat(deaths)
        .singleElement()
        .asString()
        .contains("test died", "no more samples were taken", "OutOfMemoryError: planted");
    assertThat(closed).hasValue(1);
  }

  @Test
  void aSampleThatFailsIsMissedAndTheNextIsTaken() throws InterruptedException {
    Ticker ticker = ticker(2);
    assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
    ticker.close();
    assertThat(ticker.taken()).isEqualTo(points.size() - 2);
    assertThat(ticker.missed()).isGreaterThanOrEqualTo(2);
    assertThat(troubles).singleElement().asString().contains("not now");
  }
}
