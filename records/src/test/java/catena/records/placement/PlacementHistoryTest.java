// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementHistoryTest {
  private static final Optional<Tier> FAST = Optional.of(Tier.FAST);

  @TempDir private Path directory;

  @Test
  void aLineIsReadAsItWasWritten() {
    PlacementSample asked =
        new PlacementSample(1700, Place.WAL, Tier.SLOW, FAST, 3, 4096, PlacedBy.POLICIES);
    PlacementSample all =
        new PlacementSample(1700, Place.ALL, Tier.FAST, Optional.empty(), 0, 9, PlacedBy.POLICIES);
    assertThat(asked.line()).isEqualTo("1700,wal,slow,fast,3,4096,policies");
    assertThat(all.line()).isEqualTo("1700,all,fast,,0,9,policies");
    assertThat(PlacementSample.parse(asked.line(), false)).contains(asked);
    assertThat(PlacementSample.parse(all.line(), false)).contains(all);
    assertThat(PlacementSample.parse(PlacementSample.HEADER, false)).isEmpty();
    assertThat(PlacementSample.parse("at,place,tier,asked,replicas,bytes", false)).isEmpty();
    assertThat(PlacementSample.parse("1700,wal,slow,fast,3,4096", false))
        .as("of before there were volumes")
        .contains(asked);
  }

  @Test
  void byWhatDataCameThereIsKept() {
    PlacementSample volumes =
        new PlacementSample(1700, Place.WAL, Tier.SLOW, FAST, 3, 4096, PlacedBy.VOLUMES);
    assertThat(volumes.line()).isEqualTo("1700,wal,slow,fast,3,4096,volumes");
    assertThat(PlacementSample.parse(volumes.line(), false)).contains(volumes);
    assertThat(new PlacementHistory(List.of(volumes)).by()).isEqualTo(PlacedBy.VOLUMES);
    assertThat(new PlacementHistory(List.of()).by()).isEqualTo(PlacedBy.POLICIES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1700,wal,slow",
        "1700,wal,hot,fast,3,4",
        "1700,roof,slow,fast,3,4",
        "1700,wal,slow,fast,3,4,magic",
        "x,wal,a,b,c"
      })
  void aLineThatIsCutOffOrNoneIsRefused(String line) {
    for (boolean whole : List.of(true, false)) {
      assertThatThrownBy(() -> PlacementSample.parse(line, whole))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theHistoryOfARunIsReadFromItsDirectory() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      Missing missing = new Missing();
      TolerantReader files = new TolerantReader(run, missing);
      assertThat(PlacementHistory.readFrom(run, files)).isEmpty();
      Files.write(
          directory.resolve("placement.csv"),
          List.of(
              PlacementSample.HEADER,
              new PlacementSample(
                      1, Place.ALL, Tier.SLOW, Optional.empty(), 0, 100, PlacedBy.POLICIES)
                  .line(),
              new PlacementSample(
                      2, Place.ALL, Tier.SLOW, Optional.empty(), 0, 70, PlacedBy.POLICIES)
                  .line(),
              new PlacementSample(2, Place.ZOOKEEPER, Tier.FAST, FAST, 0, 5, PlacedBy.POLICIES)
                  .line(),
              "3,al"));
      PlacementHistory history = PlacementHistory.readFrom(run, files).orElseThrow();
      assertThat(history.most(Tier.SLOW)).as("the most, not the last").isEqualTo(100);
      assertThat(history.most(Tier.FAST)).isZero();
      assertThat(history.asked()).isEqualTo(Map.of(Place.ZOOKEEPER, Tier.FAST));
      assertThat(missing.sentences()).hasSize(1).first().asString().contains("placement.csv");
    }
  }

  /** It looks like a line of a version without the last column, with 4 bytes of 4096. */
  @Test
  void aLineThatIsCutOffWithinItsBytesIsNotOneOfAnOlderVersion() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      Missing missing = new Missing();
      Files.writeString(
          directory.resolve("placement.csv"),
          PlacementSample.HEADER + "\n1,all,slow,,0,5000,policies\n1,tables,slow,slow,3,4");
      PlacementHistory history =
          PlacementHistory.readFrom(run, new TolerantReader(run, missing)).orElseThrow();
      assertThat(history.samples()).hasSize(1);
      assertThat(missing.sentences())
          .containsExactly("placement.csv: one line is cut off or unreadable");
    }
  }

  @Test
  void aSampleThatWasCutOffIsLeftOut() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      Files.write(
          directory.resolve("placement.csv"),
          List.of(
              PlacementSample.HEADER,
              new PlacementSample(1, Place.TABLES, Tier.SLOW, FAST, 1, 5, PlacedBy.POLICIES)
                  .line()));
      assertThat(PlacementHistory.readFrom(run, new TolerantReader(run, new Missing()))).isEmpty();
    }
  }

  @Test
  void theBytesOfAPlaceOnBothKindsOfDiskAreThoseOfOneSample() {
    PlacementHistory history =
        new PlacementHistory(
            List.of(
                new PlacementSample(1, Place.WAL, Tier.FAST, FAST, 1, 60, PlacedBy.POLICIES),
                new PlacementSample(1, Place.WAL, Tier.SLOW, FAST, 1, 10, PlacedBy.POLICIES),
                new PlacementSample(2, Place.WAL, Tier.FAST, FAST, 1, 20, PlacedBy.POLICIES),
                new PlacementSample(2, Place.WAL, Tier.SLOW, FAST, 1, 45, PlacedBy.POLICIES),
                new PlacementSample(
                    2, Place.ALL, Tier.SLOW, Optional.empty(), 0, 44, PlacedBy.POLICIES)));
    assertThat(history.most(Place.WAL)).isEqualTo(70);
    assertThat(history.most(Place.WAL, Tier.SLOW)).isEqualTo(45);
    assertThat(history.mostExcept(Place.WAL, Tier.SLOW)).as("not less than nothing").isZero();
  }

  @Test
  void theShareIsOfReplicasThatWereWhereTheyWereAskedFor() {
    PlacementHistory history =
        new PlacementHistory(
            List.of(
                new PlacementSample(1, Place.WAL, Tier.FAST, FAST, 3, 10, PlacedBy.POLICIES),
                new PlacementSample(1, Place.WAL, Tier.SLOW, FAST, 1, 990, PlacedBy.POLICIES),
                new PlacementSample(1, Place.METADATA, Tier.FAST, FAST, 2, 0, PlacedBy.POLICIES),
                new PlacementSample(1, Place.ZOOKEEPER, Tier.FAST, FAST, 0, 8, PlacedBy.POLICIES)));
    assertThat(history.share(Place.WAL)).isCloseTo(0.75, within(1e-9));
    assertThat(history.share(Place.METADATA)).isEqualTo(1);
    assertThat(history.share(Place.ZOOKEEPER)).isEqualTo(1);
    assertThat(history.share(Place.TABLES)).as("nothing was seen").isNaN();
  }

  @Test
  void filesAreInThePlaceOfTheirDirectory() {
    assertThat(Place.ofPath("wal/host+9997/0a1b")).contains(Place.WAL);
    assertThat(Place.ofPath("recovery/0a1b/part-r-00000.rf")).contains(Place.WAL);
    assertThat(Place.ofPath("tables/+r/root_tablet/A1.rf")).contains(Place.METADATA);
    assertThat(Place.ofPath("tables/!0/table_info/A2.rf")).contains(Place.METADATA);
    assertThat(Place.ofPath("tables/1/default_tablet/F3.rf_tmp")).contains(Place.TABLES);
    assertThat(Place.ofPath("instance_id/0a1b")).isEmpty();
    assertThat(Place.ofPath("walk/x")).isEmpty();
  }
}
