// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
    Expectation expectation, TransientDifferences passing, Judgement first, long foundMillis) {

  /** What is wrong for sure, whatever the row holds later. */
  public List<Found> certain() {
    return first.differences().stream()
        .filter(difference -> !mayPass(difference))
        .map(difference -> found(difference.kind(), difference, Map.of()))
        .toList();
  }

  /**
   * What is wrong whether it passes or not, where that could not be found out.
   *
   * @param why it could not
   */
  public List<Found> unsettled(String why) {
    return first.differences().stream()
        .filter(difference -> mayPass(difference) && !passing.isLate(difference.kind()))
        .map(difference -> found(difference.kind(), difference, Map.of("read.again", why)))
        .toList();
  }

  /**
   * What is still to be reported now that nothing of the row may pass any more: how late it is,
   * what was wrong only for a time, and what differs that did not before.
   *
   * @param again the judgement of what was read again
   * @param appeared whether something of the row is there now, or may have been there all the time;
   *     else it was missing until its writer deleted it
   * @param nowMillis wall clock
   */
  public List<Found> passed(Judgement again, boolean appeared, long nowMillis) {
    List<Found> all = new ArrayList<>();
    Set<FindingKind> before = before();
    for (Difference difference : first.differences()) {
      if (mayPass(difference)) {
        all.add(passed(difference, appeared, nowMillis));
      }
    }
    for (Difference difference : again.differences()) {
      if (isNew(difference.kind(), before)) {
        all.add(found(difference.kind(), difference, Map.of("read", "again")));
      }
    }
    return all;
  }

  private Found passed(Difference difference, boolean appeared, long nowMillis) {
    return appeared && passing.isLate(difference.kind())
        ? found(FindingKind.LATE, difference, late(difference.kind(), foundMillis, nowMillis))
        : found(difference.kind(), difference, Map.of("passed.within.ms", since(nowMillis)));
  }

  private boolean mayPass(Difference difference) {
    return passing.test(difference.kind());
  }

  /**
   * What did not pass until the limit, and what differs that did not before, by what was read last:
   * a row that was missing may have come back as it was long ago.
   *
   * @param last the judgement of that
   * @param withheld whether the row is there for the same user with all of its authorizations
   * @param nowMillis wall clock
   */
  public List<Found> stayed(Judgement last, boolean withheld, long nowMillis) {
    Map<String, String> detail = Map.of("stayed.for.ms", since(nowMillis));
    Set<FindingKind> before = before();
    return last.differences().stream()
        .filter(
            difference ->
                isNew(difference.kind(), before)
                    || (mayPass(difference) && before.contains(difference.kind())))
        .map(difference -> found(atLast(difference.kind(), withheld), difference, detail))
        .toList();
  }

  /** What was wrong with the row at first: what is certain of that has been reported. */
  private Set<FindingKind> before() {
    return first.differences().stream().map(Difference::kind).collect(Collectors.toSet());
  }

  /** Whether it was not reported before: older cells of a torn row were reported as torn. */
  private static boolean isNew(FindingKind kind, Set<FindingKind> before) {
    boolean torn = kind == FindingKind.STALE && before.contains(FindingKind.TORN);
    return !before.contains(kind) && !torn;
  }

  private static FindingKind atLast(FindingKind kind, boolean withheld) {
    return withheld && kind == FindingKind.LOST ? FindingKind.WITHHELD : kind;
  }

  private String since(long nowMillis) {
    return Long.toString(nowMillis - foundMillis);
  }

  /** The details of what is late. */
  public static Map<String, String> late(FindingKind atFirst, long foundMillis, long nowMillis) {
    return Map.of(
        "at.first", atFirst.name(),
        "appeared.within.ms", Long.toString(nowMillis - foundMillis));
  }

  private Found found(FindingKind kind, Difference difference, Map<String, String> detail) {
    String expected = difference.node().map(expectation::describe).orElse("nothing");
    return new Found(kind, difference, expected, foundMillis, detail);
  }
}
