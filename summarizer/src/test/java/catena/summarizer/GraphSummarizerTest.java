// SPDX-License-Identifier: Apache-2.0
package catena.summarizer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.judge.EntryCounts;
import catena.graph.judge.FindingKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.apache.accumulo.core.client.summary.Summarizer;
import org.apache.accumulo.core.client.summary.Summarizer.Collector;
import org.apache.accumulo.core.client.summary.SummarizerConfiguration;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.junit.jupiter.api.Test;

class GraphSummarizerTest {
  private final GraphSpec spec = GraphSpec.ofSeed(7);
  private final Graph graph = new Graph(spec);
  private final SummarizerConfiguration configuration = GraphSummarizer.configuration(spec);
  private final Map<Key, Value> entries = new HashMap<>();
  private final EntryEncoder encoder = new EntryEncoder(graph);

  private void put(int index) {
    encoder.encodeFirst(0, 1, index);
    entries.put(key(), new Value(encoder.entry().value()));
  }

  private Key key() {
    return new Key(
        encoder.entry().row(),
        encoder.entry().family(),
        encoder.entry().qualifier(),
        encoder.entry().visibility(),
        5L);
  }

  private static Map<String, Long> counts(
      Summarizer summarizer, SummarizerConfiguration configuration, Map<Key, Value> entries) {
    Collector collector = summarizer.collector(configuration);
    entries.forEach(collector::accept);
    Map<String, Long> numbers = new HashMap<>();
    collector.summarize(numbers::put);
    return numbers;
  }

  private Map<String, Long> counts(SummarizerConfiguration by) {
    return counts(new GraphSummarizer(), by, entries);
  }

  @Test
  void theConfigurationIsTheGraphAlsoAsPropertiesOfATable() {
    SummarizerConfiguration read =
        SummarizerConfiguration.fromTableProperties(configuration.toTableProperties()).stream()
            .findFirst()
            .orElseThrow();
    assertThat(read).isEqualTo(configuration);
    assertThat(GraphSummarizer.graph(read)).isEqualTo(spec);
  }

  @Test
  void itIsSilentAboutWhatWritersWrite() {
    for (int i = 0; i < 100; i++) {
      put(i);
    }
    assertThat(counts(configuration)).isEqualTo(Map.of("entries", 100L));
  }

  @Test
  void itJudgesByTheGraphOfTheTableAndCountsDeletesApart() {
    put(0);
    put(1);
    Value broken = new Value(entries.get(key()).get().clone());
    broken.get()[40] ^= 1;
    entries.put(key(), broken);
    encoder.encodeFirst(0, 1, 2);
    Key deleted = key();
    deleted.setDeleted(true);
    entries.put(deleted, new Value());
    EntryCounts read = EntryCounts.of(counts(configuration));
    assertThat(read.entries()).isEqualTo(2);
    assertThat(read.deletes()).isEqualTo(1);
    assertThat(read.found()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
    assertThat(read.rows(FindingKind.CORRUPT))
        .containsOnlyKeys(NodeCodec.rowText(graph.row(0, 1, 1)));
    SummarizerConfiguration other = GraphSummarizer.configuration(GraphSpec.ofSeed(8));
    assertThat(EntryCounts.of(counts(other)).found().values().stream().mapToLong(n -> n).sum())
        .as("of another graph both are wrong")
        .isEqualTo(2);
  }

  @Test
  void eachStretchOfAFileIsCountedByItself() {
    put(0);
    GraphSummarizer summarizer = new GraphSummarizer();
    Map<String, Long> sum = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      Map<String, Long> part = counts(summarizer, configuration, entries);
      assertThat(part).isEqualTo(Map.of("entries", 1L));
      summarizer.combiner(configuration).merge(sum, part);
    }
    assertThat(sum).isEqualTo(Map.of("entries", 3L));
  }

  @Test
  void aGraphThatCannotBeReadStopsNothing() {
    put(0);
    put(1);
    SummarizerConfiguration unreadable =
        SummarizerConfiguration.builder(GraphSummarizer.class).addOption("version", "x").build();
    assertThat(counts(unreadable)).isEqualTo(Map.of("unjudged", 2L));
  }

  /** A server that was given the jar of this module, and not that of the graph. */
  private static final class WithoutGraph extends ClassLoader {
    WithoutGraph() {
      super(GraphSummarizer.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("catena.graph.")) {
        throw new ClassNotFoundException(name);
      }
      return name.startsWith("catena.summarizer.")
          ? findClass(name)
          : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void aServerThatLacksTheGraphCountsAndStopsNothing() throws Exception {
    put(0);
    Summarizer lame =
        new WithoutGraph()
            .loadClass(GraphSummarizer.class.getName())
            .asSubclass(Summarizer.class)
            .getDeclaredConstructor()
            .newInstance();
    Map<String, Long> numbers = counts(lame, configuration, entries);
    assertThat(numbers).isEqualTo(Map.of("unjudged", 1L));
    lame.combiner(configuration).merge(numbers, Map.of("unjudged", 4L, "entries", 2L));
    assertThat(EntryCounts.of(numbers).unjudged()).isEqualTo(7);
  }

  @Test
  void anEntryThatIsNotOfTheFormatIsNoError() {
    entries.put(new Key("", "", ""), new Value(new byte[0]));
    entries.put(new Key("row".getBytes(UTF_8)), new Value());
    assertThat(EntryCounts.of(counts(configuration)).found())
        .isEqualTo(Map.of(FindingKind.PHANTOM, 2L));
  }
}
