// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Span;
import catena.records.journal.Event;
import catena.trace.HostingSource.Hosting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangesTest {
  /** A scan from 5 to 9. */
  private static final Span LOOK = new Span(5, 9);

  private static final Hosting ONE = new Hosting(Optional.of("a:1"), List.of());
  private static final Hosting NOBODY = new Hosting(Optional.empty(), List.of("y", "x"));

  @Test
  void onlyWhatChangedBecomesAnEvent() {
    assertThat(
            TabletRecorder.changes(
                LOOK, Map.of("2<", ONE, "2;a", ONE), Map.of("2<", ONE, "2;a", NOBODY)))
        .containsExactly(
            new Event.TabletHosted(5, "tablets", "2;a", Optional.empty(), List.of("x", "y")));
  }

  @Test
  void aHostedTabletIsDatedByTheEndOfTheScanAndALostOneByItsBegin() {
    assertThat(
            TabletRecorder.changes(
                LOOK, Map.of("2<", NOBODY, "2;a", ONE), Map.of("2<", ONE, "2;b", ONE)))
        .containsExactlyInAnyOrder(
            new Event.TabletHosted(9, "tablets", "2<", Optional.of("a:1"), List.of()),
            new Event.TabletHosted(9, "tablets", "2;b", Optional.of("a:1"), List.of()),
            new Event.TabletGone(5, "tablets", "2;a"));
    assertThat(TabletRecorder.logChanges(LOOK, Map.of(), Map.of("a:1", List.of("x"))))
        .containsExactly(new Event.ServerLogs(9, "tablets", "a:1", List.of("x")));
  }

  @Test
  void whatIsNoMoreThereIsGone() {
    assertThat(TabletRecorder.changes(LOOK, Map.of("2<", ONE, "2;a", ONE), Map.of("2<", ONE)))
        .containsExactly(new Event.TabletGone(5, "tablets", "2;a"));
  }

  /** Before, all its logs were recorded with each change. */
  @Test
  void onlyNewAndGoneLogsOfAKnownServerAreRecorded() {
    assertThat(
            TabletRecorder.logChanges(
                LOOK,
                Map.of("a:1", List.of("v", "w", "x"), "b:1", List.of("u")),
                Map.of("a:1", List.of("w", "x", "y"), "b:1", List.of("u"))))
        .containsExactly(new Event.LogsChanged(9, "tablets", "a:1", List.of("y"), List.of("v")));
  }

  @Test
  void aServerWhoseLogsWereAllRecoveredHasNone() {
    assertThat(
            TabletRecorder.logChanges(
                LOOK,
                Map.of("a:1", List.of("x"), "b:1", List.of("y")),
                Map.of("b:1", List.of("y"))))
        .containsExactly(new Event.ServerLogs(5, "tablets", "a:1", List.of()));
  }
}
