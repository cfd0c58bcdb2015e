// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.read.reader.StartRows.WalkedRow;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BatchAnswerTest {
  private static Entry entry(String row, String family) {
    byte[] none = new byte[0];
    return new Entry(
        row.getBytes(StandardCharsets.US_ASCII),
        family.getBytes(StandardCharsets.US_ASCII),
        none,
        none,
        new byte[10]);
  }

  private static BatchAnswer asked(Predicate<Entry> isExact, String... rows) {
    return new BatchAnswer(
        Stream.of(rows).map(row -> new WalkedRow(row, Optional.empty())).toList(), isExact);
  }

  private static BatchAnswer.AskedRow row(BatchAnswer answer, String name) {
    return answer.asked().stream().filter(row -> row.name.equals(name)).findFirst().orElseThrow();
  }

  @Test
  void walksThatHaveMetAskForTheirRowOnce() {
    BatchAnswer answer = asked(entry -> true, "a", "b", "a");
    assertThat(answer.asked()).extracting(row -> row.name).containsExactly("a", "b");
    assertThat(row(answer, "a").walks).hasSize(2);
    assertThat(row(answer, "b").walks).hasSize(1);
  }

  @Test
  void aRowThatIsMissingHasNothingAndCountsAsNone() {
    BatchAnswer answer = asked(entry -> false, "a", "b");
    answer.add(entry("a", "f"));
    assertThat(row(answer, "a").seen).hasSize(1);
    assertThat(row(answer, "b").seen).isEmpty();
    assertThat(answer.rows()).isEqualTo(1);
    assertThat(answer.extra()).isEmpty();
  }

  @Test
  void aKeyThatCameTwiceIsThereTwice() {
    BatchAnswer answer = asked(entry -> true, "a");
    answer.add(entry("a", "f"));
    answer.add(entry("a", "f"));
    answer.add(entry("a", "g"));
    assertThat(row(answer, "a").seen).hasSize(3);
    assertThat(row(answer, "a").isExact()).isFalse();
    assertThat(row(answer, "a").seen.get(1).hasKeyOf(row(answer, "a").seen.get(0))).isTrue();
    assertThat(answer.rows()).isEqualTo(1);
    assertThat(answer.entries()).hasSize(3);
  }

  @Test
  void aRowIsExactIfItsOnlyEntryIs() {
    BatchAnswer answer = asked(entry -> entry.row()[0] == 'a', "a", "b", "c");
    answer.add(entry("a", "f"));
    answer.add(entry("b", "f"));
    assertThat(row(answer, "a").isExact()).isTrue();
    assertThat(row(answer, "b").isExact()).isFalse();
    assertThat(row(answer, "c").isExact()).isFalse();
  }

  @Test
  void aRowThatWasNotAskedForIsExtraWithAllItsEntries() {
    BatchAnswer answer = asked(entry -> true, "a");
    answer.add(entry("b", "f"));
    answer.add(entry("b", "g"));
    assertThat(answer.extra()).containsOnlyKeys("b");
    assertThat(answer.extra().get("b")).hasSize(2);
    assertThat(row(answer, "a").seen).isEmpty();
    assertThat(answer.rows()).isZero();
  }
}
