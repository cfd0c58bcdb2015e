// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import catena.read.reader.ReadSettings;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DifferingRowTest {
  private static final Node NODE = new Node(0, 0, 5);

  private final Expectation expectation =
      new Expectation(
          new Graph(GraphSpec.ofSeed(1)),
          new Promise(Map.of(0, Settled.at(new Position(0, 0, 10)))),
          any -> true);

  private static Difference difference(FindingKind kind) {
    return new Difference(kind, "ab", Optional.of(NODE), Optional.empty(), "why");
  }

  private static Judgement judged(FindingKind... kinds) {
    return new Judgement(
        Standing.PRESENT,
        Arrays.stream(kinds).map(DifferingRowTest::difference).toList(),
        List.of());
  }

  private DifferingRow row(boolean eventual, FindingKind... first) {
    return new DifferingRow(expectation, new TransientDifferences(eventual), judged(first), 1000);
  }

  private static List<String> texts(List<Found> all) {
    return all.stream().map(found -> found.kind() + " " + found.detail()).toList();
  }

  @ParameterizedTest
  @EnumSource(FindingKind.class)
  void whatMayPassIsNotCertainAndAllElseIs(FindingKind kind) {
    boolean mayPass =
        List.of(
                FindingKind.LOST,
                FindingKind.STALE,
                FindingKind.RESURRECTED,
                FindingKind.MISCOUNTED)
            .contains(kind);
    assertThat(new TransientDifferences(false).any(judged(FindingKind.CORRUPT, kind)))
        .isEqualTo(mayPass);
    assertThat(texts(row(false, kind).certain()))
        .isEqualTo(mayPass ? List.of() : List.of(kind + " {}"));
  }

  @Test
  void whatPassesIsLateOrWasWrongForATime() {
    Judgement right = judged();
    assertThat(texts(row(false, FindingKind.LOST).passed(right, true, 1234)))
        .singleElement()
        .asString()
        .startsWith("LATE")
        .contains("at.first=LOST", "appeared.within.ms=234");
    assertThat(texts(row(false, FindingKind.LOST).passed(right, false, 1234)))
        .as("its writer has deleted it since")
        .containsExactly("LOST {passed.within.ms=234}");
    assertThat(texts(row(false, FindingKind.STALE).passed(right, true, 1234)))
        .containsExactly("STALE {passed.within.ms=234}");
    assertThat(texts(row(true, FindingKind.STALE).passed(right, true, 1234)))
        .singleElement()
        .asString()
        .startsWith("LATE")
        .contains("at.first=STALE", "appeared.within.ms=234");
  }

  @Test
  void whatIsWrongOnlyWhenReadAgainIsReportedAndNothingTwice() {
    assertThat(
            texts(
                row(false, FindingKind.CORRUPT)
                    .passed(judged(FindingKind.CORRUPT, FindingKind.MISPLACED), true, 1234)))
        .containsExactly("MISPLACED {read=again}");
  }

  @Test
  void whatStaysKeepsItsNameUnlessOthersSeeIt() {
    DifferingRow row = row(false, FindingKind.LOST, FindingKind.CORRUPT);
    Judgement same = judged(FindingKind.LOST, FindingKind.CORRUPT);
    assertThat(texts(row.stayed(same, false, 1500))).containsExactly("LOST {stayed.for.ms=500}");
    assertThat(texts(row.stayed(same, true, 1500))).containsExactly("WITHHELD {stayed.for.ms=500}");
    assertThat(texts(row(false, FindingKind.STALE).stayed(judged(FindingKind.STALE), true, 1500)))
        .containsExactly("STALE {stayed.for.ms=500}");
    assertThat(texts(row.stayed(judged(FindingKind.STALE), false, 1500)))
        .containsExactly("STALE {stayed.for.ms=500}");
  }

  /** A row that stays open because of a doubt, or for another reason, hides no fault. */
  @Test
  void whatIsWrongForSureOnlyAtLastIsReportedOfARowThatStays() {
    DifferingRow row = row(false, FindingKind.LOST, FindingKind.CORRUPT);
    assertThat(texts(row.stayed(judged(FindingKind.MISPLACED, FindingKind.CORRUPT), false, 1500)))
        .containsExactly("MISPLACED {stayed.for.ms=500}");
  }

  @Test
  void whatIsNotReadAgainIsReportedUnlessItMightOnlyBeLate() {
    assertThat(texts(row(false, FindingKind.LOST, FindingKind.CORRUPT).unsettled("no"))).isEmpty();
    assertThat(texts(row(false, FindingKind.STALE).unsettled("no")))
        .containsExactly("STALE {read.again=no}");
    assertThat(texts(row(true, FindingKind.STALE).unsettled("no"))).isEmpty();
  }

  @Test
  void whatWasFoundSaysWhatWasExpectedAndWhenItWasSeen() {
    Found found = row(false, FindingKind.PHANTOM).certain().get(0);
    assertThat(found.expected()).isEqualTo(expectation.describe(NODE)).isNotEmpty();
    assertThat(found.foundMillis()).isEqualTo(1000);
    assertThat(found.difference()).isEqualTo(difference(FindingKind.PHANTOM));
    Difference nobodys =
        new Difference(
            FindingKind.PHANTOM, "ab", Optional.empty(), Optional.empty(), "nobody's row");
    Judgement first = new Judgement(Standing.UNWRITTEN, List.of(nobodys), List.of());
    assertThat(
            new DifferingRow(expectation, new TransientDifferences(false), first, 1)
                .certain()
                .get(0)
                .expected())
        .isEqualTo("nothing");
  }

  @Test
  void readsShowAnOlderStateOnlyWithEventualConsistency() {
    assertThat(ReadSettings.passing(reading(Map.of()))).isEqualTo(new TransientDifferences(false));
    assertThat(ReadSettings.passing(reading(Map.of("read.consistency", "immediate"))))
        .isEqualTo(new TransientDifferences(false));
    assertThat(ReadSettings.passing(reading(Map.of("read.consistency", "eventual"))))
        .isEqualTo(new TransientDifferences(true));
  }

  private static Settings reading(Map<String, String> typed) {
    return Settings.resolve(ReadSettings.ALL, List.of(Layer.of("test", typed)));
  }

  @Test
  void onlyWhatMayBeLateIsNoFaultWhenItIs() {
    for (FindingKind kind : FindingKind.values()) {
      assertThat(new TransientDifferences(false).isFault(kind)).isTrue();
      assertThat(new TransientDifferences(true).isFault(kind)).isEqualTo(kind != FindingKind.LATE);
    }
  }
}
