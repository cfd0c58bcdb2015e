// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import static catena.scenario.witness.PlantedKill.compared;
import static catena.scenario.witness.PlantedKill.exactly;
import static catena.scenario.witness.PlantedKill.shown;
import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.RecoveryMeasure;
import catena.scenario.witness.Shown.Cost;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void whatIsShownAsItWasAgrees() {
    Comparison comparison = compared(shown());
    assertThat(comparison.disagreements()).as(comparison.toString()).isEmpty();
    assertThat(comparison.lines())
        .extracting(Comparison.Line::measure)
        .containsExactly(
            "injection",
            "notice.s",
            "rehost.s",
            "first.read.s",
            "first.flush.s",
            "healing.s",
            "recovered.s",
            "ingest dip",
            "ingest low for",
            "ingest none for");
  }

  @Test
  void eachMeasureThatIsTooLongTooShortOrMissingIsNamed() {
    for (RecoveryMeasure measure : PlantedKill.truth().keySet()) {
      double truth = PlantedKill.truth().get(measure);
      for (double wrong : new double[] {truth - 3, Double.NaN}) {
        assertNamed(measure, wrong);
      }
      if (measure != RecoveryMeasure.RECOVERED) { // for which there is no latest time
        assertNamed(measure, truth + 3);
      }
    }
  }

  private static void assertNamed(RecoveryMeasure measure, double wrong) {
    Comparison comparison = compared(shown(measure, wrong));
    assertThat(comparison.disagreements())
        .as("%s %s\n%s", measure, wrong, comparison)
        .extracting(Comparison.Line::measure)
        .containsExactly(measure.key());
    assertThat(comparison.toString()).contains("DIFFERS");
  }

  @Test
  void aDipThatIsTooShallowOrTooLongOrNotReportedIsNamed() {
    assertDip("ingest dip", new Cost(exactly(0.5), exactly(15), exactly(15.3)));
    assertDip("ingest low for", new Cost(exactly(1), exactly(7), exactly(15.3)));
    assertDip("ingest low for", new Cost(exactly(1), exactly(23), exactly(15.3)));
    assertDip("ingest low for", new Cost(exactly(1), Optional.empty(), exactly(15.3)));
    assertDip("ingest none for", new Cost(exactly(1), exactly(15), exactly(8)));
    assertDip("ingest none for", new Cost(exactly(1), exactly(15), Optional.of(new Range(0, 1))));
    assertDip(
        "ingest none for",
        new Cost(exactly(1), exactly(15), Optional.of(new Range(47, Double.POSITIVE_INFINITY))));
  }

  private static void assertDip(String measure, Cost cost) {
    Comparison comparison = compared(shown(cost));
    assertThat(comparison.disagreements())
        .as("%s\n%s", cost, comparison)
        .extracting(Comparison.Line::measure)
        .containsExactly(measure);
  }

  @Test
  void anEndThatWasNotSeenAgreesWithWhateverIsLonger() {
    Range open = new Range(12, Double.POSITIVE_INFINITY);
    Comparison comparison = compared(shown(new Cost(exactly(1), exactly(15), Optional.of(open))));
    assertThat(comparison.disagreements()).as(comparison.toString()).isEmpty();
  }

  @Test
  void aFaultThatWasNotRecoveredFromIsNotCompared() {
    Shown.Fault fault = shown();
    Shown.Fault doubted =
        new Shown.Fault(
            fault.id(),
            fault.kind(),
            fault.targets(),
            fault.at(),
            fault.doneAt(),
            fault.until(),
            false,
            fault.measures(),
            fault.writes(),
            fault.reads());
    assertThat(compared(doubted).lines()).isEmpty();
  }
}
