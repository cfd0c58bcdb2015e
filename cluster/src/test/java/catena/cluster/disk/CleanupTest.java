package catena.cluster.disk;

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
    assertThatThrownBy(cleanup::end).isSameAs(first).hasSuppressedException(second);
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
