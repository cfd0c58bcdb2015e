// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShortCommandTest {
  @Test
  void aProgramIsFoundWhereThePathLeads() throws Exception {
    assertThat(ShortCommand.find("sh")).hasValueSatisfying(sh -> assertThat(sh).isExecutable());
    assertThat(ShortCommand.find("no-such-program-of-any-system")).isEmpty();
  }

  @Test
  void whatItPrintsIsHandedOnAndAFailureSaysWhatItReadAndSaid() throws Exception {
    assertThat(ShortCommand.output(List.of("cat"), "a line\n")).isEqualTo("a line");
    List<String> failing = List.of("sh", "-c", "echo went wrong; exit 3");
    assertThatThrownBy(() -> ShortCommand.output(failing, "one\ntwo\n"))
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll("went wrong", "of: one; two");
    assertThatThrownBy(() -> ShortCommand.output(failing, ""))
        .hasMessageContaining("went wrong")
        .hasMessageNotContaining("of: ");
  }
}
