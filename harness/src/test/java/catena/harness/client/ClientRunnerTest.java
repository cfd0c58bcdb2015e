// SPDX-License-Identifier: Apache-2.0
package catena.harness.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.threads.StopSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ClientRunnerTest {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final List<String> closed = Collections.synchronizedList(new ArrayList<>());
  private final StopSignal run = new StopSignal();
  private final StopSignal stop = run.child();

  /** What a client does in a step. */
  @FunctionalInterface
  private interface Step {
    boolean run() throws Exception;
  }

  private Client client(String name, Step step) {
    return new Client() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public boolean step() throws Exception {
        return step.run();
      }

      @Override
      public void close() {
        closed.add(name);
      }
    };
  }

  private Step untilStopped() {
    return () -> !stop.await(GRACE);
  }

  @Test
  void itEndsWhenAllHaveFinishedAndClosesInReverse() throws Exception {
    int[] left = {3};

    new ClientRunner(stop, GRACE)
        .run(List.of(client("a", () -> --left[0] > 0), client("b", () -> false)), Optional.empty());

    assertThat(left[0]).isZero();
    assertThat(closed).containsExactly("b", "a");
    assertThat(stop.asked()).isFalse();
  }

  /** The grace is for those who are asked to end. */
  @Test
  void aStepMayTakeLongerThanTheGraceAsLongAsNoStopIsAskedFor() throws Exception {
    new ClientRunner(stop, Duration.ofMillis(1))
        .run(List.of(client("a", () -> stop.await(Duration.ofMillis(100)))), Optional.empty());

    assertThat(stop.asked()).isFalse();
    assertThat(closed).containsExactly("a");
  }

  @Test
  void itEndsWhenTheTimeIsUpAndTheRunGoesOn() throws Exception {
    new ClientRunner(stop, GRACE)
        .run(List.of(client("a", untilStopped())), Optional.of(Duration.ofMillis(20)));

    assertThat(stop.reason()).contains("the time is up");
    assertThat(run.asked()).isFalse();
    assertThat(closed).containsExactly("a");
  }

  @Test
  void itEndsWhenTheRunIsStopped() throws Exception {
    Client stopper =
        client(
            "a",
            () -> {
              run.ask("stopped by a signal");
              return true;
            });

    new ClientRunner(stop, GRACE)
        .run(List.of(stopper, client("b", untilStopped())), Optional.empty());

    assertThat(stop.reason()).contains("stopped by a signal");
    assertThat(closed).containsExactly("b", "a");
  }

  @Test
  void theFirstFailureStopsTheOthersAndIsThrown() {
    IllegalStateException failure = new IllegalStateException("broken");
    Client failing =
        client(
            "a",
            () -> {
              throw failure;
            });

    assertThatThrownBy(
            () ->
                new ClientRunner(stop, GRACE)
                    .run(List.of(failing, client("b", untilStopped())), Optional.empty()))
        .isSameAs(failure);
    assertThat(closed).containsExactly("b", "a");
  }

  @Test
  void aClientThatIgnoresTheStopIsInterrupted() {
    Client deaf =
        client(
            "deaf",
            () -> {
              new StopSignal().await(GRACE);
              return true;
            });

    assertThatThrownBy(
            () ->
                new ClientRunner(stop, Duration.ofMillis(50))
                    .run(List.of(deaf), Optional.of(Duration.ofSeconds(1))))
        .isInstanceOf(InterruptedException.class);
    assertThat(closed).containsExactly("deaf");
  }

  @Test
  void anErrorInClosingOneClosesTheOthersAndIsThrown() {
    AssertionError planted = new AssertionError("planted");
    Client broken =
        new Client() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public boolean step() {
            return false;
          }

          @Override
          public void close() {
            throw planted;
          }
        };
    assertThatThrownBy(
            () ->
                new ClientRunner(stop, GRACE)
                    .run(List.of(client("a", () -> false), broken), Optional.empty()))
        .isSameAs(planted);
    assertThat(closed).containsExactly("a");
  }

  /** As where the system has no room for another thread. */
  @Test
  void aClientThatCannotBeginStopsThoseThatHaveBegun() {
    IllegalStateException planted = new IllegalStateException("planted");
    Client unable =
        new Client() {
          @Override
          public String name() {
            throw planted;
          }

          @Override
          public boolean step() {
            return false;
          }

          @Override
          public void close() {
            closed.add("unable");
          }
        };
    assertThatThrownBy(
            () ->
                new ClientRunner(stop, GRACE)
                    .run(List.of(client("a", untilStopped()), unable), Optional.empty()))
        .isSameAs(planted);
    assertThat(closed).containsExactly("unable", "a");
    assertThat(stop.asked()).isTrue();
  }

  @Test
  void noClientsAreDoneAtOnce() throws Exception {
    new ClientRunner(stop, GRACE).run(List.of(), Optional.empty());

    assertThat(closed).isEmpty();
  }
}
