// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which logs a server wrote when, told as all of them or as what has changed. */
class TabletHistoryTest {
  private static final String SERVER = "a:1";

  private final TabletHistory history = new TabletHistory();

  private void all(long at, String... logs) {
    history.accept(new Event.ServerLogs(at, "tablets", SERVER, List.of(logs)));
  }

  private void changed(long at, List<String> added, List<String> gone) {
    history.accept(new Event.LogsChanged(at, "tablets", SERVER, added, gone));
  }

  @Test
  void aLogIsAServersFromWhenItCameUntilItWasGone() {
    all(10, "x");
    changed(20, List.of("y"), List.of());
    changed(30, List.of("z"), List.of("x"));
    all(40);

    assertThat(history.logsOf(SERVER, 0, 9)).isEmpty();
    assertThat(history.logsOf(SERVER, 0, 10)).containsExactly("x");
    assertThat(history.logsOf(SERVER, 15, 25)).containsExactly("x", "y");
    assertThat(history.logsOf(SERVER, 29, 29)).containsExactly("x", "y");
    assertThat(history.logsOf(SERVER, 30, 30)).containsExactly("y", "z");
    assertThat(history.logsOf(SERVER, 40, 99)).isEmpty();
    assertThat(history.logsOf("b:1", 0, 99)).isEmpty();
  }

  /** As the lists of earlier versions, each of which was kept. */
  @Test
  void differencesSayWhatTheWholeListsSay() {
    SplittableRandom random = new SplittableRandom(4);
    for (int trial = 0; trial < 50; trial++) {
      TabletHistory whole = new TabletHistory();
      TabletHistory differences = new TabletHistory();
      TreeMap<Long, Set<String>> states = new TreeMap<>();
      Set<String> now = new TreeSet<>();
      for (long at = 10; at < 200; at += 1 + random.nextInt(9)) {
        Set<String> next = new TreeSet<>(now);
        String log = "log" + random.nextInt(12);
        if (!next.remove(log)) {
          next.add(log);
        }
        Event list = new Event.ServerLogs(at, "tablets", SERVER, List.copyOf(next));
        whole.accept(list);
        Set<String> added = new TreeSet<>(next);
        added.removeAll(now);
        Set<String> gone = new TreeSet<>(now);
        gone.removeAll(next);
        differences.accept(
            states.isEmpty()
                ? list
                : new Event.LogsChanged(
                    at, "tablets", SERVER, List.copyOf(added), List.copyOf(gone)));
        states.put(at, next);
        now = next;
      }
      for (int i = 0; i < 50; i++) {
        long from = random.nextInt(210);
        long to = from + random.nextInt(40);
        Set<String> expected = used(states, from, to);
        assertThat(differences.logsOf(SERVER, from, to)).isEqualTo(expected);
        assertThat(whole.logsOf(SERVER, from, to)).isEqualTo(expected);
      }
    }
  }

  private static Set<String> used(NavigableMap<Long, Set<String>> states, long from, long to) {
    List<Set<String>> within = new ArrayList<>(states.subMap(from, true, to, true).values());
    if (states.floorKey(from) != null) {
      within.add(states.floorEntry(from).getValue());
    }
    Set<String> all = new TreeSet<>();
    within.forEach(all::addAll);
    return all;
  }

  private void tablet(long at, String name, boolean there) {
    history.accept(
        there
            ? new Event.TabletHosted(at, "tablets", name, Optional.of(SERVER), List.of())
            : new Event.TabletGone(at, "tablets", name));
  }

  @Test
  void theNumberOfTabletsGrowsWithSplitsAndShrinksWithMerges() {
    tablet(10, "2<", true);
    tablet(10, "3<", true);
    tablet(20, "2;8", true);
    history.accept(new Event.TabletHosted(25, "tablets", "2;8", Optional.empty(), List.of()));
    tablet(26, "2;8", true);
    tablet(30, "2;4", true);
    tablet(30, "2;c", true);
    tablet(40, "2;4", false);
    tablet(50, "2;4", true);

    Series number = history.numberOf("2");
    assertThat(number.known()).containsExactly(1, 2, 4, 3, 4);
    assertThat(number.at(30)).isEqualTo(4);
    assertThat(number.at(45)).isEqualTo(3);
    assertThat(history.numberOf("3").known()).containsExactly(1);
    assertThat(history.numberOf("4").isEmpty()).isTrue();
  }
}
