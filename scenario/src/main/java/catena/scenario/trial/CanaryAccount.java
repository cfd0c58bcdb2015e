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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.Strings;

/**
 * What has become of the canaries of a run, and what that means for it: one that was missed is a
 * doubt, as is a check that could never search for one. A single canary that could not be searched
 * for is none, where others were: a fault of the run may have been in the way. For one thread.
 */
final class CanaryAccount {
  private static final int MOST_DOUBTS = 10;

  private static final String MISSED = "a canary was missed: ";
  private static final String OTHERS = "the canary's table shows ";
  private static final String OTHERWISE = "a canary was found, and the verdict was ";

  /** What begins the words of one that could not be planted, with the reason behind it. */
  static final String UNPLANTED = "one was not planted, or not healed: ";

  /** Which check looked for a canary, and why it could not. */
  private static final Pattern LOOKED =
      Pattern.compile("(?s)looked for by ([^\\s:]+)(?:: could not be checked: (.*))?");

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
   * The note about a canary that a check searched for, by which {@link #recall} counts it.
   *
   * @param by the check that searched for it
   * @param planted what was planted, in words
   * @param marks of what was planted
   */
  static String note(String by, String planted, Set<Mark> marks, TrialOutcome seen) {
    String what = planted + ", looked for by " + by;
    Set<Mark> others = new TreeSet<>(seen.marks());
    others.removeAll(marks);
    if (seen.failure().isPresent() || seen.verdict() == Verdict.UNKNOWN) {
      String why = seen.failure().orElseGet(() -> String.join("; ", seen.reasons()));
      return what + ": could not be checked: " + why;
    } else if (!seen.marks().containsAll(marks)) {
      return MISSED + what;
    } else if (!others.isEmpty()) {
      String more = others.size() == 1 ? "" : " and " + (others.size() - 1) + " more";
      return OTHERS + "%s%s, not planted: %s".formatted(others.iterator().next(), more, what);
    }
    return seen.verdict() == Verdict.FAIL
        ? what + ": noticed"
        : OTHERWISE + "%s: %s".formatted(seen.verdict(), what);
  }

  /** Counts a note about a canary, of this process or of a coordinator that died. */
  void recall(String note) {
    Matcher looked = LOOKED.matcher(note);
    if (!looked.find()) {
      unplanted = Optional.of(Strings.CS.removeStart(note, UNPLANTED));
      return;
    }
    planted++;
    if (looked.group(2) != null) {
      undecided.merge(looked.group(1), new Undecided(1, looked.group(2)), Undecided::and);
      return;
    }
    able.add(looked.group(1));
    boolean wrong = Strings.CS.startsWithAny(note, MISSED, OTHERS, OTHERWISE);
    noticed += wrong ? 0 : 1;
    missed += note.startsWith(MISSED) ? 1 : 0;
    if (wrong && doubts.size() < MOST_DOUBTS) {
      doubts.add(note);
    }
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
        (by, checks) -> {
          if (able.isEmpty() || (!able.contains(by) && checks.times > 1)) {
            all.add(
                "no canary was noticed by %s: the last could not be checked: %s"
                    .formatted(by, checks.last));
          }
        });
    String fact =
        planted == 0
            ? "canary: none was looked for to the end, and one was due every "
                + Texts.duration(every)
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
