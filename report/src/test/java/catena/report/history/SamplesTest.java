// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Missing;
import catena.records.history.Series;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import catena.records.sample.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of many hosts, and that it is what all of their numbers say. */
class SamplesTest {
  private static final long BEGIN = 1_700_000_000_000L;
  private static final long STEP = 30_000;
  private static final String CPU = "cpu.ratio";
  private static final String MEMORY = "memory.bytes";

  @TempDir private Path temp;
  private final Missing missing = new Missing();

  /** By time, the numbers that are known of all hosts. */
  private final SortedMap<Long, List<Double>> known = new TreeMap<>();

  private Samples read() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      return Samples.read(
          new TolerantReader(run, missing),
          new RunTimes(BEGIN, BEGIN + 1_000 * STEP, new LongAdder()),
          missing);
    }
  }

  private void write(int host, List<Sample> samples) throws IOException {
    Path file = temp.resolve("stats/host-h%04d.jsonl".formatted(host));
    Files.createDirectories(file.getParent());
    Files.write(file, samples.stream().map(Sample::json).toList());
  }

  private static Sample sample(String scope, long at, Map<String, Double> numbers) {
    return Sample.of(at, scope, List.of(CPU, MEMORY), numbers);
  }

  /** Each of the hosts begins later than the one before, and now and then says nothing. */
  private void hosts(int number, int points, SplittableRandom random) throws IOException {
    for (int host = 0; host < number; host++) {
      List<Sample> samples = new ArrayList<>();
      for (int i = host % 7; i < points; i++) {
        long at = BEGIN + i * STEP;
        Map<String, Double> numbers = new TreeMap<>(Map.of(MEMORY, (double) host));
        if (random.nextInt(10) > 0) {
          double value = Math.rint(random.nextDouble() * 1e6) / 1e6;
          numbers.put(CPU, value);
          known.computeIfAbsent(at, any -> new ArrayList<>()).add(value);
        }
        samples.add(sample(Sample.host("h%04d".formatted(host)), at, numbers));
        samples.add(
            sample(Sample.group("tserver", "h%04d".formatted(host)), at, Map.of(CPU, 1.0 * host)));
        if (host == 3) {
          samples.add(sample(Sample.group("manager", "h0003"), at, Map.of(CPU, 0.5 * i)));
        }
      }
      write(host, samples);
    }
  }

  private static List<Double> values(Series series) {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      values.add(series.value(i));
    }
    return values;
  }

  private static double middle(List<Double> numbers) {
    return Series.median(numbers.stream().mapToDouble(n -> n).sorted().toArray());
  }

  private void assertThatTheLinesAreOfAllHosts(Map<String, Series> lines, int hosts) {
    assertThat(lines).containsOnlyKeys("all, highest of " + hosts, "all, median");
    Series highest = lines.get("all, highest of " + hosts);
    Series median = lines.get("all, median");
    assertThat(values(highest))
        .isEqualTo(
            known.values().stream()
                .map(all -> all.stream().mapToDouble(n -> n).max().orElseThrow())
                .toList());
    assertThat(values(median)).isEqualTo(known.values().stream().map(SamplesTest::middle).toList());
    assertThat(highest.time(0)).isEqualTo(BEGIN);
  }

  @Test
  void theMiddleAndTheHighestOfManyHostsAreThoseOfAllTheirNumbers() throws IOException {
    hosts(25, 40, new SplittableRandom(7));
    Samples samples = read();

    assertThatTheLinesAreOfAllHosts(samples.crowd("host", CPU).orElseThrow(), 25);
    Map<String, Series> groups = samples.crowd("group", CPU).orElseThrow();
    assertThat(groups).containsOnlyKeys("manager", "tserver, highest of 25", "tserver, median");
    assertThat(groups.get("manager").size()).as("of the only one all").isEqualTo(37);
    assertThat(samples.scopes("host:")).hasSize(25);
    assertThat(samples.names("host:h0007")).containsExactly(CPU, MEMORY);
    assertThat(missing.sentences()).isEmpty();
  }

  @Test
  void fewHostsAreKeptEachByItself() throws IOException {
    hosts(10, 40, new SplittableRandom(7));
    Samples samples = read();

    assertThat(samples.crowd("host", CPU)).isEmpty();
    assertThat(samples.of("host:h0009", MEMORY).size()).isEqualTo(38);
  }

  @Test
  void manyGroupsOfOneHostAreKeptEachByItself() throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (int role = 0; role < 15; role++) {
      samples.add(sample(Sample.group("role" + role, "h"), BEGIN, Map.of(CPU, 1.0)));
    }
    write(0, samples);

    assertThat(read().crowd("group", CPU)).isEmpty();
    write(1, List.of(sample(Sample.group("role1", "h1"), BEGIN + STEP, Map.of(CPU, 3.0))));
    Samples both = read();
    assertThat(both.crowd("group", CPU).orElseThrow())
        .containsKeys("role0", "role1, highest of 2", "role1, median");
  }

  /** Before, 480 and 960 times as many as there are points. */
  @Test
  void whatIsKeptDoesNotGrowWithTheHosts() throws IOException {
    hosts(40, 60, new SplittableRandom(3));
    long ofForty = kept(read());
    deleteAll();
    hosts(80, 60, new SplittableRandom(3));
    long ofEighty = kept(read());

    assertThat(ofEighty).isLessThanOrEqualTo(ofForty);
    assertThat(ofForty).isLessThan(10 * 60);
  }

  /** Every number that is kept of a scope, and every one of a line that is shown of many. */
  private static long kept(Samples samples) {
    long kept = 0;
    Set<String> names = new TreeSet<>();
    for (String scope : samples.scopes("")) {
      for (String name : samples.names(scope)) {
        names.add(name);
        kept += samples.of(scope, name).size();
      }
    }
    for (String name : names) {
      for (String kind : List.of("host", "group")) {
        Map<String, Series> lines = samples.crowd(kind, name).orElse(Map.of());
        kept += lines.values().stream().mapToLong(Series::size).sum();
      }
    }
    return kept;
  }

  private void deleteAll() throws IOException {
    try (Stream<Path> files = Files.list(temp.resolve("stats"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    known.clear();
  }

  /** A clock that was set back: nothing is folded on the way, and all is shown by whoever folds. */
  @Test
  void whereTimeGoesBackAllIsKept() throws IOException {
    hosts(12, 20, new SplittableRandom(5));
    String scope = Sample.host("h0002");
    write(
        2,
        List.of(
            sample(scope, BEGIN + 9 * STEP, Map.of(CPU, 0.25)),
            sample(scope, BEGIN + 2 * STEP, Map.of(CPU, 0.75))));
    Samples samples = read();

    assertThat(samples.crowd("host", CPU)).isEmpty();
    assertThat(values(samples.of(scope, CPU))).containsExactly(0.75, 0.25);
    assertThat(samples.of("host:h0011", MEMORY).size()).isEqualTo(16);
  }

  @Test
  void aLineThatIsCutOffIsNotedAndTheRestIsRead() throws IOException {
    hosts(12, 20, new SplittableRandom(5));
    Path file = temp.resolve("stats/host-h0004.jsonl");
    Files.writeString(file, Files.readString(file) + "{\"at\":17");
    Samples samples = read();

    assertThat(missing.sentences())
        .containsExactly("stats/host-h0004.jsonl: one line is cut off or unreadable");
    assertThatTheLinesAreOfAllHosts(samples.crowd("host", CPU).orElseThrow(), 12);
  }
}
