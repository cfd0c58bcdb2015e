// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.records.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What must have become of an earlier part for a phase to be performed.
 *
 * @param part its name
 * @param verdicts any one of them is enough
 */
public record Condition(String part, List<Verdict> verdicts) {
  /**
   * The verdicts that a part by itself can have. Budgets of the run are judged at its end; BUDGET
   * is a search for the highest rate that held none.
   */
  public static final List<Verdict> OF_PARTS =
      List.of(Verdict.PASS, Verdict.BUDGET, Verdict.UNKNOWN, Verdict.FAIL);

  /** Copies the verdicts. */
  public Condition {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * Why the condition does not hold.
   *
   * @param outcomes the verdicts of the parts that were performed, by their names
   * @return empty if it holds
   */
  public Optional<String> whyNot(Map<String, Verdict> outcomes) {
    Verdict outcome = outcomes.get(part);
    if (outcome == null) {
      return Optional.of(part + " was left out");
    }
    return verdicts.contains(outcome)
        ? Optional.empty()
        : Optional.of("%s is %s, not %s".formatted(part, outcome, words()));
  }

  /** {@code verify is PASS or UNKNOWN}. */
  public String inWords() {
    return part + " is " + words();
  }

  private String words() {
    return verdicts.stream().map(Verdict::name).collect(Collectors.joining(" or "));
  }
}
