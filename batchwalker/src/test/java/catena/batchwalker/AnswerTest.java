package catena.batchwalker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private static Entry entry(String row, String family) {
    byte[] none = new byte[0];
    return new Entry(
        row.getBytes(StandardCharsets.US_ASCII),
        family.getBytes(StandardCharsets.US_ASCII),
        none,
        none,
        new byte[10]);
  }

  @Test
  void aRowThatIsMissingHasNothingAndCountsAsNone() {
    Answer answer = new Answer(List.of("a", "b"), entry -> false);
    answer.add(entry("a", "f"));
    assertThat(answer.of("a")).hasSize(1);
    assertThat(answer.of("b")).isEmpty();
    assertThat(answer.rows()).isEqualTo(1);
    assertThat(answer.extra()).isEmpty();
  }

  @Test
  void aKeyThatCameTwiceIsThereTwice() {
    Answer answer = new Answer(List.of("a"), entry -> true);
    answer.add(entry("a", "f"));
    answer.add(entry("a", "f"));
    answer.add(entry("a", "g"));
    assertThat(answer.of("a")).hasSize(3);
    assertThat(answer.isExact(answer.of("a"))).isFalse();
    assertThat(answer.of("a").get(1).hasKeyOf(answer.of("a").get(0))).isTrue();
    assertThat(answer.rows()).isEqualTo(1);
    assertThat(answer.entries()).hasSize(3);
  }

  @Test
  void aRowIsExactIfItsOnlyEntryIs() {
    Answer answer = new Answer(List.of("a", "b", "c"), entry -> entry.row()[0] == 'a');
    answer.add(entry("a", "f"));
    answer.add(entry("b", "f"));
    assertThat(answer.isExact(answer.of("a"))).isTrue();
    assertThat(answer.isExact(answer.of("b"))).isFalse();
    assertThat(answer.isExact(answer.of("c"))).isFalse();
  }

  @Test
  void aRowThatNobodyAskedForIsExtraWithAllItsEntries() {
    Answer answer = new Answer(List.of("a"), entry -> true);
    answer.add(entry("b", "f"));
    answer.add(entry("b", "g"));
    assertThat(answer.extra()).containsOnlyKeys("b");
    assertThat(answer.extra().get("b")).hasSize(2);
    assertThat(answer.of("b")).isEmpty();
    assertThat(answer.rows()).isZero();
  }
}
