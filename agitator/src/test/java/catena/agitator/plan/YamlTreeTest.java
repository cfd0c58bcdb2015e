// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a YAML file says is taken as it stands there; what does not fit is collected. */
class YamlTreeTest {
  private final Problems problems = new Problems();

  private YamlTree tree(String text) {
    return YamlTree.parse("the file", text, problems);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1:3", "010", "1e3", "true", "no", "2026-01-02", "0x10", "1_000", "~"})
  void aTextIsWhatStandsThere(String text) {
    assertThat(tree("key: " + text).text("key")).contains(text);
    assertThat(tree("key: '" + text + "'").text("key")).contains(text);
    assertThat(problems.found()).isEmpty();
  }

  @Test
  void keysBelowAreFoundAndWhatIsNotThereIsEmpty() {
    YamlTree tree = tree("most: {gc: 1, tserver: 2}\nbreaks: [gc, 1]\nfaults: [{id: 1}, {id: 2}]");
    assertThat(tree.below("most").texts()).containsExactly(entry("gc", "1"), entry("tserver", "2"));
    assertThat(tree.list("breaks")).containsExactly("gc", "1");
    assertThat(tree.children("faults"))
        .extracting(child -> child.text("id").orElseThrow())
        .containsExactly("1", "2");
    assertThat(tree.text("policy")).isEmpty();
    assertThat(tree.below("options").texts()).isEmpty();
    assertThat(tree.list("others")).isEmpty();
    assertThat(tree.children("others")).isEmpty();
    assertThat(tree("").texts()).isEmpty();
    assertThat(problems.found()).isEmpty();
  }

  @Test
  void whatDoesNotFitIsReportedWithItsPlace() {
    YamlTree tree = tree("most: gc\nbreaks: gc\nfaults: [{id: 1}, kill]\nfoults: 1");
    tree.only(Set.of("most", "breaks", "faults"));
    assertThat(tree.below("most").texts()).isEmpty();
    assertThat(tree.list("breaks")).isEmpty();
    List<YamlTree> faults = tree.children("faults");
    assertThat(faults.get(0).required("at")).isEmpty();
    assertThat(problems.found())
        .satisfiesExactly(
            told -> assertThat(told).contains("the file: foults is not expected", "[breaks, "),
            told -> assertThat(told).contains("the file: most must be keys", "'gc'"),
            told -> assertThat(told).contains("the file: breaks must be a list"),
            told -> assertThat(told).contains("the file: faults 2 must be keys", "'kill'"),
            told -> assertThat(told).contains("the file: faults 1: at is missing"));
  }

  @Test
  void aKeyThatStandsThereTwiceIsRefused() {
    assertThatThrownBy(() -> tree("seed: 1\nseed: 2"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("the file line 2: seed stands there a second time");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: [", "a: b: c", "a: 'x", "!!java.net.URL [x]"})
  void whatIsNoYamlIsRefusedAtOnce(String text) {
    assertThatThrownBy(() -> tree(text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("the file is not YAML");
  }
}
