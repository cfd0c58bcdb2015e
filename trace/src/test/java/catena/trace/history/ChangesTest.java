package catena.trace.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.journal.Event;
import catena.trace.history.HostingSource.Hosting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static final Hosting ONE = new Hosting(Optional.of("a:1"), List.of());
  private static final Hosting NOBODY = new Hosting(Optional.empty(), List.of("y", "x"));

  @Test
  void onlyWhatChangedBecomesAnEvent() {
    assertThat(
            Changes.ofTablets(
                5, "tablets", Map.of("2<", ONE, "2;a", ONE), Map.of("2<", ONE, "2;a", NOBODY)))
        .containsExactly(
            new Event.TabletHosted(5, "tablets", "2;a", Optional.empty(), List.of("x", "y")));
  }

  @Test
  void whatIsNoMoreThereIsGone() {
    assertThat(Changes.ofTablets(5, "tablets", Map.of("2<", ONE, "2;a", ONE), Map.of("2<", ONE)))
        .containsExactly(new Event.TabletGone(5, "tablets", "2;a"));
  }

  @Test
  void aServerWhoseLogsWereAllRecoveredHasNone() {
    assertThat(
            Changes.ofLogs(
                5,
                "tablets",
                Map.of("a:1", List.of("x"), "b:1", List.of("y")),
                Map.of("b:1", List.of("y"))))
        .containsExactly(new Event.ServerLogs(5, "tablets", "a:1", List.of()));
  }
}
