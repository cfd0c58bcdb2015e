// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.sample.ClassicField;
import catena.records.sample.ClassicSample;
import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sources say, in the files. */
class ClusterSamplerTest {
  private static final long AT = 1_795_000_020_000L;

  @TempDir private Path directory;
  private final Map<Metric, Double> said = new EnumMap<>(Metric.class);

  private Source source(String name, Metric... figures) {
    return new Source(name, Set.of(), EnumSet.copyOf(List.of(figures))) {
      @Override
      public Reading read(Duration limit) {
        Reading reading = new Reading();
        List.of(figures).forEach(figure -> reading.table(figure, said.get(figure)));
        return reading;
      }
    };
  }

  private void saying(double entries, double counted, double inMetadata, double hosted) {
    said.put(Metric.ENTRIES, entries);
    said.put(Metric.INGEST, 7.0);
    said.put(Metric.TABLETS, counted);
    said.put(Metric.META_TABLETS, inMetadata);
    said.put(Metric.META_HOSTED, hosted);
  }

  @Test
  void entriesOfADeadServerAreAGapAndTabletsAreThoseOfTheMetadataTable() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration(false));
        Journal journal = new Journal(run.append(run.events("stats")), e -> {});
        ClusterSampler sampler =
            new ClusterSampler(
                List.of(
                    source("monitor", Metric.ENTRIES, Metric.INGEST, Metric.TABLETS),
                    source("metadata", Metric.META_TABLETS, Metric.META_HOSTED)),
                "ci",
                new Grid(30_000),
                Clock.fixed(Instant.ofEpochMilli(AT + 4_321), ZoneOffset.UTC),
                SampleFile.open(run, run.clusterSamples(), trouble -> {}),
                SampleFile.open(run, run.classicSamples(), trouble -> {}),
                journal)) {
      saying(5_731_177, 12, 12, 12);
      sampler.sample(AT);
      saying(3_834_115, 8, 12, 8);
      sampler.sample(AT + 30_000);
    }

    List<Sample> lines = tableLines();
    assertThat(lines.get(0).values()).containsEntry("entries", 5_731_177);
    assertThat(lines.get(0).answered()).hasValue(AT + 4_321);
    assertThat(lines.get(1).values())
        .doesNotContainKey("entries")
        .containsEntry("ingest.rate", 7)
        .containsEntry("tablets", 8);
    assertThat(lines.get(1).absent()).containsExactly("entries");
    List<ClassicSample> classic =
        Files.readAllLines(directory.resolve("stats/stats.out")).stream()
            .map(ClassicSample::parse)
            .toList();
    assertThat(classic.get(0).values()).containsEntry(ClassicField.TABLE_RECS, 5_731_177.0);
    assertThat(classic.get(1).values())
        .doesNotContainKey(ClassicField.TABLE_RECS)
        .containsEntry(ClassicField.TABLE_TABLETS, 12.0)
        .containsEntry(ClassicField.TABLE_TABLETS_ONLINE, 8.0);
  }

  /** One that never answered is missed after a while, so that a cluster may begin slowly. */
  @Test
  void aSourceThatFailsIsMissedOnceWithTheReasonAndIsBackWhenItAnswers() throws Exception {
    AtomicReference<String> trouble = new AtomicReference<>("");
    Source failing =
        new Source("monitor", EnumSet.of(Metric.TSERVERS), Set.of()) {
          @Override
          public Reading read(Duration limit) throws IOException {
            if (!trouble.get().isEmpty()) {
              throw new IOException(trouble.get());
            }
            return new Reading().cluster(Metric.TSERVERS, 2);
          }
        };
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration(false))) {
      try (Journal journal = new Journal(run.append(run.events("stats")), e -> {});
          ClusterSampler sampler =
              new ClusterSampler(
                  List.of(failing),
                  "ci",
                  new Grid(30_000),
                  Clock.fixed(Instant.ofEpochMilli(AT), ZoneOffset.UTC),
                  SampleFile.open(run, run.clusterSamples(), unused -> {}),
                  SampleFile.open(run, run.classicSamples(), unused -> {}),
                  journal)) {
        sampler.sample(AT);
        trouble.set("nobody is at home");
        sampler.sample(AT + 30_000);
        sampler.sample(AT + 60_000);
        assertThat(sampler.absences()).isEqualTo(Map.of("monitor", 2L));
        trouble.set("");
        sampler.sample(AT + 90_000);
        assertThat(sampler.absences()).isEqualTo(Map.of("monitor", 2L));
      }
      List<Event> events = new ArrayList<>();
      JournalReader.read(run.fileSystem(), run.events("stats"), events::add);
      assertThat(events)
          .containsExactly(
              new Event.ServerLost(AT + 30_000, "stats", "source", "monitor"),
              new Event.Note(AT + 30_000, "stats", "monitor gives no figures: nobody is at home"),
              new Event.ServerBack(AT + 90_000, "stats", "source", "monitor"));
      SampleFile.open(run, run.clusterSamples(), unused -> {}).close();
      SampleFile.open(run, run.classicSamples(), unused -> {}).close();
    }
  }

  private List<Sample> tableLines() throws Exception {
    List<Sample> lines = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("stats/cluster.jsonl"))) {
      Sample sample = Sample.parse(line);
      if (sample.scope().equals("table:ci")) {
        lines.add(sample);
      }
    }
    return lines;
  }

  @Test
  void aLineOfAnOlderVersionHasNoTimeOfItsAnswer() throws Exception {
    Sample old = Sample.parse("{\"at\":5,\"scope\":\"cluster\",\"values\":{\"entries\":1}}");
    assertThat(old.answered()).isEmpty();
    assertThat(old.json()).doesNotContain("answered");
    assertThat(Sample.parse(old.answeredAt(9).json()).answered()).hasValue(9);
  }
}
