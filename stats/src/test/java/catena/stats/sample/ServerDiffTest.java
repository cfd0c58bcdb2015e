// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ServerDiffTest {
  private final Map<String, SortedSet<String>> last = new HashMap<>();

  private static SortedMap<String, SortedSet<String>> servers(String role, String... addresses) {
    SortedMap<String, SortedSet<String>> servers = new TreeMap<>();
    servers.put(role, new TreeSet<>(List.of(addresses)));
    return servers;
  }

  @Test
  void whatIsThereFirstIsNoNews() {
    assertThat(ClusterSampler.changes(last, 1, servers("tserver", "a:1", "b:1"))).isEmpty();
  }

  @Test
  void serversThatGoAndComeAreReported() {
    assertThat(ClusterSampler.changes(last, 1, servers("tserver", "a:1", "b:1"))).isEmpty();
    assertThat(ClusterSampler.changes(last, 2, servers("tserver", "b:1", "c:1")))
        .containsExactly(
            new Event.ServerLost(2, "stats", "tserver", "a:1"),
            new Event.ServerBack(2, "stats", "tserver", "c:1"));
    assertThat(ClusterSampler.changes(last, 3, servers("tserver", "b:1", "c:1"))).isEmpty();
  }

  @Test
  void aSampleWithoutAnswerIsNoNews() {
    assertThat(ClusterSampler.changes(last, 1, servers("tserver", "a:1"))).isEmpty();
    assertThat(ClusterSampler.changes(last, 2, new TreeMap<>())).isEmpty();
    assertThat(ClusterSampler.changes(last, 3, servers("tserver", "a:1"))).isEmpty();
  }
}
