// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProblemsTest {
  @Test
  void allAreReportedInTheirOrderAndEachOnce() {
    Problems problems = new Problems();
    problems.add("b is missing");
    problems.unless(false, "a is missing");
    problems.unless(true, "c is missing");
    problems.check(
        () -> {
          throw new UsageException("b is missing");
        });

    assertThatThrownBy(problems::throwIfAny)
        .isInstanceOf(UsageException.class)
        .hasMessage("b is missing" + "\n" + "a is missing");
  }
}
