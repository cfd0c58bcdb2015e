// SPDX-License-Identifier: Apache-2.0
package catena.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.words.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.Utils;

class BesideYcsbTest {
  @TempDir private Path directory;

  private BesideOptions options(String... more) throws Exception {
    Path file = Files.writeString(directory.resolve("client.properties"), "");
    List<String> words = new ArrayList<>(List.of("-c", file.toString(), "--peer", "lib/*"));
    words.addAll(List.of("--workload", "../conf/ycsb/workloada"));
    words.addAll(List.of(more));
    return BesideOptions.parse(words.toArray(String[]::new));
  }

  @Test
  void thePeersBindingIsFoundByItsName() {
    assertThat(AccumuloBinding.NAME).isEqualTo(AccumuloBinding.class.getName());
  }

  /** The keys that YCSB makes of record numbers fall into all tablets alike. */
  @Test
  void theTabletsOfThePeerHoldAsManyRecordsEach() {
    int tablets = 8;
    SortedSet<Text> splits = BesideYcsb.splits(tablets);
    assertThat(splits).hasSize(tablets - 1);
    int[] records = new int[tablets];
    for (long record = 0; record < 8_000; record++) {
      Text key = new Text("user" + Math.abs(Utils.hash(record)));
      records[splits.headSet(key).size()]++;
    }
    for (int count : records) {
      assertThat(count).isBetween(850, 1150);
    }
    assertThat(BesideYcsb.splits(1)).isEmpty();
  }

  @Test
  void theMixIsTheFilesAndTheSizeIsTheComparisons() throws Exception {
    BesideOptions options = options("--records", "1000", "--fields", "10");
    List<String> lines =
        List.of("recordcount=7", " operationcount = 9", "target:3", "readproportion=0.5");
    assertThat(BesideYcsb.workload(lines, options))
        .containsExactly(
            "readproportion=0.5", "recordcount=1000", "fieldcount=10", "fieldlength=100");
  }

  /** As many records as whole windows hold, since both sides must have the same. */
  @Test
  void recordsAreWholeWindows() throws Exception {
    BesideOptions options = options("--records", "1003", "--clients", "4");
    assertThat(options.interval()).isEqualTo(50);
    assertThat(options.records()).isEqualTo(1000);
  }

  @Test
  void badOptionsAreNamedWithWhatMendsThem() {
    assertThatThrownBy(() -> options("--rounds", "0"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--rounds must be 1 at least, not 0");
    assertThatThrownBy(() -> options("--records", "10"))
        .hasMessageContaining("--records must be 40");
    assertThatThrownBy(() -> options("--fields", "3")).hasMessageContaining("does not divide");
    assertThatThrownBy(() -> options("--workload", "nowhere")).hasMessageContaining("nowhere");
    assertThatThrownBy(() -> options("--secnods", "3"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("--secnods", "--seconds");
    assertThatThrownBy(() -> BesideOptions.parse("--rounds", "3")).hasMessageContaining("-c");
  }

  @Test
  void latenciesAreMediansOfTheRoundsWithTheirSpread() {
    List<Figures> mine = new ArrayList<>();
    List<Figures> peers = new ArrayList<>();
    for (int round = 1; round <= 9; round++) {
      mine.add(figures(round, 10 * round));
      peers.add(figures(2 * round, 20 * round));
    }
    assertThat(BesideYcsb.latencies(mine, peers))
        .containsExactly(
            "read p50  catena 5.000 (3.000 to 7.000) ms, YCSB 10.000 (6.000 to 14.000) ms",
            "read p99  catena 50.000 (30.000 to 70.000) ms, YCSB 100.000 (60.000 to 140.000) ms");
  }

  private static Figures figures(double p50, double p99) {
    TreeMap<String, Figures.Latency> latencies = new TreeMap<>();
    latencies.put("read", new Figures.Latency(1, p50, p99));
    return new Figures(1, 1, latencies);
  }
}
