// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CleanupTest {
  private final Cleanup cleanup = new Cleanup();
  private final List<String> undone = new ArrayList<>();

  @Test
  void everythingIsUndoneWhateverFails() {
    IOException first = new IOException("busy");
    InterruptedException second = new InterruptedException("stop");
    cleanup.attempt(
        () -> {
          throw first;
        });
    cleanup.attempt(() -> undone.add("one"));
    cleanup.attempt(
        () -> {
          throw second;
        });
    cleanup.attempt(() -> undone.add("two"));
    assertThat(undone).containsExactly("one", "two");
    assertThat(cleanup.hasFailed()).isTrue();
    assertThatThrownBy(cleanup::end).isSameAs(first).hasSuppressedException(second);
    assertThat(Thread.interrupted()).as("an interruption is not lost behind another").isTrue();
  }

  @Test
  void whoIsInterruptedUndoesEverythingAllTheSame() throws Exception {
    Thread.currentThread().interrupt();
    cleanup.attempt(() -> Thread.sleep(1));
    cleanup.attempt(() -> undone.add("one"));
    assertThat(undone).containsExactly("one");
    assertThat(cleanup.hasFailed()).isFalse();
    cleanup.end();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whereNothingFailsNothingIsThrown() {
    cleanup.attempt(() -> undone.add("one"));
    assertThatCode(cleanup::end).doesNotThrowAnyException();
  }

  @Test
  void eachKindOfFailureIsThrownAsItIs() {
    cleanup.attempt(
        () -> {
          throw new IllegalStateException("odd");
        });
    assertThatThrownBy(cleanup::end).isInstanceOf(IllegalStateException.class);
    Cleanup other = new Cleanup();
    other.attempt(
        () -> {
          throw new InterruptedException();
        });
    assertThatThrownBy(other::end).isInstanceOf(InterruptedException.class);
  }
}
