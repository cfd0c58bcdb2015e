// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What the events of tablets say about the times between them. */
class WhereTabletsWereTest {
  private final TabletHistory history = new TabletHistory();
  private final UnhostedTablets now = new UnhostedTablets();

  private void accept(Event event) {
    history.accept(event);
    now.accept(event);
  }

  private void hosted(long at, String tablet, String server, String... logs) {
    accept(new Event.TabletHosted(at, "t", tablet, Optional.ofNullable(server), List.of(logs)));
  }

  @Test
  void aTabletThatIsSplitIsGoneAndItsHalvesAreThere() {
    assertThat(history.isEmpty()).isTrue();
    assertThat(now.number()).isEmpty();
    hosted(10, "2<", "a", "wal-1");
    assertThat(now.number()).isEqualTo(OptionalInt.of(0));
    hosted(20, "2<", null);
    assertThat(now.number()).isEqualTo(OptionalInt.of(1));
    hosted(30, "2;m", "b");
    hosted(30, "2<", "b");
    hosted(40, "2;m", null);
    accept(new Event.TabletGone(50, "t", "2;m"));
    hosted(60, "3;x", null);
    hosted(60, "no tablet", "c");
    assertThat(now.number()).isEqualTo(OptionalInt.of(1));
    assertThat(history.isEmpty()).isFalse();

    assertThat(history.tabletOf("2", "a", 15)).as("before the split").contains("2<");
    assertThat(history.tabletOf("2", "m", 30)).contains("2;m");
    assertThat(history.tabletOf("2", "a", 49)).contains("2;m");
    assertThat(history.tabletOf("2", "a", 50)).contains("2<");
    assertThat(history.tabletOf("2", "n", 45)).contains("2<");
    assertThat(history.tabletOf("2", "a", 5)).as("the earliest").contains("2<");
    assertThat(history.tabletOf("9", "a", 5)).isEmpty();
    assertThat(history.tabletOf("3", "y", 60)).as("behind its last tablet").isEmpty();

    assertThat(history.stays("2<", 0, 100))
        .containsExactly(
            new HostingInterval(Optional.of("a"), List.of("wal-1"), 10, 20),
            new HostingInterval(Optional.empty(), List.of(), 20, 30),
            new HostingInterval(Optional.of("b"), List.of(), 30, Long.MAX_VALUE));
    assertThat(history.stays("2<", 0, 9)).isEmpty();
    assertThat(history.stays("2<", 0, 10)).hasSize(1);
    assertThat(history.stays("2;m", 45, 100))
        .containsExactly(new HostingInterval(Optional.empty(), List.of(), 40, 50));
    assertThat(history.stays("4<", 0, 100)).isEmpty();
    assertThat(history.hostsOf("2", 0, 100)).containsExactly("a", "b");
    assertThat(history.hostsOf("2", 21, 25)).isEmpty();
    assertThat(history.hostsOf("9", 0, 100)).isEmpty();
    assertThat(history.unhosted()).containsExactly("3;x");

    Series number = history.numberOf("2");
    assertThat(number.size()).isEqualTo(3);
    assertThat(number.time(0)).isEqualTo(10);
    assertThat(number.value(0)).isEqualTo(1);
    assertThat(number.time(1)).isEqualTo(30);
    assertThat(number.value(1)).isEqualTo(2);
    assertThat(number.time(2)).isEqualTo(50);
    assertThat(number.value(2)).isEqualTo(1);
    assertThat(history.numberOf("9").isEmpty()).isTrue();
  }

  @Test
  void aLogIsAServersFromWhenItWasSeenUntilItIsNot() {
    accept(new Event.ServerLogs(10, "t", "a", List.of("1", "2")));
    accept(new Event.ServerLogs(20, "t", "a", List.of("2", "3")));
    accept(new Event.LogsChanged(30, "t", "a", List.of("4", "3"), List.of("2", "9")));
    accept(new Event.LogsChanged(40, "t", "b", List.of("5"), List.of()));
    assertThat(history.logsOf("a", 0, 9)).isEmpty();
    assertThat(history.logsOf("a", 10, 10)).containsExactly("1", "2");
    assertThat(history.logsOf("a", 19, 19)).containsExactly("1", "2");
    assertThat(history.logsOf("a", 20, 20)).containsExactly("2", "3");
    assertThat(history.logsOf("a", 15, 25)).containsExactly("1", "2", "3");
    assertThat(history.logsOf("a", 30, 100)).containsExactly("3", "4");
    assertThat(history.logsOf("a", 25, 0)).as("at that time").containsExactly("2", "3");
    assertThat(history.logsOf("b", 40, 40)).containsExactly("5");
    assertThat(history.logsOf("c", 0, 100)).isEmpty();
    assertThat(history.isEmpty()).as("of tablets").isTrue();
    assertThat(now.number()).isEmpty();
  }
}
