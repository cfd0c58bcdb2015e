// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.placement.PlacementCompanion.PlacementLook;
import catena.cluster.placement.PlacementCompanion.PlacementWatch;
import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.placement.Place;
import catena.records.placement.PlacedBy;
import catena.records.placement.PlacementHistory;
import catena.records.placement.PlacementSample;
import catena.records.placement.Tier;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.function.FailableSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementWatchTest {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final PlacementSample SAMPLE =
      new PlacementSample(
          1, Place.WAL, Tier.FAST, Optional.of(Tier.FAST), 2, 40, PlacedBy.POLICIES);
  private static final PlacementSample ALL =
      new PlacementSample(1, Place.ALL, Tier.FAST, Optional.empty(), 0, 50, PlacedBy.POLICIES);
  private static final PlacementLook RIGHT = new PlacementLook(List.of(SAMPLE, ALL), List.of());

  @TempDir private Path directory;

  private PartOutcome watched(
      FailableSupplier<PlacementLook, IOException> look, AtomicBoolean closed) throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      PlacementWatch watch =
          new PlacementWatch(
              look, run.append(run.placement()), () -> closed.set(true), NEVER, Duration.ZERO);
      watch.begin();
      watch.close();
      List<String> held = new ArrayList<>();
      watch.holdBy(held::add);
      assertThat(held).isEqualTo(watch.outcome().reasons());
      return watch.outcome();
    }
  }

  @Test
  void whatItWritesIsReadByTheReport() throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    assertThat(watched(() -> RIGHT, closed)).isEqualTo(PartOutcome.NOTHING);
    assertThat(closed).isTrue();
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      Missing missing = new Missing();
      PlacementHistory history =
          PlacementHistory.readFrom(run, new TolerantReader(run, missing)).orElseThrow();
      assertThat(history.most(Place.WAL, Tier.FAST)).isEqualTo(40);
      assertThat(history.share(Place.WAL)).isEqualTo(1);
      assertThat(missing.sentences()).isEmpty();
    }
  }

  @Test
  void whatIsElsewhereIsOneDoubtHoweverOftenItIsSeen() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    PartOutcome outcome =
        watched(
            () ->
                new PlacementLook(
                    List.of(SAMPLE),
                    List.of(
                        "placement: %d replicas of wal were elsewhere, as of /f%d"
                            .formatted(looks.incrementAndGet(), looks.get()))),
            new AtomicBoolean());
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly("placement: 1 replicas of wal were elsewhere, as of /f1");
    assertThat(looks).hasValue(2);
  }

  @Test
  void withoutALastSampleNothingIsProven() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    PartOutcome outcome =
        watched(
            () -> {
              if (looks.incrementAndGet() > 1) {
                throw new IOException("no NameNode");
              }
              return RIGHT;
            },
            new AtomicBoolean());
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("after the run could not be found out", "no NameNode");
  }
}
