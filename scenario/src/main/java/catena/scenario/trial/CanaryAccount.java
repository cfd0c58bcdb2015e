// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.records.settings.Texts;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.lang3.Strings;

/**
 * What has become of the canaries of a run, and what that means for it: one that was missed is a
 * doubt, as is a check that could never search for one. A single canary that could not be searched
 * for is none, where others were: a fault of the run may have been in the way. For one thread.
 */
final class CanaryAccount {
  private static final int MOST_TOLD = 10;

  private static final String MISSED = "a canary was missed: ";
  private static final String OTHERS = "the canary's table shows ";
  private static final String OTHERWISE = "a canary was found, and the verdict was ";

  private final Set<String> doubts = new LinkedHashSet<>();
  private final Set<String> able = new HashSet<>();
  private final Map<String, Undecided> undecided = new TreeMap<>();

  /** Canaries that a check could not search for. */
  private record Undecided(int times, String last) {
    Undecided and(Undecided next) {
      return new Undecided(times + next.times, next.last);
    }
  }

  private long planted;
  private long noticed;
  private long missed;
  private Optional<String> unplanted = Optional.empty();

  /**
   * Counts the outcome of a check that searched for a canary.
   *
   * @param by the check that searched for it
   * @param what was planted and which check searched for it, in words
   * @param marks of what was planted
   * @return what is wrong with it; empty if it was noticed, or could not be searched for
   */
  Optional<String> take(String by, String what, Set<Mark> marks, TrialOutcome seen) {
    planted++;
    Optional<String> open = undecided(seen);
    if (open.isPresent()) {
      undecided.merge(by, new Undecided(1, open.get()), Undecided::and);
      return Optional.empty();
    }
    able.add(by);
    Set<Mark> missing = new TreeSet<>(marks);
    missing.removeAll(seen.marks());
    Set<Mark> others = new TreeSet<>(seen.marks());
    others.removeAll(marks);
    Optional<String> wrong = wrong(what, missing, others, seen.verdict());
    noticed += wrong.isEmpty() ? 1 : 0;
    missed += missing.isEmpty() ? 0 : 1;
    wrong.filter(any -> doubts.size() < MOST_TOLD).ifPresent(doubts::add);
    return wrong;
  }

  /** Why a check could not search; empty if it did. */
  static Optional<String> undecided(TrialOutcome seen) {
    return seen.failure().isPresent() || seen.verdict() != Verdict.UNKNOWN
        ? seen.failure()
        : Optional.of(String.join("; ", seen.reasons()));
  }

  private static Optional<String> wrong(
      String what, Set<Mark> missing, Set<Mark> others, Verdict verdict) {
    if (!missing.isEmpty()) {
      return Optional.of(MISSED + what);
    }
    if (!others.isEmpty()) {
      String more = others.size() == 1 ? "" : " and " + (others.size() - 1) + " more";
      return Optional.of(
          OTHERS + "%s%s, not planted: %s".formatted(others.iterator().next(), more, what));
    }
    return verdict == Verdict.FAIL
        ? Optional.empty()
        : Optional.of(OTHERWISE + "%s: %s".formatted(verdict, what));
  }

  /** Records what was told of a canary of a coordinator that died: what was wrong is a doubt. */
  void recall(String told) {
    String what = Strings.CS.removeStart(told, Canaries.TOLD);
    if (doubts.size() < MOST_TOLD && Strings.CS.startsWithAny(what, MISSED, OTHERS, OTHERWISE)) {
      doubts.add(what);
    }
  }

  /** Records that a canary could not be planted. */
  void unplanted(String why) {
    unplanted = Optional.of(why);
  }

  /** Records something that is a doubt in any case. */
  void doubt(String sentence) {
    doubts.add(sentence);
  }

  /** The outcome at the end of the run. */
  PartOutcome outcome(Duration every) {
    List<String> all = new ArrayList<>(doubts);
    if (planted == 0 && unplanted.isPresent()) {
      all.add("no canary was planted: " + unplanted.get());
    }
    undecided.forEach(
        (by, looks) -> {
          if (able.isEmpty() || (!able.contains(by) && looks.times > 1)) {
            all.add(
                "no canary was noticed by %s: the last could not be checked: %s"
                    .formatted(by, looks.last));
          }
        });
    String fact =
        planted == 0
            ? "canary: none was planted, the run was shorter than " + Texts.duration(every)
            : "canary: %s of %s were noticed, %s missed"
                .formatted(
                    Amounts.grouped(noticed), Amounts.grouped(planted), Amounts.grouped(missed));
    return new PartOutcome(
        all.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN,
        all,
        Map.of("canary: planted", planted, "canary: noticed", noticed),
        Map.of(),
        List.of(fact));
  }
}
