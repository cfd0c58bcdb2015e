// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.scenario.witness.Spans.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpansTest {
  @Test
  void silencesLieBetweenAnswersThatAreFarApart() {
    assertThat(Spans.silences(List.of(3000L, 100L, 1000L, 5001L), 2000))
        .containsExactly(new Span(3000, 5001));
    assertThat(Spans.silences(List.of(100L), 10))
        .as("after the last answer nobody knows")
        .isEmpty();
  }

  @Test
  void spansThatMeetOrNearlyMeetBecomeOne() {
    List<Span> three = List.of(new Span(50, 60), new Span(0, 10), new Span(10, 20));
    assertThat(Spans.of(three, 0).all()).containsExactly(new Span(0, 20), new Span(50, 60));
    assertThat(Spans.of(three, 30).all()).containsExactly(new Span(0, 60));
    assertThat(Spans.of(three, 0).grown(-5, -5).all()).containsExactly(new Span(5, 15));
  }

  @Test
  void aShareIsWhatIsCoveredOfATime() {
    Spans spans = Spans.of(List.of(new Span(0, 250), new Span(900, 2000)), 0);
    assertThat(spans.share(0, 1000)).isEqualTo(0.35);
    assertThat(spans.touching(300, 950).longest()).isEqualTo(1100);
    assertThat(spans.touching(300, 900).longest()).isZero();
    assertThat(spans.within(200, 1000).all())
        .containsExactly(new Span(200, 250), new Span(900, 1000));
    assertThat(spans.common(Spans.of(List.of(new Span(240, 260)), 0)).longest()).isEqualTo(10);
  }

  @Test
  void rangesAreAsFarApartAsTheyCanBeTheSame() {
    assertThat(new Range(1, 2).distance(new Range(2, 3))).isZero();
    assertThat(new Range(1, 2).distance(new Range(3.5, 9))).isEqualTo(1.5);
    assertThat(new Range(3, 4).distance(new Range(0, 1))).isEqualTo(2);
    assertThat(new Range(47, Double.POSITIVE_INFINITY).distance(Range.exactly(40))).isEqualTo(7);
    assertThatThrownBy(() -> new Range(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tabletsAreReadAsAccumuloPrintsThem() {
    Extent middle = Extent.parse("2;8;4");
    assertThat(middle.holds("5~")).isTrue();
    assertThat(middle.holds("4")).isFalse();
    assertThat(middle.holds("8")).isTrue();
    assertThat(Extent.parse("2;4<").holds("")).isTrue();
    assertThat(Extent.parse("2<;8").holds("9")).isTrue();
    assertThat(middle.overlaps(Extent.parse("2;4<"))).isFalse();
    assertThat(middle.overlaps(Extent.parse("2;5<"))).isTrue();
    assertThat(middle.overlaps(Extent.parse("3<<"))).isFalse();
    assertThat(middle.overlaps(Extent.parse("2<<"))).isTrue();
    assertThat(Extent.parse("!0<;~")).isEqualTo(new Extent("!0", null, "~"));
    assertThatThrownBy(() -> Extent.parse("rows")).hasMessageContaining("no tablet: rows");
  }
}
