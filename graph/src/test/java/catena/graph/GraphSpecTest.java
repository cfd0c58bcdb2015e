// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphSpecTest {
  /** Of {@code ofSeed(1)}, as the first version wrote it. */
  private static final String FINGERPRINT = "8c108a53";

  @Test
  void survivesItsWrittenForm() {
    GraphSpec spec =
        Specs.with(Specs.of(-5, 3, 1L << 60, 77, 9, 12), Payload.zipf(0, 10, 1.5), false);
    assertThat(GraphSpec.fromProperties(spec.toProperties())).isEqualTo(spec);
    for (GraphSpec each : Specs.all()) {
      assertThat(GraphSpec.fromProperties(each.toProperties())).isEqualTo(each);
    }
  }

  @Test
  void visibilitiesMayHoldAnyCharacter() {
    List<String> odd = List.of("", "A,B", "back\\slash", "\"a b\"&C", "\\,");
    assertThat(GraphSpec.split(GraphSpec.join(odd))).isEqualTo(odd);
  }

  @Test
  void everyProblemIsNamedAtOnce() {
    assertThatThrownBy(
            () ->
                Specs.of(
                    1,
                    0,
                    9,
                    9,
                    0,
                    0,
                    0,
                    70000,
                    List.of(),
                    GraphSpec.VisibilityScope.BLOCK,
                    true,
                    Payload.NONE,
                    2,
                    0))
        .hasMessageContainingAll(
            "row.min",
            "flush.interval",
            "depth",
            "max.cf",
            "max.cq",
            "visibilities",
            "delete.probability",
            "writers");
  }

  @Test
  void aRangeTooSmallForItsWritersIsRefused() {
    assertThatThrownBy(() -> Specs.of(1, 0, 1000, 100, 3, 4))
        .hasMessageContaining("too small")
        .hasMessageContaining("1000 rows");
  }

  @Test
  void missingAndUnknownParametersAreNamed() {
    Map<String, String> text = new HashMap<>(GraphSpec.ofSeed(1).toProperties());
    text.remove("depth");
    text.put("deepness", "3");
    assertThatThrownBy(() -> GraphSpec.fromProperties(text))
        .hasMessageContaining("[depth]")
        .hasMessageContaining("[deepness]");
  }

  @Test
  void linksByALawAreWrittenAndEvenOnesAreAsTheyWereBeforeThereWereOthers() {
    GraphSpec even = GraphSpec.ofSeed(1);
    assertThat(even.toProperties()).doesNotContainKey("links");
    assertThat(GraphSpec.fromProperties(even.toProperties())).isEqualTo(even);
    GraphSpec power = even.with("links", "power:0.99");
    assertThat(power.toProperties()).containsEntry("links", "power:0.99");
    assertThat(GraphSpec.fromProperties(power.toProperties())).isEqualTo(power);
    assertThat(power.fingerprint()).isNotEqualTo(even.fingerprint());
    GraphSpec byRow = even.with("links", "power:0.99:by-row");
    assertThat(byRow.toProperties()).containsEntry("links", "power:0.99:by-row");
    assertThat(GraphSpec.fromProperties(byRow.toProperties())).isEqualTo(byRow);
    assertThat(byRow.fingerprint()).isNotEqualTo(power.fingerprint());
    assertThat(even.fingerprint()).as("as in ledgers that are there").isEqualTo(FINGERPRINT);
  }

  @Test
  void whetherATableWasTakenOverIsWrittenOnlyIfItWas() {
    GraphSpec own = GraphSpec.ofSeed(1);
    assertThat(own.toProperties()).doesNotContainKey("taken.over");
    assertThat(own.toProperties()).doesNotContainKey("copies");
    GraphSpec copied = own.with("copies", "4");
    assertThat(GraphSpec.fromProperties(copied.toProperties())).isEqualTo(copied);
    assertThatThrownBy(() -> own.with("copies", "0"))
        .hasMessageContaining("copies must be in 1 to 1000");
    GraphSpec over = own.overOthers();
    assertThat(over.takenOver()).isTrue();
    assertThat(over.toProperties()).containsEntry("taken.over", "true");
    assertThat(GraphSpec.fromProperties(over.toProperties())).isEqualTo(over);
    assertThat(over.with("links", "power:0.99").takenOver()).isTrue();
    assertThat(over.fingerprint()).isNotEqualTo(own.fingerprint());
  }

  @Test
  void severalCellsAreWrittenDownOnlyIfThereAreSeveral() {
    GraphSpec own = GraphSpec.ofSeed(1);
    assertThat(own.toProperties()).doesNotContainKey("columns");
    GraphSpec wide = own.with("columns", "10");
    assertThat(wide.toProperties()).containsEntry("columns", "10");
    assertThat(GraphSpec.fromProperties(wide.toProperties())).isEqualTo(wide);
    assertThat(wide.fingerprint()).isNotEqualTo(own.fingerprint());
    assertThatThrownBy(() -> own.with("columns", "0"))
        .hasMessage("columns must be in 1 to 1000: 0");
    assertThatThrownBy(() -> own.with("columns", "2").with("copies", "2"))
        .hasMessage("copies and columns do not go together: leave one of the two at 1");
    assertThatThrownBy(() -> Specs.families(65_530).with("columns", "8"))
        .hasMessage("columns need families: max.cf + columns must be at most 65537, not 65530 + 8");
    assertThat(Specs.families(65_530).with("columns", "7").cells().columns()).isEqualTo(7);
  }

  @Test
  void linksAreEvenOrHaveAnExponent() {
    assertThat(Links.parse("even")).isEqualTo(Links.EVEN);
    assertThat(Links.parse("power:1.0")).isEqualTo(new Links(1, false));
    for (String wrong :
        List.of(
            "",
            "power",
            "power:",
            "power:0",
            "power:-1",
            "power:5",
            "zipf:1",
            "power:by-row",
            "power::by-row",
            "power:0:by-row",
            "power:1:by-rows",
            "even:by-row")) {
      assertThatThrownBy(() -> Links.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("links");
    }
  }

  @Test
  void oneParameterTooFewOrTooManyIsEnough() {
    Map<String, String> few = new HashMap<>(GraphSpec.ofSeed(1).toProperties());
    few.remove("depth");
    assertThatThrownBy(() -> GraphSpec.fromProperties(few))
        .hasMessage("graph parameters missing: [depth], unknown: []");
    Map<String, String> many = new HashMap<>(GraphSpec.ofSeed(1).toProperties());
    many.put("deepness", "3");
    assertThatThrownBy(() -> GraphSpec.fromProperties(many))
        .hasMessage("graph parameters missing: [], unknown: [deepness]");
  }

  @Test
  void differentGraphsHaveDifferentFingerprints() {
    assertThat(Specs.all().stream().map(GraphSpec::fingerprint).distinct()).hasSize(10);
  }

  @Test
  void theDefaultLeavesRoomForAnyRun() {
    GraphSpec spec = GraphSpec.ofSeed(1);
    assertThat(spec.writers()).isEqualTo(65536);
    assertThat(new Graph(spec).windowCapacity()).isEqualTo(1L << 27);
  }
}
