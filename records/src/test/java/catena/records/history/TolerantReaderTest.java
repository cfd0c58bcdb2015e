// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Specs;
import catena.graph.judge.FindingKind;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.sample.Meaning;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a run, whole, cut off, and not there. */
class TolerantReaderTest {
  private static final GraphSpec SPEC =
      Specs.of(
          GraphSpec.VERSION,
          21,
          0,
          Long.MAX_VALUE,
          20,
          3,
          32767,
          32767,
          List.of(""),
          GraphSpec.VisibilityScope.NODE,
          true,
          Payload.NONE,
          0,
          16);

  @TempDir private Path temp;
  private RunDirectory run;
  private final Missing missing = new Missing();

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private TolerantReader reader() {
    return new TolerantReader(run, missing);
  }

  private Path file(org.apache.hadoop.fs.Path path) throws IOException {
    Path local = Path.of(path.toUri().getPath());
    Files.createDirectories(local.getParent());
    return local;
  }

  @Test
  void inAnEmptyDirectoryNothingIsReadAndNothingIsMissing() throws IOException {
    List<Object> came = new ArrayList<>();
    reader().journals(came::add);
    assertThat(reader().findings(came::add)).isFalse();
    assertThat(
            reader()
                .latencies(
                    reader().latencyLogs(),
                    log -> (operation, from, to, latencies) -> came.add(log)))
        .isFalse();
    reader().samples(came::add);
    reader().classicSamples(came::add);
    assertThat(reader().settings()).isEmpty();
    assertThat(reader().graph()).isEmpty();
    assertThat(reader().meanings()).isEmpty();
    assertThat(reader().additions()).isEmpty();
    assertThat(came).isEmpty();
    assertThat(missing.sentences()).isEmpty();
  }

  @Test
  void journalsAreReadAndCutOffLinesReported() throws IOException {
    try (Journal journal = new Journal(run.append(run.events("a")), e -> {})) {
      journal.add(new Event.Note(1, "a", "one"));
      journal.add(new Event.Note(2, "a", "two"));
    }
    Files.writeString(file(run.events("a")), "{\"type\":\"no", StandardOpenOption.APPEND);
    List<Event> came = new ArrayList<>();
    reader().journals(came::add);

    assertThat(came).hasSize(2);
    assertThat(missing.sentences())
        .containsExactly("events/a.jsonl: one line is cut off or unreadable");
  }

  @Test
  void aReaderThatFailsIsReportedAndTheOtherJournalsAreRead() throws IOException {
    for (String name : List.of("a", "b")) {
      try (Journal journal = new Journal(run.append(run.events(name)), e -> {})) {
        journal.add(new Event.Note(1, name, "one"));
      }
    }
    List<String> came = new ArrayList<>();
    reader()
        .journals(
            event -> {
              if (event.client().equals("a")) {
                throw new IllegalStateException("planted");
              }
              came.add(event.client());
            });
    assertThat(came).containsExactly("b");
    assertThat(missing.sentences())
        .singleElement()
        .asString()
        .startsWith("events/a.jsonl cannot be read to its end: ");
  }

  private static Finding together() {
    BitSet indices = new BitSet();
    indices.set(2);
    indices.set(5);
    return Finding.of(FindingKind.LOST, "0000000000000000", 7)
        .withOrigin(Origin.of(1, 1, 2, 2))
        .standingFor(new Finding.Together(2, Optional.of(Findings.indices(indices))));
  }

  @Test
  void aLineThatStandsForSeveralIsUnfoldedWhereTheGraphIsKnown() throws IOException {
    Files.writeString(
        file(run.findings()),
        Findings.line(together())
            + "\n"
            + Findings.line(Finding.of(FindingKind.PHANTOM, "00000000000000aa", 9))
            + "\n");
    List<Finding> folded = new ArrayList<>();
    assertThat(reader().findings(folded::add)).isTrue();
    assertThat(folded).extracting(Finding::number).containsExactly(2L, 1L);

    new GraphFile("t", "1", "i", SPEC).writeTo(run);
    List<Finding> each = new ArrayList<>();
    assertThat(reader().findings(each::add)).isTrue();
    Graph graph = new Graph(SPEC);
    assertThat(each)
        .extracting(Finding::row)
        .containsExactly(
            NodeCodec.rowText(graph.row(new Node(1, 5, 2))),
            NodeCodec.rowText(graph.row(new Node(1, 5, 5))),
            "00000000000000aa");
    assertThat(each).extracting(Finding::number).containsOnly(1L);
    assertThat(each.get(1).origin().orElseThrow().index()).isEqualTo(5);
    assertThat(each.get(1).kind()).isEqualTo(FindingKind.LOST);
    assertThat(each.get(1).foundMillis()).isEqualTo(7);
    assertThat(missing.sentences()).isEmpty();
  }

  /** Of a damaged line the nodes are not known, and the one line is still a finding. */
  @Test
  void aLineThatStandsForNodesThatAreNoneStaysAsItIs() throws IOException {
    new GraphFile("t", "1", "i", SPEC).writeTo(run);
    StringBuilder lines = new StringBuilder();
    for (String nodes : List.of("2,x", "2", "0-99999999")) {
      Finding.Together together = new Finding.Together(2, Optional.of(nodes));
      lines.append(Findings.line(together().standingFor(together))).append('\n');
    }
    Files.writeString(file(run.findings()), lines);
    List<Finding> each = new ArrayList<>();
    assertThat(reader().findings(each::add)).isTrue();
    assertThat(each).extracting(Finding::number).containsExactly(2L, 2L, 2L);
  }

  @Test
  void aLineThatSaysNothingIsUnreadableAndTheRestIsRead() throws IOException {
    Finding sound = Finding.of(FindingKind.PHANTOM, "00000000000000aa", 9);
    Files.writeString(file(run.findings()), "null\n{}\n" + Findings.line(sound) + "\n");
    Files.writeString(file(run.clusterSamples()), "null\n" + sample(10));
    List<Finding> found = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    assertThat(reader().findings(found::add)).isTrue();
    reader().samples(sample -> times.add(sample.at()));

    assertThat(found).containsExactly(sound);
    assertThat(times).containsExactly(10L);
    assertThat(missing.sentences())
        .containsExactly(
            "findings.jsonl: 2 lines are cut off or unreadable",
            "stats/cluster.jsonl: one line is cut off or unreadable");
  }

  @Test
  void latenciesOfEachLogAreHandedOver() throws IOException {
    try (LatencyRecorder log =
        LatencyRecorder.open(run, "walk", Clock.systemUTC(), Measuring.USUAL_DIGITS)) {
      log.operation("lookup", true).record(0, 0, 5);
      log.operation("lookup", true).record(0, 0, 7);
    }
    Map<String, Long> came = new TreeMap<>();
    assertThat(
            reader()
                .latencies(
                    reader().latencyLogs(),
                    log ->
                        (operation, from, to, latencies) ->
                            came.merge(
                                log + " " + operation, latencies.getTotalCount(), Long::sum)))
        .isTrue();
    assertThat(came).isEqualTo(Map.of("walk lookup", 2L, "walk lookup.service", 2L));
  }

  @Test
  void samplesOfSeveralFilesComeInTheOrderOfTime() throws IOException {
    Files.writeString(file(run.clusterSamples()), sample(10) + sample(30));
    Files.writeString(file(run.hostSamples("h")), sample(5) + sample(20) + "{\"at\":");
    List<Long> times = new ArrayList<>();
    reader().samples(sample -> times.add(sample.at()));

    assertThat(times).containsExactly(5L, 10L, 20L, 30L);
    assertThat(missing.sentences()).hasSize(1);
    assertThat(missing.sentences().get(0)).endsWith("one line is cut off or unreadable");
  }

  private static String sample(long at) {
    return "{\"at\":%d,\"scope\":\"cluster\",\"values\":{\"x\":1}}%n".formatted(at);
  }

  @Test
  void whatTheNamesOfSamplesMeanIsKept() throws IOException {
    Meaning entries = new Meaning("entries/s", "what is written");
    Meaning.write(run, new TreeMap<>(Map.of("a", entries, "b", new Meaning(null, null))));
    assertThat(reader().meanings()).isEqualTo(Map.of("a", entries, "b", new Meaning("", "")));
    assertThat(entries.axis()).isEqualTo("/s");
    assertThat(new Meaning("bytes/s", "").axis()).isEqualTo("bytes/s");
    assertThat(new Meaning("1", "").axis()).isEqualTo("ratio");
    assertThat(new Meaning("files", "").axis()).isEmpty();
    assertThat(Meaning.unknown("x.ratio")).isEqualTo(new Meaning("1", ""));
    assertThat(Meaning.unknown("x")).isEqualTo(new Meaning("", ""));
  }

  @Test
  void filesThatAreDamagedAreNamed() throws IOException {
    Files.writeString(file(run.metrics()), "{\"a\":");
    Files.writeString(file(run.graph()), "{");
    assertThat(reader().meanings()).isEmpty();
    assertThat(reader().graph()).isEmpty();
    assertThat(missing.sentences())
        .containsExactly(
            "stats/metrics.json is cut off or damaged", "graph.json is cut off or damaged");
    new GraphFile("t", "1", "i", SPEC).writeTo(run);
    assertThat(reader().graph()).contains(new GraphFile("t", "1", "i", SPEC));
  }

  @Test
  void settingsThatCannotBeReadAreMissing() throws IOException {
    Files.writeString(file(run.settings()), "a=\\u00zz");
    assertThat(reader().settings()).isEmpty();
    assertThat(missing.sentences())
        .singleElement()
        .asString()
        .startsWith("settings.properties cannot be read");
  }

  @Test
  void settingsAreReadAsTheyWereWritten() throws IOException {
    run.writeSettings(new TreeMap<>(Map.of("a", "1", "b", "x=y")));
    assertThat(reader().settings()).isEqualTo(Map.of("a", "1", "b", "x=y"));
  }
}
