package catena.harness.read;

import catena.graph.Difference;
import catena.graph.Expectation;
import catena.graph.FindingKind;
import catena.graph.Judgement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What becomes of a row that differed, once it is known how long it stays so: the one place in
 * which readers and verification give differences their final names.
 *
 * @param expectation by which it was judged
 * @param passing which differences may pass
 * @param first the judgement of what was seen at first
 * @param foundMillis wall clock at which that was
 */
public record DifferingRow(
    Expectation expectation, Passing passing, Judgement first, long foundMillis) {

  /** What is wrong for sure, whatever the row holds later. */
  public List<Found> certain() {
    return first.differences().stream()
        .filter(difference -> !passing.test(difference.kind()))
        .map(difference -> found(difference.kind(), difference, Map.of()))
        .toList();
  }

  /**
   * What is left to tell now that nothing of the row may pass any more: how late it is, and what
   * differs that did not before.
   *
   * @param again the judgement of what was read again
   * @param nowMillis wall clock
   */
  public List<Found> appeared(Judgement again, long nowMillis) {
    List<Found> all = new ArrayList<>();
    Set<FindingKind> before = EnumSet.noneOf(FindingKind.class);
    for (Difference difference : first.differences()) {
      before.add(difference.kind());
      if (passing.test(difference.kind())) {
        Map<String, String> detail = late(difference.kind(), foundMillis, nowMillis);
        all.add(found(FindingKind.LATE, difference, detail));
      }
    }
    for (Difference difference : again.differences()) {
      if (!before.contains(difference.kind())) {
        all.add(found(difference.kind(), difference, Map.of("read", "again")));
      }
    }
    return all;
  }

  /**
   * What did not pass until the limit.
   *
   * @param withheld whether the row is there for the same user with all of its authorizations
   */
  public List<Found> stayed(boolean withheld) {
    return first.differences().stream()
        .filter(difference -> passing.test(difference.kind()))
        .map(
            difference ->
                found(
                    withheld && difference.kind() == FindingKind.LOST
                        ? FindingKind.WITHHELD
                        : difference.kind(),
                    difference,
                    Map.of()))
        .toList();
  }

  /** The details of what is late. */
  static Map<String, String> late(FindingKind atFirst, long foundMillis, long nowMillis) {
    return Map.of(
        "at.first", atFirst.name(),
        "appeared.within.ms", Long.toString(nowMillis - foundMillis));
  }

  private Found found(FindingKind kind, Difference difference, Map<String, String> detail) {
    String expected = difference.node().map(expectation::describe).orElse("nothing");
    return new Found(kind, difference, expected, foundMillis, detail);
  }
}
