// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import java.util.List;
import java.util.Optional;

/**
 * One check as a test.
 *
 * @param name the same in each run of a scenario, as far as that is possible: tools follow it
 * @param state what it came to
 * @param message one sentence; empty for a check that passed
 * @param text all there is to say
 * @param seconds how long it took; empty where nobody knows
 */
record TestCase(
    String name, CaseState state, String message, List<String> text, Optional<Double> seconds) {
  /** What a check can come to, as reports of tests have it. */
  enum CaseState {
    /** It was completed and found nothing. */
    PASSED,
    /** It found something: FAIL, or a missed budget. */
    FAILED,
    /** It could not be completed: UNKNOWN. */
    ERROR,
    /** There was nothing to check. */
    SKIPPED
  }

  TestCase {
    text = List.copyOf(text);
  }

  static TestCase passed(String name, List<String> text) {
    return new TestCase(name, CaseState.PASSED, "", text, Optional.empty());
  }

  static TestCase failed(String name, String message, List<String> text) {
    return new TestCase(name, CaseState.FAILED, message, text, Optional.empty());
  }

  static TestCase error(String name, String message, List<String> text) {
    return new TestCase(name, CaseState.ERROR, message, text, Optional.empty());
  }

  static TestCase skipped(String name, String message) {
    return new TestCase(name, CaseState.SKIPPED, message, List.of(), Optional.empty());
  }

  TestCase took(double time) {
    return new TestCase(name, state, message, text, Optional.of(time));
  }
}
